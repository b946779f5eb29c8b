import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '#lib/environment.ts';
import { openEngine } from '#storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { type Browser, signUp, signUpOwner } from '../helpers/people.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

const MINE = { resource: 'conversations', name: 'Mine', filters: { state: 'open', assignee: 'me' } };

let test: TestService;
let live: Client;
let owner: Browser;
let ada: Browser & { accountId: string };
let bo: Browser & { accountId: string };
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  owner = await signUpOwner(test);
  ada = await signUp(owner, 'member');
  bo = await signUp(owner, 'member');
});
afterAll(() => test.stop());

const save = async (client: Client, more: object = {}) => {
  const { status, body } = await client.post('/v1/views', { ...MINE, ...more });
  expect(status).toBe(201);
  return body.data;
};
const idsOf = async (client: Client, query = '') =>
  (await client.get(`/v1/views?limit=100${query}`)).body.data.map(({ id }: { id: string }) => id);

/** The ids of all views, whoever sees them. */
async function storedIds(environment: Environment): Promise<string[]> {
  const engine = await openEngine({
    ...storageBeside(test.dataDir),
    environment,
    indexMemoryBytes: 0,
    isOnlyServer: false,
  });
  const rows = await engine.reads.selectFrom('saved_views').select('view_id').execute();
  await engine.close();
  return rows.map(({ view_id }) => view_id);
}

describe('saved views', () => {
  it('are of a person, who changes and deletes them', async () => {
    const view = await save(ada, { filters: { q: 'refund', tag: ['a', 'b'] } });
    expect(view).toMatchObject({
      resource: 'conversations',
      name: 'Mine',
      filters: { q: 'refund', tag: ['a', 'b'] },
      is_shared: false,
      owner: { type: 'account', id: ada.accountId, name: 'Ada' },
    });
    expect(await idsOf(ada)).toContain(view.id);
    expect(await idsOf(ada, '&resource=sources')).toEqual([]);
    expect(await idsOf(bo)).toEqual([]);
    expectError(await bo.get(`/v1/views/${view.id}`), 404);
    expectError(await bo.patch(`/v1/views/${view.id}`, { name: 'B' }), 404);
    const changed = await ada.patch(`/v1/views/${view.id}`, { name: 'Refunds', filters: {} });
    expect(changed.body.data).toMatchObject({ name: 'Refunds', filters: {}, is_shared: false });
    expect((await ada.delete(`/v1/views/${view.id}`)).status).toBe(204);
    expectError(await ada.get(`/v1/views/${view.id}`), 404);
  });

  it('are shared with the workspace, and changed by their owner and admins only', async () => {
    const view = await save(ada, { is_shared: true });
    expect((await bo.get(`/v1/views/${view.id}`)).body.data).toEqual(view);
    const refused = await bo.patch(`/v1/views/${view.id}`, { name: 'B' });
    expectError(refused, 403);
    expect(refused.body.error.message).toContain('Ada owns this view.');
    expectError(await bo.delete(`/v1/views/${view.id}`), 403);
    expect((await owner.patch(`/v1/views/${view.id}`, { name: 'Ours' })).body.data.name).toBe('Ours');
    const viewer = await signUp(owner, 'viewer');
    expect(await idsOf(viewer)).toEqual([view.id]);
    expectError(await viewer.post('/v1/views', MINE), 403);
    const stranger = (await addWorkspace(test)).live;
    expect(await idsOf(stranger)).toEqual([]);
    const reader = await clientWithScope(live, 'read_only');
    expect(await idsOf(reader)).toEqual([view.id]);
    const log = (await live.get('/v1/audit-log?action=saved_view.updated')).body.data;
    expect(log[0].details).toEqual({ name: { from: 'Mine', to: 'Ours' } });
  });

  it('are bounded in count and size', async () => {
    expectError(await ada.post('/v1/views', { ...MINE, resource: 'agents' }), 422, 'resource');
    expectError(await ada.post('/v1/views', { ...MINE, filters: { 'Q!': 'a' } }), 422);
    expectError(await ada.post('/v1/views', { ...MINE, filters: { q: 'x'.repeat(501) } }), 422);
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${'x'.repeat(index)}`, 'a']));
    expectError(await ada.post('/v1/views', { ...MINE, filters: many }), 422, 'filters');
    const key = await clientWithScope(live, 'read_write');
    for (let index = 0; index < 50; index++) await save(key);
    const refused = await key.post('/v1/views', MINE);
    expectError(refused, 422);
    expect(refused.body.error.message).toContain('You have 50 saved views');
  });

  it('of a removed member go with them, in both environments, and shared ones stay', async () => {
    const gone = await signUp(owner, 'member');
    const inSandbox = gone.at(test.sandbox.baseUrl);
    const own = await save(gone);
    const ownThere = await save(inSandbox);
    const shared = await save(gone, { is_shared: true });
    expect((await live.delete(`/v1/members/${gone.accountId}`)).status).toBe(204);
    expect(await idsOf(ada)).toContain(shared.id);
    const left = [...(await storedIds('live')), ...(await storedIds('sandbox'))];
    expect([own.id, ownThere.id, shared.id].filter((id) => left.includes(id))).toEqual([shared.id]);
  });
});
