import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { type Load, startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { canMount, type PostgresServer, startPostgres } from './postgres-server.ts';

const DISK_MB = 220;

describe.skipIf(!TEST_DATABASE_URL || !canMount)(
  'the disk of the database is full (TEST_DATABASE_URL, a PostgreSQL 17 to start, and the right to mount a disk)',
  () => {
    let postgres: PostgresServer;
    let cluster: Cluster;
    beforeAll(async () => {
      postgres = await startPostgres({ diskMb: DISK_MB });
      cluster = await startCluster({ databaseUrl: postgres.url, apis: 2, workers: 1 });
    }, 60_000);
    afterAll(async () => {
      try {
        await cluster?.stop();
      } finally {
        await postgres?.remove();
      }
    }, 60_000);

    /** What the answers to requests of this kind were during the next two seconds. */
    const statusesOf = async ({ seen }: Load, what: 'add' | 'query'): Promise<Set<number>> => {
      const before = seen.length;
      await sleep(2_000);
      return new Set(seen.slice(before).flatMap((one) => (one.what === what ? [one.status] : [])));
    };
    const expectRecovery = async (load: Load): Promise<void> => {
      await untilAdded(load, 10);
      await load.stop();
      expect(load.seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
      await expectNothingLost(cluster, load);
    };

    it('writes are answered 503 and reads go on; with room again all that was acknowledged is indexed', {
      timeout: 90_000,
    }, async () => {
      const load = await startLoad(cluster, { texts: 1_000 });
      await untilAdded(load, 20);
      postgres.fillDisk();
      await sleep(2_000);
      postgres.fillDisk();
      expect(await statusesOf(load, 'add')).toEqual(new Set([503]));
      expect(await statusesOf(load, 'query')).toEqual(new Set([200]));
      postgres.resize(DISK_MB + 100);
      await expectRecovery(load);
    });

    it('also when PostgreSQL cannot write its log any more and ends: it is started again, and nothing was lost', {
      timeout: 90_000,
    }, async () => {
      const load = await startLoad(cluster, { texts: 1_000 });
      await untilAdded(load, 20);
      postgres.fillDisk();
      const useLog =
        "SELECT pg_logical_emit_message(true, 'filler', repeat('x', 1000)); SELECT pg_switch_wal()";
      await expect
        .poll(
          () => {
            postgres.fillDisk();
            return cluster.sql(useLog).then(
              () => 'written',
              () => 'failed',
            );
          },
          { timeout: 20_000, interval: 10 },
        )
        .toBe('failed');
      expect(postgres.log()).toContain('PANIC');
      expect(await statusesOf(load, 'add')).toEqual(new Set([503]));
      postgres.resize(DISK_MB + 300);
      await sleep(500);
      if (!postgres.isRunning()) await postgres.start();
      await expectRecovery(load);
    });
  },
);
