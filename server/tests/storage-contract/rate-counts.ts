import { expect, it } from 'vitest';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Context } from './context.ts';

/** The store contract for request counts. */
export function rateCountsContract(context: () => Context): void {
  it('counts are exact under concurrency, and restart after the window', async ({ skip }) => {
    const { store, ours } = context();
    if (!store.isShared) skip('it is counted in memory');
    const add = (now: number, bucket = 'read', workspaceId: WorkspaceId | '' = ours.workspaceId) =>
      store.rateCounts.add({ workspaceId, bucket }, { windowMs: 60, now });
    const counted = await Promise.all(Array.from({ length: 50 }, () => add(100)));
    expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(await add(159)).toEqual({ count: 51, windowStart: 100 });
    expect(await add(159, 'write')).toEqual({ count: 1, windowStart: 159 });
    expect(await add(159, 'read', '')).toEqual({ count: 1, windowStart: 159 });
    const takeBack = (windowStart: number): Promise<void> =>
      store.rateCounts.takeBack(
        { workspaceId: ours.workspaceId, bucket: 'read' },
        { windowMs: 60, windowStart },
      );
    await takeBack(100);
    expect(await add(159)).toEqual({ count: 51, windowStart: 100 });
    expect(await add(160)).toEqual({ count: 1, windowStart: 160 });
    // This window has ended.
    await takeBack(100);
    await takeBack(160);
    expect(await add(160)).toEqual({ count: 1, windowStart: 160 });
    await store.rateCounts.removeOld(160);
    expect(await add(161)).toEqual({ count: 2, windowStart: 160 });
    expect(await add(161, 'write')).toEqual({ count: 1, windowStart: 161 });
  });
}
