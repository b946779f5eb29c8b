import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';

/** PostgreSQL 15 without extensions: see scripts/postgres-for-tests.sh. */
const { TEST_DATABASE_URL_15 } = process.env;

describe.skipIf(!TEST_DATABASE_URL_15)('the oldest PostgreSQL (TEST_DATABASE_URL_15)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 2, workers: 1, databaseUrl: TEST_DATABASE_URL_15 ?? '' });
  });
  afterAll(() => cluster?.stop());

  it('is PostgreSQL 15, without any extension but the language of functions', async () => {
    const [{ server_version: version } = {}] = await cluster.sql('SHOW server_version');
    expect(version).toMatch(/^15\./);
    expect(await cluster.sql('SELECT extname FROM pg_extension')).toEqual([{ extname: 'plpgsql' }]);
  });

  it('two nodes and a worker add, search, chat and delete on it, and nothing is lost', async () => {
    const load = await startLoad(cluster, { texts: 20, lines: 30 });
    await untilAdded(load, 20);
    await load.stop();
    expect(load.seen.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    await expectNothingLost(cluster, load);
    const [[id, word] = ['', '']] = load.added;
    const find = async () =>
      (await cluster.call('POST', '/v1/query', { query: word, search_type: 'keyword' })).data as {
        results: { source_id: string }[];
      };
    expect((await find()).results.map((result) => result.source_id)).toContain(id);
    expect((await cluster.call('DELETE', `/v1/knowledge-base/sources/${id}`)).status).toBe(204);
    for (const _ of cluster.apis) expect((await find()).results).toEqual([]);
  });
});
