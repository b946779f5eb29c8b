import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const sources = '/v1/knowledge-base/sources';

// biome-ignore lint/suspicious/noExplicitAny: answers are read by name, as any client reads them.
type Any = any;

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

describe('allowed, of a source', () => {
  const CONTENT = 'The quagga is on the third floor.';
  const made: string[] = [];
  const add = async (more: Record<string, unknown>) => {
    const { body } = await live.post(sources, { type: 'text', name: 'Quagga', content: CONTENT, ...more });
    made.push(body.data.id);
    return body.data;
  };
  const read = async (id: string) => (await live.get(`${sources}/${id}?wait=30`)).body.data;
  const finds = async (asUser: string[]) =>
    (await live.post('/v1/query', { query: 'quagga', search_type: 'keyword', as_user: asUser })).body.data
      .total;
  afterEach(async () => {
    for (const id of made.splice(0)) await live.delete(`${sources}/${id}`);
  });

  it('counts at once, is in the history, and null opens the source', async () => {
    const { id } = await add({ allowed: ['group:a', 'group:b', 'group:a'] });
    expect(await read(id)).toMatchObject({ allowed: ['group:a', 'group:b'] });
    expect([await finds(['group:b']), await finds(['group:c'])]).toEqual([1, 0]);
    await live.patch(`${sources}/${id}`, { allowed: ['group:c'] });
    expect([await finds(['group:b']), await finds(['group:c'])]).toEqual([0, 1]);
    await live.patch(`${sources}/${id}`, { allowed: [] });
    expect([await finds(['group:b']), await finds(['group:c'])]).toEqual([0, 0]);
    await live.patch(`${sources}/${id}`, { allowed: null });
    expect(await read(id)).not.toHaveProperty('allowed');
    expect(await finds([])).toBe(1);
    const history = (await live.get(`${sources}/${id}/history`)).body.data;
    expect(history.flatMap(({ details }: Any) => details.allowed ?? [])).toEqual([
      { from: [], to: null },
      { from: ['group:c'], to: [] },
      { from: ['group:a', 'group:b'], to: ['group:c'] },
      { from: null, to: ['group:a', 'group:b'] },
    ]);
  });

  it('stays with new content, a new name and a move', async () => {
    const { id } = await add({ allowed: ['group:a'] });
    await read(id);
    await live.patch(`${sources}/${id}`, {
      content: 'The quagga has moved to the second floor.',
      name: 'Moved',
    });
    expect(await read(id)).toMatchObject({ allowed: ['group:a'] });
    expect([await finds(['group:a']), await finds([])]).toEqual([1, 0]);
    const other = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    await live.patch(`${sources}/${id}`, { knowledge_base_id: other });
    expect([await finds(['group:a']), await finds([])]).toEqual([1, 0]);
  });

  it('is set by upserts, batches, forms and for many at once, and kept by those that leave it out', async () => {
    const put = (more: Record<string, unknown>) =>
      live.call('PUT', `${sources}/by-external-id/quagga`, {
        type: 'text',
        name: 'Quagga',
        content: CONTENT,
        ...more,
      });
    const { id } = (await put({ allowed: ['group:a'] })).body.data;
    made.push(id);
    expect((await put({})).body.data).toMatchObject({ outcome: 'unchanged', allowed: ['group:a'] });
    expect((await put({ allowed: ['group:b'] })).body.data).toMatchObject({
      outcome: 'updated',
      allowed: ['group:b'],
    });
    const item = {
      type: 'text',
      name: 'Quagga',
      content: CONTENT,
      external_id: 'quagga',
      allowed: ['group:c'],
    };
    const batch = await live.post(`${sources}/batch`, { sources: [item], upsert: true });
    expect(batch.body.data.results[0].data).toMatchObject({ outcome: 'updated', allowed: ['group:c'] });
    const bulk = { action: 'set_allowed', source_ids: [id], allowed: ['group:d'] };
    expect((await live.post(`${sources}/bulk`, bulk)).body.data).toMatchObject({ changed: 1 });
    expect((await live.post(`${sources}/bulk`, bulk)).body.data).toMatchObject({ changed: 0 });
    expect(await read(id)).toMatchObject({ allowed: ['group:d'] });
    expectError(
      await live.post(`${sources}/bulk`, { action: 'set_allowed', source_ids: [id] }),
      400,
      'allowed',
    );
    const form = new FormData();
    form.append('type', 'document');
    form.append('name', 'Quagga');
    form.append('allowed', '["group:a","group:b"]');
    form.append('file', new Blob(['The quagga again.'], { type: 'text/plain' }), 'quagga.txt');
    const uploaded = (await live.post(sources, form)).body.data;
    made.push(uploaded.id);
    expect(uploaded).toMatchObject({ allowed: ['group:a', 'group:b'] });
    const listed = await live.get(`${sources}?principal=group%3Ab`);
    expect(listed.body.data.map((source: Any) => source.id)).toEqual([uploaded.id]);
  });

  it('422 for principals that are none', async () => {
    for (const allowed of [
      'group:a',
      [''],
      [1],
      ['x'.repeat(201)],
      Array.from({ length: 501 }, (_, i) => `u${i}`),
    ]) {
      const { status, body } = await live.post(sources, { type: 'text', name: 'x', content: 'x', allowed });
      expect(status).toBe(422);
      expect(body.error.details[0].field).toMatch(/^allowed/);
    }
  });
});
