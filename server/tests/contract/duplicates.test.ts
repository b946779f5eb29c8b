import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const KETTLE = 'The copper kettle of the lighthouse keeper whistles at four every afternoon.';
/** It may not be fetched, and ends failed at once. */
const PAGE = 'http://127.0.0.1:1/';

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

type More = Record<string, string>;
const addText = (content: string, more: More = {}): Promise<Answer> =>
  live.post(SOURCES, { type: 'text', name: 'Text', content, knowledge_base_id: base, ...more });
const addPage = (url: string, more: More = {}): Promise<Answer> =>
  live.post(SOURCES, { type: 'url', name: 'Page', url, knowledge_base_id: base, ...more });
const addFile = (content: string, more: More = {}): Promise<Answer> => {
  const form = new FormData();
  const fields = { type: 'document', name: 'File', knowledge_base_id: base, ...more };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'notes.txt');
  return live.post(SOURCES, form);
};
const added = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer;
  expect(status).toBe(201);
  return body.data.id;
};
const sourceOf = async (id: string) => (await live.get(`${SOURCES}/${id}`)).body.data;
const settled = async (id: string) => (await live.get(`${SOURCES}/${id}?wait=30`)).body.data;
const originalOf = async (id: string): Promise<string | undefined> => (await sourceOf(id)).duplicate_of;
const idsOfBase = async (): Promise<string[]> =>
  (await live.get(`${SOURCES}?knowledge_base_ids=${base}&limit=100`)).body.data
    .map((source: { id: string }) => source.id)
    .toReversed();

const WAYS: [string, (content: string, more?: More) => Promise<Answer>, string][] = [
  ['text', addText, 'content'],
  ['document', addFile, 'file'],
];

describe.each(WAYS)('a %s with bytes that the knowledge base has', (_, add, field) => {
  it.each<[string, More]>([
    ['without on_duplicate', {}],
    ['with on_duplicate keep', { on_duplicate: 'keep' }],
  ])('%s is added, and names the oldest that has them', async (__, more) => {
    const first = await addText(KETTLE);
    expect(first.body.data).not.toHaveProperty('duplicate_of');
    const { id } = first.body.data;
    const { status, body, headers } = await add(KETTLE, more);
    expect([status, body.data.duplicate_of]).toEqual([201, id]);
    expect(headers.get('location')).toBe(`${SOURCES}/${body.data.id}`);
    const third = await added(add(KETTLE, more));
    expect(await settled(third)).toMatchObject({ status: 'indexed', duplicate_of: id });
    expect(await idsOfBase()).toEqual([id, body.data.id, third]);
  });

  it('with on_duplicate skip the oldest source with the same bytes is returned with 200', async () => {
    const id = await added(addText(KETTLE, { name: 'First' }));
    await added(addFile(KETTLE));
    const ids = await idsOfBase();
    const before = await settled(id);
    const { status, body, headers } = await add(KETTLE, { name: 'Again', on_duplicate: 'skip' });
    expect([status, body.data]).toEqual([200, before]);
    expect(headers.get('location')).toBe(`${SOURCES}/${id}`);
    expect(await idsOfBase()).toEqual(ids);
    expect(await sourceOf(id)).toEqual(before);
  });

  it('with on_duplicate error a duplicate gets 409 with the id of the original', async () => {
    const id = await added(addFile(KETTLE));
    const answer = await add(KETTLE, { on_duplicate: 'error' });
    expectError(answer, 409, field);
    const { message, details } = answer.body.error;
    expect(message).toContain(id);
    expect(details).toEqual([{ field, reason: expect.stringContaining(id) }]);
    expect(await idsOfBase()).toEqual([id]);
  });

  it.each(['keep', 'skip', 'error'])('is just added with on_duplicate %s where they are new', async (way) => {
    const { status, body } = await add(KETTLE, { on_duplicate: way });
    expect(status).toBe(201);
    expect(body.data).not.toHaveProperty('duplicate_of');
    expect(body.data).not.toHaveProperty('on_duplicate');
    expect(await added(add(`${KETTLE} `, { on_duplicate: 'error' }))).not.toBe(body.data.id);
  });

  it('equal bytes in another knowledge base or environment are not a duplicate', async () => {
    await added(add(KETTLE));
    await test.sandbox.addText('Kettle', KETTLE);
    base = await addBase();
    const { status, body } = await add(KETTLE, { on_duplicate: 'error' });
    expect(status).toBe(201);
    expect(body.data).not.toHaveProperty('duplicate_of');
  });

  it('an unknown on_duplicate gets 422 and nothing is added', async () => {
    for (const wrong of ['replace', 'KEEP', ''])
      expectError(await add(KETTLE, { on_duplicate: wrong }), 422, 'on_duplicate');
    expect(await idsOfBase()).toEqual([]);
  });

  it('simultaneous duplicates with on_duplicate skip add one source', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(KETTLE, { on_duplicate: 'skip' })));
    const ids = await idsOfBase();
    expect(ids).toHaveLength(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id))).toEqual(new Set(ids));
  });
});

describe('duplicate_of', () => {
  it('duplicate_of disappears when the original is deleted', async () => {
    const first = await added(addText(KETTLE));
    const [second, third] = [await added(addText(KETTLE)), await added(addFile(KETTLE))];
    expect([await originalOf(second), await originalOf(third)]).toEqual([first, first]);
    expect((await live.delete(`${SOURCES}/${first}`)).status).toBe(204);
    expect([await originalOf(second), await originalOf(third)]).toEqual([undefined, undefined]);
    expect((await addText(KETTLE)).body.data.duplicate_of).toBe(second);
  });

  it('duplicate_of appears with a change to equal content and goes with a change to other content', async () => {
    const first = await added(addText(KETTLE));
    const second = await added(addText('Something else.'));
    expect(await originalOf(second)).toBeUndefined();
    const change = async (id: string, content: string) =>
      (await live.patch(`${SOURCES}/${id}`, { content })).body.data.duplicate_of;
    expect(await change(second, KETTLE)).toBe(first);
    expect((await live.patch(`${SOURCES}/${second}`, { name: 'New' })).body.data.duplicate_of).toBe(first);
    expect(await settled(second)).toMatchObject({ status: 'indexed', duplicate_of: first });
    expect((await live.post(`${SOURCES}/${second}/reindex`)).body.data.duplicate_of).toBe(first);
    expect(await change(second, 'Something new.')).toBeUndefined();
    // Its own content is no other's.
    expect(await change(first, KETTLE)).toBeUndefined();
  });

  it('duplicate_of compares current content, not earlier content', async () => {
    const first = await added(addText(KETTLE));
    const second = await added(addText(KETTLE));
    await live.patch(`${SOURCES}/${first}`, { content: 'Something new.' });
    expect((await addText(KETTLE)).body.data.duplicate_of).toBe(second);
    expect((await addText('Something new.', { on_duplicate: 'skip' })).body.data.id).toBe(first);
  });

  it('duplicate_of appears with a new file of a document', async () => {
    const first = await added(addText(KETTLE));
    const second = await added(addFile('Something else.'));
    const form = new FormData();
    form.append('file', new Blob([KETTLE]), 'new.txt');
    const { status, body } = await live.call('PATCH', `${SOURCES}/${second}`, form);
    expect([status, body.data.duplicate_of]).toEqual([200, first]);
  });

  it('on_duplicate in a PATCH gets 422', async () => {
    const id = await added(addText(KETTLE));
    expectError(
      await live.patch(`${SOURCES}/${id}`, { content: 'New.', on_duplicate: 'skip' }),
      422,
      'on_duplicate',
    );
  });
});

describe('a url that the knowledge base has', () => {
  it('with on_duplicate keep an equal url is added, and its bytes are compared after the fetch', async () => {
    const first = await added(addPage(PAGE));
    const { status, body } = await addPage(PAGE, { on_duplicate: 'keep' });
    expect(status).toBe(201);
    expect(body.data.id).not.toBe(first);
    expect(body.data).not.toHaveProperty('duplicate_of');
    expect(await settled(body.data.id)).toMatchObject({
      status: 'failed',
      error: { code: 'fetch_blocked', stage: 'fetching' },
    });
  });

  it("with on_duplicate skip or error an equal url isn't added, however it is written", async () => {
    const id = await added(addPage(PAGE));
    const source = await settled(id);
    const skipped = await addPage('HTTP://127.0.0.1:1', { on_duplicate: 'skip' });
    expect([skipped.status, skipped.body.data]).toEqual([200, source]);
    expect(skipped.headers.get('location')).toBe(`${SOURCES}/${id}`);
    const refused = await addPage(PAGE, { on_duplicate: 'error' });
    expectError(refused, 409, 'url');
    expect(refused.body.error.message).toContain(id);
    expect(await idsOfBase()).toEqual([id]);
  });

  it('a url with another path, or in another knowledge base, is not a duplicate', async () => {
    await added(addPage(PAGE));
    await added(addPage(`${PAGE}other`, { on_duplicate: 'error' }));
    base = await addBase();
    await added(addPage(PAGE, { on_duplicate: 'error' }));
  });

  it('the same url added many times at once with on_duplicate skip is one source', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => addPage(PAGE, { on_duplicate: 'skip' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await idsOfBase()).toHaveLength(1);
  });
});
