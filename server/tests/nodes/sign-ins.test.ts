import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, join, openBrowser, signUp, tokenOf } from '../helpers/people.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

/** For news between nodes; a wait that nothing ends takes a minute. */
const BOUND_MS = 5_000;

describe.skipIf(!TEST_DATABASE_URL)('people on two nodes (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  let owner: Browser;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 2, workers: 0 });
    const [first] = cluster.apis;
    owner = openBrowser(first?.baseUrl ?? '');
    const link = /http:\S+\/join#token=\S+/.exec(first?.output() ?? '')?.[0] ?? '';
    expect((await join(owner, tokenOf(link), 'owner@example.com')).status).toBe(201);
  }, 60_000);
  afterAll(() => cluster?.stop());

  it('removing a person on one node ends their requests on the other', { timeout: 30_000 }, async () => {
    // It stays `processing`, for nobody works.
    const text = { type: 'text', name: 'Pier', content: 'The pier is 300 metres long.' };
    const source = (await owner.post('/v1/knowledge-base/sources', text)).body.data.id;
    const person = await signUp(owner, 'member');
    const elsewhere = person.at(cluster.apis[1]?.baseUrl ?? '');
    const waiting = elsewhere.get(`/v1/knowledge-base/sources/${source}?wait=60`);
    expect((await elsewhere.get('/v1/account')).status).toBe(200);
    await owner.delete(`/v1/members/${person.accountId}`);
    const removedAt = performance.now();
    expectError(await waiting, 401);
    expect(performance.now() - removedAt).toBeLessThan(BOUND_MS);
    expectError(await elsewhere.get('/v1/account'), 401);
  });

  it('of many who join both nodes at once by one link, exactly one succeeds', async () => {
    const token = tokenOf((await owner.post('/v1/invitations', { role: 'viewer' })).body.data.link);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        join(openBrowser(cluster.apis[index % 2]?.baseUrl ?? ''), token, `racer-${index}@example.com`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });
});
