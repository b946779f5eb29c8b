import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../helpers/server-process.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { startLoad, untilAdded } from './load.ts';
import { expectNothingLost } from './nothing-lost.ts';

const ROUND_MS = 200;

/** Of these nodes, those that say that they are ready; looked at again and again, as a balancer does. */
function watchReady(nodes: readonly ServerProcess[]): { ready: ServerProcess[]; stop(): void } {
  const ready = [...nodes];
  const isReady = async ({ baseUrl }: ServerProcess): Promise<boolean> =>
    (await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.status === 200;
  const timer = setInterval(async () => {
    const now = [...nodes];
    const answers = await Promise.all(now.map(isReady));
    ready.splice(0, ready.length, ...now.filter((_, index) => answers[index]));
  }, ROUND_MS);
  return { ready, stop: () => clearInterval(timer) };
}

describe.skipIf(!TEST_DATABASE_URL)('a rolling restart (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ env: { DRAIN_SECONDS: '2' } });
  }, 60_000);
  afterAll(() => cluster?.stop());

  it('a rolling restart behind a balancer that watches /readyz fails no request', {
    timeout: 90_000,
  }, async () => {
    const nodes = [...cluster.apis];
    const { ready, stop } = watchReady(nodes);
    const load = await startLoad({ ...cluster, apis: ready });
    for (const node of [...nodes]) {
      await untilAdded(load, 5);
      const [next] = await Promise.all([cluster.startNode('api'), cluster.stopNode(node, 'SIGTERM')]);
      nodes.splice(nodes.indexOf(node), 1, next);
    }
    for (const node of [...cluster.workers])
      await Promise.all([cluster.startNode('worker'), cluster.stopNode(node, 'SIGTERM')]);
    await sleep(500);
    await load.stop();
    stop();
    expect(load.seen.length).toBeGreaterThan(50);
    expect(load.seen.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    await expectNothingLost(cluster, load);
  });
});
