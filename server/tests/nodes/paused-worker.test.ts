import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';

describe.skipIf(!TEST_DATABASE_URL)('a worker that stands still (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 1, workers: 2 });
  }, 60_000);
  afterAll(() => cluster?.stop());

  /** The sources that a worker is at. */
  const held = async (): Promise<unknown[]> => {
    const rows = await cluster.sql('SELECT subject_id FROM jobs WHERE lease_until > $1', [Date.now()]);
    return rows.map((row) => row['subject_id']);
  };
  /** The number of a segment changes with each writing. */
  const segmentsOf = (sourceIds: unknown[]) =>
    cluster.sql('SELECT source_id, change_no FROM segments WHERE source_id = ANY($1) ORDER BY source_id', [
      sourceIds,
    ]);

  it('a worker paused for longer than its lease loses its jobs, and repeats none when it wakes', {
    timeout: 90_000,
  }, async () => {
    const [paused, other] = cluster.workers;
    if (!paused || !other) throw new Error('Two workers were to start.');
    const load = await startLoad(cluster, { texts: 120, lines: 300 });
    // Until more wait than a worker takes at once, and none is held.
    for (const worker of cluster.workers) worker.signal('SIGSTOP');
    await untilAdded(load, 40);
    await expect.poll(held).toEqual([]);
    paused.signal('SIGCONT');
    await expect.poll(async () => (await held()).length, { interval: 5 }).toBeGreaterThan(5);
    paused.signal('SIGSTOP');
    const heldByPaused = await held();
    expect(heldByPaused.length).toBeGreaterThan(3);
    other.signal('SIGCONT');
    // Three seconds of its lease, and the time that a transaction may stand still.
    await expect.poll(async () => (await segmentsOf(heldByPaused)).length).toBe(heldByPaused.length);
    const written = await segmentsOf(heldByPaused);
    paused.signal('SIGCONT');
    await load.stop();
    await expectNothingLost(cluster, load);
    expect(await segmentsOf(heldByPaused)).toEqual(written);

    // The woken one works on its own.
    await cluster.stopNode(other, 'SIGKILL');
    const again = await startLoad(cluster, { texts: 10 });
    await untilAdded(again, 10);
    await again.stop();
    await expectNothingLost(cluster, again, { withinMs: 15_000 });
  });
});
