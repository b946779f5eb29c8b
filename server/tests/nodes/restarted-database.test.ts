import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { hasPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';

const statusOf = async (node: { baseUrl: string }): Promise<number> =>
  (await fetch(`${node.baseUrl}/readyz`)).status;

describe.skipIf(!TEST_DATABASE_URL || !hasPostgres)(
  'PostgreSQL is restarted under load (TEST_DATABASE_URL, and a PostgreSQL 17 to start)',
  () => {
    let postgres: PostgresServer;
    let cluster: Cluster;
    beforeAll(async () => {
      postgres = await startPostgres();
      cluster = await startCluster({ databaseUrl: postgres.url });
    }, 60_000);
    afterAll(async () => {
      try {
        await cluster?.stop();
      } finally {
        await postgres?.remove();
      }
    }, 60_000);

    const nodes = () => [...cluster.apis, ...cluster.workers];
    const everyStatus = () => Promise.all(nodes().map(statusOf));

    it.each(['fast', 'immediate'] as const)(
      '%s: 503 meanwhile, /readyz is red and green again, and nothing that was acknowledged is lost',
      { timeout: 90_000 },
      async (mode) => {
        const load = await startLoad(cluster, { texts: 150 });
        await untilAdded(load, 30);
        await postgres.stop(mode);
        await sleep(1_000);
        expect(await everyStatus()).toEqual(nodes().map(() => 503));
        await sleep(2_000);
        await postgres.start();
        await expect.poll(everyStatus).toEqual(nodes().map(() => 200));
        await untilAdded(load, 30);
        await load.stop();
        expect(nodes().filter((node) => node.hasEnded())).toEqual([]);

        const refused = load.seen.filter(({ status }) => status !== 200 && status !== 201);
        expect(refused.length).toBeGreaterThan(3);
        expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
        expect(Math.max(...load.seen.map(({ ms }) => ms))).toBeLessThan(10_000);
        await expectNothingLost(cluster, load);
      },
    );

    it('stands still for some seconds: /readyz is red and green again, requests wait or get 503, and nothing is lost', {
      timeout: 90_000,
    }, async () => {
      const load = await startLoad(cluster, { texts: 100 });
      await untilAdded(load, 20);
      postgres.signal('SIGSTOP');
      try {
        await sleep(500);
        expect(await everyStatus()).toEqual(nodes().map(() => 503));
        await sleep(6_000);
      } finally {
        postgres.signal('SIGCONT');
      }
      await expect.poll(everyStatus).toEqual(nodes().map(() => 200));
      await untilAdded(load, 20);
      await load.stop();
      const refused = load.seen.filter(({ status }) => status !== 200 && status !== 201);
      expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
      await expectNothingLost(cluster, load);
    });
  },
);
