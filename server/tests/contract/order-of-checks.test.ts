import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKeySecret } from '../../src/keys/key-secret.ts';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { createOneOfEach, fillPath, type Ids, type Operation, operationsOf } from '../helpers/operations.ts';
import { snapshot } from '../helpers/snapshot.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// 401 key, 403 environment, 403 scope, 404 path, 400 body, 422 values: a request with several faults hears of the first.

let test: TestService;
let live: Client;
let ids: Ids;
let foreign: { workspace: Ids; environment: Ids };
const keys: Partial<
  Record<'unknown' | 'revoked' | 'revokedSandbox' | 'sandbox' | 'readOnly' | 'readWrite', Client>
> = {};
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  const other = await addWorkspace(test);
  ids = await createOneOfEach(live, 'live');
  foreign = {
    workspace: await createOneOfEach(other.live, 'other'),
    environment: await createOneOfEach(test.sandbox, 'sandbox'),
  };
  keys.unknown = createClient(live.baseUrl, newKeySecret('live'));
  const revoked = await clientWithScope(live, 'admin');
  await live.delete(`/v1/api-keys/${revoked.keyId}`);
  keys.revoked = revoked;
  const revokedSandbox = await clientWithScope(test.sandbox, 'read_only');
  await test.sandbox.delete(`/v1/api-keys/${revokedSandbox.keyId}`);
  keys.revokedSandbox = createClient(live.baseUrl, revokedSandbox.key);
  const sandboxReader = await clientWithScope(test.sandbox, 'read_only');
  keys.sandbox = createClient(live.baseUrl, sandboxReader.key);
  keys.readOnly = await clientWithScope(live, 'read_only');
  keys.readWrite = await clientWithScope(live, 'read_write');
});
afterAll(() => test.stop());

const UNKNOWN: Ids = {
  agent: 'agt_0000000000000000000000000',
  answer: 'ans_0000000000000000000000000',
  archive: 'arc_0000000000000000000000000',
  base: 'kb_0000000000000000000000000',
  spareBase: 'kb_0000000000000000000000000',
  source: 'src_0000000000000000000000000',
  connector: 'con_0000000000000000000000000',
  crawl: 'crawl_0000000000000000000000000',
  evaluation: 'eval_0000000000000000000000000',
  question: 'qst_0000000000000000000000000',
  questionSet: 'qset_0000000000000000000000000',
  key: 'key_0000000000000000000000000',
  session: 'nobody',
  message: 'msg_0000000000000000000000000',
  webhook: 'wh_0000000000000000000000000',
  delivery: 'dlv_0000000000000000000000000',
  member: 'acc_0000000000000000000000000',
  invitation: 'inv_0000000000000000000000000',
  tag: '',
  token: 'tok_0000000000000000000000000',
  upload: 'up_0000000000000000000000000',
  version: '0',
  view: 'view_0000000000000000000000000',
};
const operations = operationsOf({ base: 'kb_1' });
const titled = (some: Operation[]) =>
  some.map((operation) => ({ ...operation, title: `${operation.method} ${operation.path}` }));

describe.each(titled(operations))('$title', ({ method, path, isForAdmin, createsByPath }) => {
  const broken = '{"broken';
  const send = (client: Client | undefined, at: string) => {
    if (!client) throw new Error('no such client');
    return client.call(method, `${at}?nonsense=1`, method === 'GET' ? undefined : broken);
  };
  const unknownPath = fillPath(path, UNKNOWN);

  it('401 comes before all other checks', async () => {
    for (const name of ['unknown', 'revoked', 'revokedSandbox'] as const)
      expectError(await send(keys[name], unknownPath), 401);
    expectError(await send(createClient(live.baseUrl, ''), unknownPath), 401);
  });

  it('403 for the environment comes before scope, path and body', async () => {
    const answer = await send(keys.sandbox, unknownPath);
    expectError(answer, 403);
    expect(answer.body.error.message).toContain('production address');
  });

  if (method !== 'GET' || isForAdmin)
    it('403 for the scope comes before path and body', async () => {
      expectError(await send(keys.readOnly, unknownPath), 403);
      if (isForAdmin) expectError(await send(keys.readWrite, unknownPath), 403);
    });

  if (path.includes('{') && !createsByPath)
    it('404 comes before the body, also for ids of another workspace or environment', async () => {
      expectError(await send(live, unknownPath), 404);
      for (const theirs of [foreign.workspace, foreign.environment])
        expectError(await send(live, fillPath(path, theirs)), 404);
      for (const odd of ['%00', '%2e%2e%2f', encodeURIComponent('"'), 'agt_A', 'null'])
        expectError(await send(live, path.replace(/\{\w+\}/, odd)), 404);
    });
});

describe.each(titled(operations.filter((operation) => operation.body)))(
  '$title',
  ({ method, path, body = {}, needsNoField, isOpenAi }) => {
    const send = (raw: unknown) => live.call(method, fillPath(path, ids), raw);
    const [field = ''] = Object.keys(body);

    it('a broken body gets 400, a missing field 400 before a wrong one 422, an unknown field 422', async () => {
      const before = await snapshot(live, ids.agent);
      for (const raw of ['{"broken', '', undefined, '{"a":1}}']) expectError(await send(raw), 400);
      expectError(await send('[]'), 422, 'body');
      if (method === 'POST' && !needsNoField) expectError(await send({ nonsense: 1 }), 400, field);
      expectError(await send({ ...body, [field]: { an: 'object' }, nonsense: 1 }), 422, field);
      if (!isOpenAi) expectError(await send({ ...body, nonsense: 1 }), 422, 'nonsense');
      expect(await snapshot(live, ids.agent)).toEqual(before);
    });
  },
);

describe.each(
  titled(operations.filter(({ method, path }) => method === 'GET' && /s$|query$|\{source\}$/.test(path))),
)('$title', ({ path }) => {
  it('an unknown parameter gets 422 with its name', async () => {
    expectError(await live.get(`${fillPath(path, ids)}?query=a&nonsense=1`), 422, 'nonsense');
  });
});

describe('an id of another workspace or environment in a body', () => {
  it.each([
    [
      'POST',
      '/v1/agents',
      (theirs: Ids) => ({ name: 'A', knowledge_base_ids: [theirs.base] }),
      'knowledge_base_ids',
    ],
    [
      'PATCH',
      '/v1/agents/{agent}',
      (theirs: Ids) => ({ knowledge_base_ids: [theirs.base] }),
      'knowledge_base_ids',
    ],
    ['POST', '/v1/query', (theirs: Ids) => ({ query: 'pier', source_ids: [theirs.source] }), 'source_ids'],
    [
      'POST',
      '/v1/query',
      (theirs: Ids) => ({ query: 'pier', knowledge_base_ids: [theirs.base] }),
      'knowledge_base_ids',
    ],
    [
      'POST',
      '/v1/knowledge-base/sources',
      (theirs: Ids) => ({ type: 'text', name: 'A', content: 'B', knowledge_base_id: theirs.base }),
      'knowledge_base_id',
    ],
  ] as const)('422 for %s %s', async (method, path, bodyOf, field) => {
    const before = await snapshot(live, ids.agent);
    for (const theirs of [foreign.workspace, foreign.environment])
      expectError(await live.call(method, fillPath(path, ids), bodyOf(theirs)), 422, field);
    expect(await snapshot(live, ids.agent)).toEqual(before);
  });

  it('an id of another workspace or environment is never searched', async () => {
    for (const search_type of ['semantic', 'keyword', 'hybrid']) {
      const { results } = (
        await live.post('/v1/query', { query: 'pier other sandbox', search_type, limit: 20 })
      ).body.data;
      expect(results.map((hit: { source_id: string }) => hit.source_id)).toEqual([ids.source]);
      expect(
        (await live.post('/v1/query', { query: 'pier', tags: ['other'], search_type })).body.data.total,
      ).toBe(0);
    }
  });
});
