import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';

const ROUNDS = 3;

describe.skipIf(!TEST_DATABASE_URL)('nodes that are killed (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 60_000);
  afterAll(() => cluster?.stop());

  it(`kill -9 of an api and a worker ${ROUNDS} times loses nothing acknowledged and repeats nothing`, {
    timeout: 90_000,
  }, async () => {
    const load = await startLoad(cluster, { lines: 600 });
    const killed = new Set();
    for (let round = 0; round < ROUNDS; round++) {
      await untilAdded(load, 15);
      const [[api], [worker]] = [cluster.apis, cluster.workers];
      if (!api || !worker) throw new Error('No node is left.');
      killed.add(api);
      await Promise.all([api, worker].map((node) => cluster.stopNode(node, 'SIGKILL')));
      await Promise.all([cluster.startNode('api'), cluster.startNode('worker')]);
    }
    await untilAdded(load, 15);
    await load.stop();
    const refused = load.seen.filter(
      ({ status, node }) => status >= 300 || (status === 0 && !killed.has(node)),
    );
    expect(refused.map(({ what, status, error }) => ({ what, status, error }))).toEqual([]);
    // A session whose node died waits for the lease of its turn.
    expect([...load.turns.values()].every((turns) => turns.length > 0)).toBe(true);
    await expectNothingLost(cluster, load);
  });
});
