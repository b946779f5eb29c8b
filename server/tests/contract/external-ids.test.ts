import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Answer,
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const KETTLE = 'The copper kettle of the lighthouse keeper whistles at four every afternoon.';
const FERRY = 'The ferry to the island leaves at a quarter past eight.';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

/** Of this test alone. */
let base: string;
const addBase = async (): Promise<string> =>
  (await live.post('/v1/knowledge-bases', { name: 'Base' })).body.data.id;
beforeEach(async () => {
  base = await addBase();
});

type More = Record<string, unknown>;
const addText = (content: string, more: More = {}): Promise<Answer> =>
  live.post(SOURCES, { type: 'text', name: 'Text', content, knowledge_base_id: base, ...more });
const pathOf = (externalId: string): string => `${SOURCES}/by-external-id/${encodeURIComponent(externalId)}`;
const put = (externalId: string, more: More = {}): Promise<Answer> =>
  live.call('PUT', pathOf(externalId), {
    type: 'text',
    name: 'Text',
    content: KETTLE,
    knowledge_base_id: base,
    ...more,
  });
const putFile = (externalId: string, content: string, fileName = 'notes.txt'): Promise<Answer> => {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', fileName);
  form.append('knowledge_base_id', base);
  form.append('file', new Blob([content]), fileName);
  return live.call('PUT', pathOf(externalId), form);
};
const settled = async (id: string) => (await live.get(`${SOURCES}/${id}?wait=30`)).body.data;
const listed = async (query = '') =>
  (await live.get(`${SOURCES}?knowledge_base_ids=${base}&limit=100${query}`)).body.data;
const historyOf = async (id: string): Promise<string[]> =>
  (await live.get(`${SOURCES}/${id}/history`)).body.data.map((entry: { action: string }) => entry.action);

describe('external_id of a source', () => {
  it('is kept, shown, filtered by and exported', async () => {
    const { body } = await addText(KETTLE, { external_id: 'docs/kettle.md' });
    expect(body.data.external_id).toBe('docs/kettle.md');
    await addText(FERRY, { external_id: 'docs/ferry.md' });
    await addText(FERRY);
    expect(await listed('&external_id=docs/kettle.md')).toMatchObject([{ id: body.data.id }]);
    expect(await listed('&external_id=docs')).toEqual([]);
    const form = new FormData();
    for (const [name, value] of Object.entries({ type: 'document', name: 'File', external_id: 'file' }))
      form.append(name, value);
    form.append('file', new Blob([FERRY]), 'ferry.txt');
    expect((await live.post(SOURCES, form)).body.data.external_id).toBe('file');
  });

  it('409 when another source of the knowledge base has it', async () => {
    const { body } = await addText(KETTLE, { external_id: 'one' });
    const again = await addText(FERRY, { external_id: 'one' });
    expectError(again, 409);
    expect(again.body.error.details).toMatchObject([{ field: 'external_id' }]);
    expect(again.body.error.message).toContain(body.data.id);
    const other = (await addText(FERRY)).body.data.id;
    expectError(await live.patch(`${SOURCES}/${other}`, { external_id: 'one' }), 409);
    base = await addBase();
    expect((await addText(FERRY, { external_id: 'one' })).status).toBe(201);
  });

  it('of ten clients that add it at once, one adds it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => addText(`${KETTLE} ${index}`, { external_id: 'raced' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await listed()).toHaveLength(1);
  });

  it('changes and goes by PATCH', async () => {
    const { id } = (await addText(KETTLE, { external_id: 'one' })).body.data;
    expect((await live.patch(`${SOURCES}/${id}`, { external_id: 'two' })).body.data.external_id).toBe('two');
    expect(
      (await live.patch(`${SOURCES}/${id}`, { external_id: null })).body.data.external_id,
    ).toBeUndefined();
    const [entry] = (await live.get(`${SOURCES}/${id}/history`)).body.data.filter(
      ({ action }: { action: string }) => action === 'updated',
    );
    expect(entry.details).toEqual({ external_id: { from: 'two', to: null } });
  });

  it.each(['', ' ', 'a\nb', 'x'.repeat(513), 7])('422 for %j', async (external_id) => {
    expectError(await addText(KETTLE, { external_id }), 422);
  });

  it('moves to another knowledge base with a new external id, even where the old one is taken there', async () => {
    const other = await addBase();
    await addText(FERRY, { external_id: 'old', knowledge_base_id: other });
    const id = (await addText(KETTLE, { external_id: 'old' })).body.data.id;
    const move = (more: More) => live.patch(`${SOURCES}/${id}`, { knowledge_base_id: other, ...more });
    expectError(await move({}), 409, 'external_id');
    expectError(await move({ external_id: 'old' }), 409, 'external_id');
    const moved = await move({ external_id: 'new' });
    expect(moved.body.data).toMatchObject({ knowledge_base_id: other, external_id: 'new' });
    const [entry] = (await live.get(`${SOURCES}/${id}/history`)).body.data.filter(
      ({ action }: { action: string }) => action === 'updated',
    );
    expect(entry.details).toEqual({
      knowledge_base_id: { from: base, to: other },
      external_id: { from: 'old', to: 'new' },
    });
  });

  it('may have 512 characters, and any that print', async () => {
    for (const externalId of ['x'.repeat(512), 'a/b?c=d#e f%20', '医院 🌳', '../..', '医'.repeat(512)]) {
      const { status, body } = await put(externalId, { content: externalId });
      expect({ status, externalId: body.data.external_id }).toEqual({ status: 201, externalId });
    }
  });
});

describe('PUT /v1/knowledge-base/sources/by-external-id/:external_id', () => {
  it('creates the source, then updates it, and does nothing for what is the same', async () => {
    const created = await put('kettle', { tags: ['copper'] });
    expect(created.status).toBe(201);
    const { id, outcome } = created.body.data;
    expect(outcome).toBe('created');
    expect(created.headers.get('location')).toBe(`${SOURCES}/${id}`);
    const before = await settled(id);

    const again = await put('kettle', { tags: ['copper'] });
    expect({ status: again.status, outcome: again.body.data.outcome }).toEqual({
      status: 200,
      outcome: 'unchanged',
    });
    const withoutTags = await put('kettle');
    expect(withoutTags.body.data.outcome).toBe('unchanged');
    expect(await settled(id)).toEqual(before);
    expect(await historyOf(id)).toEqual(['indexed', 'added']);

    const renamed = await put('kettle', { name: 'Kettle' });
    expect(renamed.body.data).toMatchObject({ id, name: 'Kettle', outcome: 'updated', status: 'indexed' });
    const changed = await put('kettle', { name: 'Kettle', content: FERRY });
    expect(changed.body.data).toMatchObject({
      id,
      outcome: 'updated',
      status: 'processing',
      tags: ['copper'],
    });
    await settled(id);
    expect((await live.get(`${SOURCES}/${id}/content`)).body.data.text).toBe(FERRY);
    expect(await listed()).toHaveLength(1);
  });

  it('compares files by their bytes', async () => {
    const { id } = (await putFile('notes', KETTLE)).body.data;
    await settled(id);
    expect((await putFile('notes', KETTLE)).body.data).toMatchObject({ id, outcome: 'unchanged' });
    expect((await putFile('notes', FERRY)).body.data).toMatchObject({ id, outcome: 'updated' });
    expect((await settled(id)).status).toBe('indexed');
  });

  it('compares pages by their URL', async () => {
    const page = { type: 'url', content: undefined, url: 'http://127.0.0.1:1' };
    expect((await put('page', page)).body.data.outcome).toBe('created');
    expect((await put('page', page)).body.data.outcome).toBe('unchanged');
    expect((await put('page', { ...page, url: 'http://127.0.0.1:1/new' })).body.data.outcome).toBe('updated');
  });

  it('of two clients at once both succeed, there is one source, and the last content wins', async () => {
    for (let round = 0; round < 5; round++) {
      const contents = Array.from({ length: 6 }, (_, index) => `${KETTLE} ${round} ${index}`);
      const answers = await Promise.all(contents.map((content) => put(`race-${round}`, { content })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
      const ids = new Set(answers.map(({ body }) => body.data.id));
      expect(ids.size).toBe(1);
      const id = [...ids][0] as string;
      await settled(id);
      expect(contents).toContain((await live.get(`${SOURCES}/${id}/content`)).body.data.text);
    }
    expect(await listed()).toHaveLength(5);
  });

  it('422 for another type, 400 without content', async () => {
    const { id } = (await put('kettle')).body.data;
    const other = await put('kettle', { type: 'url', content: undefined, url: 'http://127.0.0.1:1/' });
    expectError(other, 422);
    expect(other.body.error.message).toContain(id);
    expectError(await put('kettle', { content: undefined }), 400);
    expectError(await put('kettle', { external_id: 'kettle' }), 422);
    expectError(await put('a\tb'), 422);
  });

  it.each(['%zz', '50%', 'a%2', '%ff', '%ed%a0%80', 'fine%2f%zz'])(
    '422 for %s, which is no text in UTF-8',
    async (escaped) => {
      const body = { type: 'text', name: 'Text', content: KETTLE, knowledge_base_id: base };
      const path = `${SOURCES}/by-external-id/${escaped}`;
      expectError(await live.call('PUT', path, body), 422, 'external_id');
      expect(await listed()).toEqual([]);
    },
  );

  it('takes every character that is escaped as it should be', async () => {
    for (const externalId of ['50% off', 'a/b?c#d', '%zz', 'naïve 😀', '%25'])
      expect((await put(externalId)).body.data.external_id).toBe(externalId);
  });

  it('403 for a key that only reads', async () => {
    const { key } = (await live.post('/v1/api-keys', { name: 'Reader', scope: 'read_only' })).body.data;
    const reader = createClient(test.service.baseUrls.live, key);
    const answer = await reader.call('PUT', pathOf('kettle'), {
      type: 'text',
      name: 'Text',
      content: KETTLE,
    });
    expectError(answer, 403);
  });
});

describe('POST /v1/knowledge-base/sources/batch', () => {
  const item = (content: string, more: More = {}) => ({
    type: 'text',
    name: 'Text',
    content,
    knowledge_base_id: base,
    ...more,
  });
  const batch = async (sources: unknown[], more: More = {}) =>
    (await live.post(`${SOURCES}/batch`, { sources, ...more })).body.data.results;

  it('answers each source in order, and a bad one does not stop the others', async () => {
    const results = await batch([
      item(KETTLE, { external_id: 'a' }),
      item('', {}),
      item(FERRY, { external_id: 'a' }),
      null,
      { ...item(FERRY), type: 'document' },
      { ...item(FERRY), knowledge_base_id: 'kb_none' },
      item(FERRY, { external_id: 'b' }),
      item(KETTLE, { on_duplicate: 'skip' }),
    ]);
    expect(results.map(({ status }: { status: number }) => status)).toEqual([
      201, 422, 409, 400, 422, 422, 201, 200,
    ]);
    expect(results[0].data).toMatchObject({ external_id: 'a', outcome: 'created' });
    expect(results[1].error).toMatchObject({ code: 'unprocessable_entity', details: [{ field: 'content' }] });
    expect(results[2].error).toMatchObject({ code: 'conflict', details: [{ field: 'external_id' }] });
    expect(results[7].data).toMatchObject({ id: results[0].data.id, outcome: 'unchanged' });
    expect(await listed()).toHaveLength(2);
  });

  it('with upsert, updates what the knowledge base has', async () => {
    const three = [
      item('A', { external_id: 'a' }),
      item('B', { external_id: 'b' }),
      item('C', { external_id: 'c' }),
    ];
    await batch(three, { upsert: true });
    const again = await batch([...three.slice(0, 2), item('D', { external_id: 'c' })], { upsert: true });
    expect(again.map((result: { status: number; data: { outcome: string } }) => result.data.outcome)).toEqual(
      ['unchanged', 'unchanged', 'updated'],
    );
    expect(await listed()).toHaveLength(3);
  });

  it('sent again with the same Idempotency-Key, adds nothing', async () => {
    const body = { sources: [item(KETTLE), item(FERRY)] };
    const headers = { 'idempotency-key': `batch-${base}` };
    const first = await live.call('POST', `${SOURCES}/batch`, body, headers);
    const second = await live.call('POST', `${SOURCES}/batch`, body, headers);
    expect(second.body.data).toEqual(first.body.data);
    expect(await listed()).toHaveLength(2);
  });

  it('422 for 101 sources and for none', async () => {
    for (const count of [0, 101]) {
      const sources = Array.from({ length: count }, () => item(KETTLE));
      expectError(await live.post(`${SOURCES}/batch`, { sources }), 422);
    }
    expect(await listed()).toEqual([]);
  });
});
