import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';
const KETTLE = 'The copper kettle of the lighthouse keeper whistles at four every afternoon.';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

let from: string;
let to: string;
const addBase = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/knowledge-bases', { name: 'Base', ...more })).body.data.id;
beforeEach(async () => {
  [from, to] = [await addBase(), await addBase()];
});
const add = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await live.addText('Kettle', KETTLE, { knowledge_base_id: from, ...more })).id;
const foundIn = async (...bases: string[]): Promise<string[]> =>
  (await live.post('/v1/query', { query: 'copper kettle', knowledge_base_ids: bases })).body.data.results.map(
    ({ knowledge_base_id }: { knowledge_base_id: string }) => knowledge_base_id,
  );
const move = (id: string, knowledge_base_id = to) => live.patch(`${SOURCES}/${id}`, { knowledge_base_id });

describe('a source moved to another knowledge base', () => {
  it('is found there at once, and no longer where it was', async () => {
    const id = await add();
    expect([await foundIn(from), await foundIn(to)]).toEqual([[from], []]);
    const { status, body } = await move(id);
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { id, knowledge_base_id: to, status: 'indexed' },
    });
    expect([await foundIn(from), await foundIn(to), await foundIn(from, to)]).toEqual([[], [to], [to]]);
    const [entry] = (await live.get(`${SOURCES}/${id}/history`)).body.data;
    expect(entry).toMatchObject({ action: 'updated', details: { knowledge_base_id: { from, to } } });
    await move(id, from);
    expect([await foundIn(from), await foundIn(to)]).toEqual([[from], []]);
    expect((await live.delete(`${SOURCES}/${id}`)).status).toBe(204);
    expect(await foundIn(from, to)).toEqual([]);
  });

  it('is never found in both, nor nowhere, while it moves to and fro', async () => {
    const id = await add();
    let isMoving = true;
    const moving = (async () => {
      for (let round = 0; round < 10; round++) await move(id, round % 2 === 0 ? to : from);
      isMoving = false;
    })();
    while (isMoving) expect(await foundIn(from, to)).toHaveLength(1);
    await moving;
  });

  it('moves while it is being indexed', async () => {
    const content = `${KETTLE} `.repeat(2_000);
    const body = { type: 'text', name: 'Long', content, knowledge_base_id: from };
    const { id } = (await live.post(SOURCES, body)).body.data;
    expect((await move(id)).status).toBe(200);
    expect((await live.get(`${SOURCES}/${id}?wait=30`)).body.data).toMatchObject({ status: 'indexed' });
    expect([await foundIn(from), new Set(await foundIn(to))]).toEqual([[], new Set([to])]);
  });

  it('409 when the other knowledge base has its external_id, and nothing has moved', async () => {
    const id = await add({ external_id: 'kettle' });
    await live.addText('Other', 'Another text.', { knowledge_base_id: to, external_id: 'kettle' });
    const answer = await live.patch(`${SOURCES}/${id}`, { name: 'New', knowledge_base_id: to });
    expectError(answer, 409);
    expect(answer.body.error.details).toMatchObject([{ field: 'external_id' }]);
    expect((await live.get(`${SOURCES}/${id}`)).body.data).toMatchObject({
      name: 'Kettle',
      knowledge_base_id: from,
    });
  });

  it('422 for a knowledge base that does not exist, or that a restricted key does not see', async () => {
    const id = await add();
    expectError(await move(id, 'kb_none'), 422);
    const { key } = (
      await live.post('/v1/api-keys', { name: 'One', scope: 'read_write', knowledge_base_ids: [from] })
    ).body.data;
    const restricted = createClient(test.service.baseUrls.live, key);
    expectError(await restricted.patch(`${SOURCES}/${id}`, { knowledge_base_id: to }), 422);
    expect(await foundIn(from)).toEqual([from]);
  });

  it('moves with others in bulk, all or none', async () => {
    const ids = [await add({ external_id: 'a' }), await add({ external_id: 'b' })];
    const bulk = (more: Record<string, unknown>) =>
      live.post(`${SOURCES}/bulk`, { action: 'move', source_ids: ids, ...more });
    expectError(await bulk({}), 400);
    expect((await bulk({ knowledge_base_id: to })).body.data).toEqual({ changed: 2, missing: [] });
    expect((await bulk({ knowledge_base_id: to })).body.data).toEqual({ changed: 0, missing: [] });
    await live.addText('Other', 'Another text.', { knowledge_base_id: from, external_id: 'b' });
    expectError(await bulk({ knowledge_base_id: from }), 409);
    for (const id of ids) expect((await live.get(`${SOURCES}/${id}`)).body.data.knowledge_base_id).toBe(to);
  });
});
