import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionNameOf } from '#storage/postgres/older-nodes.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { type Load, startLoad } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';

const CUTS = 100;

const outcomes = ({ seen }: Load, what: string): { all: number; answered: number } => {
  const of = seen.filter((one) => one.what === what);
  return { all: of.length, answered: of.filter(({ status }) => status < 300).length };
};

describe.skipIf(!TEST_DATABASE_URL)('connections to the database that are cut (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 60_000);
  afterAll(() => cluster?.stop());

  it(`${CUTS} times: reads go through by themselves, writes are answered 201 or 503, and nothing is lost`, {
    timeout: 90_000,
  }, async () => {
    const load = await startLoad(cluster, { texts: 200, lines: 600 });
    let cuts = 0;
    while (cuts < CUTS) {
      const cut = await cluster.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 ORDER BY (state = 'idle'), random() LIMIT 1`,
        [sessionNameOf(cluster.schema)],
      );
      cuts += cut.length;
      await sleep(80);
    }
    await sleep(500);
    await load.stop();

    const refused = load.seen.filter(({ status }) => status !== 200 && status !== 201);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    const queries = outcomes(load, 'query');
    expect(queries.all).toBeGreaterThan(20);
    expect(queries.answered / queries.all).toBeGreaterThan(0.85);
    for (const what of ['add', 'chat']) {
      const { all, answered } = outcomes(load, what);
      expect(answered / all, what).toBeGreaterThan(0.4);
    }
    await expectNothingLost(cluster, load);
  });

  it('a client that waits for a source gets its end even if the notification is lost', {
    timeout: 60_000,
  }, async () => {
    const listeners = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = $1 AND query LIKE 'LISTEN%'`;
    const cutting = setInterval(() => void cluster.sql(listeners, [sessionNameOf(cluster.schema)]), 50);
    try {
      for (let number = 0; number < 5; number++) {
        const body = { type: 'text', name: `news ${number}`, content: `What is new: ${number}.` };
        const added = await cluster.call('POST', '/v1/knowledge-base/sources', body);
        const startedAt = performance.now();
        const { id } = added.data as { id: string };
        const { data } = await cluster.call('GET', `/v1/knowledge-base/sources/${id}?wait=30`);
        expect(data).toMatchObject({ id, status: 'indexed' });
        expect(performance.now() - startedAt).toBeLessThan(10_000);
      }
    } finally {
      clearInterval(cutting);
    }
  });
});
