import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newId, type SourceId } from '#lib/ids.ts';
import {
  aborted,
  add,
  clock,
  commit,
  effectsOn,
  type IngestJob,
  isQueueEmpty,
  logged,
  prepareTestRunner,
  queue,
  run,
  statusOf,
  store,
  tenant,
  untilQueueIsEmpty,
} from '../../tests/helpers/job-runner.ts';

prepareTestRunner();

describe('runJobs', () => {
  it('aborts a job that is cancelled, and commits nothing of it', async () => {
    const sourceId = await add();
    const signals: AbortSignal[] = [];
    run({
      handler: {
        run: async (job) => {
          signals.push(job.signal);
          await aborted(job.signal).catch(() => undefined);
          // A handler that ignores its signal cannot commit either.
          await commit(job);
        },
      },
    });
    const other = await add();
    await expect.poll(() => signals).toHaveLength(2);
    await tenant.store.transaction((tx) => tx.jobs.cancel(sourceId));
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    await sleep(50);
    expect(await effectsOn(sourceId)).toBe(0);
    expect(await statusOf(sourceId)).toBe('processing');
    await tenant.store.transaction((tx) => tx.jobs.cancel(other));
    expect(await isQueueEmpty()).toBe(true);
    expect(logged).toEqual([]);
  });

  it('does not end a job that was cancelled and queued again', async () => {
    const sourceId = await add();
    const seen: IngestJob[] = [];
    run({
      handler: {
        run: async (job) => {
          seen.push(job);
          if (seen.length === 1) await aborted(job.signal);
          await commit(job);
        },
      },
    });
    await expect.poll(() => seen).toHaveLength(1);
    await tenant.store.transaction(async (tx) => {
      await tx.jobs.cancel(sourceId);
      await queue(tx, sourceId);
    });
    await untilQueueIsEmpty();
    expect(seen.map((job) => job.row.attempts)).toEqual([1, 1]);
    expect(await effectsOn(sourceId)).toBe(1);
  });

  it('aborts a job whose lease another runner took, and only the new holder commits', async () => {
    const sourceId = await add();
    const signals: AbortSignal[] = [];
    run({
      leaseMs: 300,
      handler: {
        run: async (job) => {
          signals.push(job.signal);
          await aborted(job.signal).catch(() => undefined);
          await commit(job);
        },
      },
    });
    await expect.poll(() => signals).toHaveLength(1);
    // The process was stalled for so long that its lease expired.
    const [taken] = await store.jobs.claim({
      lane: 'compute',
      now: clock.now + 301,
      leaseUntil: clock.now + 60_000,
      leaseToken: newId('request'),
      limit: 1,
    });
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    await sleep(50);
    expect(await effectsOn(sourceId)).toBe(0);
    expect(taken && (await tenant.store.transaction((tx) => tx.jobs.finish(taken)))).toBe(true);
    expect(signals).toHaveLength(1);
  });

  it('extends the lease of a long job', async () => {
    const sourceId = await add();
    run({
      leaseMs: 150,
      handler: {
        run: async (job) => {
          for (let step = 0; step < 10; step++) {
            await sleep(60);
            clock.now += 60;
          }
          await commit(job);
        },
      },
    });
    await untilQueueIsEmpty();
    expect(await effectsOn(sourceId)).toBe(1);
  });

  it('stops without partial commits, and another runner finishes at once', async () => {
    const ids: SourceId[] = [];
    for (let count = 0; count < 20; count++) ids.push(await add());
    let started = 0;
    const runner = run({
      concurrency: 8,
      handler: {
        run: async (job) => {
          started++;
          await Promise.race([sleep(20 * started), aborted(job.signal)]);
          await commit(job);
        },
      },
    });
    await expect.poll(() => effectsOn(ids[0] as SourceId)).toBe(1);
    await runner.stop();
    const [startedAtStop, effects] = [started, await Promise.all(ids.map(effectsOn))];
    expect(effects).toContain(0);
    await sleep(100);
    expect(started).toBe(startedAtStop);
    expect(await Promise.all(ids.map(effectsOn))).toEqual(effects);
    // No failure was counted, and no lease delays the job.
    expect(await store.jobs.nextDueAt('compute')).toBeLessThanOrEqual(clock.now);
    run({ concurrency: 8, handler: {} });
    await untilQueueIsEmpty();
    expect(await Promise.all(ids.map(effectsOn))).toEqual(Array(20).fill(1));
    expect(logged).toEqual([]);
  });

  it('stop waits for a job that is committing', async () => {
    const sourceId = await add();
    let isStarted = false;
    const runner = run({
      handler: {
        run: async (job) => {
          isStarted = true;
          await sleep(100);
          await commit(job);
        },
      },
    });
    await expect.poll(() => isStarted).toBe(true);
    await runner.stop();
    expect(await effectsOn(sourceId)).toBe(1);
    expect(await isQueueEmpty()).toBe(true);
  });
});
