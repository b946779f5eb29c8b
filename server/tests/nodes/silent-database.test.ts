import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../helpers/server-process.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { hasPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';

/** Far above what is promised, for a machine that does much else. */
const MARGIN_MS = 3_000;

describe.skipIf(!TEST_DATABASE_URL || !hasPostgres)(
  'PostgreSQL stands still (TEST_DATABASE_URL, and a PostgreSQL 17 to start)',
  () => {
    let postgres: PostgresServer;
    let cluster: Cluster;
    let agentId: string;
    beforeAll(async () => {
      postgres = await startPostgres();
      cluster = await startCluster({ databaseUrl: postgres.url, apis: 2, workers: 1 });
      agentId = await cluster.addAgent();
    }, 60_000);
    afterAll(async () => {
      try {
        await cluster?.stop();
      } finally {
        await postgres?.remove();
      }
    }, 60_000);

    const nodes = () => [...cluster.apis, ...cluster.workers];
    const readiness = async (node: ServerProcess) => {
      const answer = await fetch(`${node.baseUrl}/readyz`);
      const { faults } = (await answer.json()) as { faults?: Record<string, string> };
      return { status: answer.status, storage: faults?.['storage'] };
    };
    const everyStatus = () => Promise.all(nodes().map(async (node) => (await readiness(node)).status));
    /** Four requests of different kinds to each node; the slowest is `ms`. */
    const tryAll = async () => {
      const kinds = [
        ['GET', '/v1/agents', undefined],
        ['POST', '/v1/query', { query: 'anything' }],
        ['POST', `/v1/agents/${agentId}/chat`, { message: 'Anything?' }],
        ['POST', '/v1/knowledge-base/sources', { type: 'text', name: 'Late', content: 'Too late.' }],
      ] as const;
      const startedAt = performance.now();
      const answers = await Promise.all(
        cluster.apis.flatMap((node) => kinds.map(([method, path, body]) => node.call(method, path, body))),
      );
      return { ms: performance.now() - startedAt, answers };
    };
    const expectRefused = ({ answers }: Awaited<ReturnType<typeof tryAll>>) => {
      for (const { status, headers } of answers) {
        expect(status).toBe(503);
        expect(headers['retry-after']).toMatch(/^\d+$/);
      }
    };

    it('30 s under load: new requests get 503 at once, waiting ones within 10 s, and nothing is lost or there twice', {
      timeout: 180_000,
    }, async () => {
      const load = await startLoad(cluster, { texts: 300 });
      await untilAdded(load, 20);
      postgres.signal('SIGSTOP');
      try {
        await sleep(3_000);
        for (let round = 0; round < 5; round++) {
          const tried = await tryAll();
          expectRefused(tried);
          expect(tried.ms).toBeLessThan(2_000);
          expect(await Promise.all(nodes().map(readiness))).toEqual(
            nodes().map(() => ({ status: 503, storage: 'The database does not answer.' })),
          );
          await sleep(5_000);
        }
      } finally {
        postgres.signal('SIGCONT');
      }
      const backAt = performance.now();
      await expect.poll(everyStatus, { timeout: 30_000, interval: 50 }).toEqual(nodes().map(() => 200));
      expect(performance.now() - backAt).toBeLessThan(1_000 + MARGIN_MS);
      await untilAdded(load, 20);
      await load.stop();
      const refused = load.seen.filter(({ status }) => status !== 200 && status !== 201);
      expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
      expect(refused.length).toBeGreaterThan(20);
      expect(Math.max(...load.seen.map(({ ms }) => ms))).toBeLessThan(10_000 + MARGIN_MS);
      await expectNothingLost(cluster, load);
    });

    it('a service that was idle refuses the first requests within 2 s', { timeout: 60_000 }, async () => {
      postgres.signal('SIGSTOP');
      try {
        const tried = await tryAll();
        expectRefused(tried);
        expect(tried.ms).toBeLessThan(2_000 + MARGIN_MS);
      } finally {
        postgres.signal('SIGCONT');
      }
      await expect.poll(everyStatus, { timeout: 30_000 }).toEqual(nodes().map(() => 200));
    });

    it('statements that wait for a lock are slow, but nothing else is refused meanwhile', {
      timeout: 60_000,
    }, async () => {
      const lock = cluster.sql(
        'BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(4); COMMIT',
      );
      await sleep(500);
      const waiting = cluster.apis.map((node) => node.call('GET', '/v1/agents'));
      await sleep(2_500);
      expect(await everyStatus()).toEqual(nodes().map(() => 200));
      for (const node of cluster.apis)
        expect((await node.call('GET', '/v1/knowledge-base/sources')).status).toBe(200);
      await lock;
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    });
  },
);
