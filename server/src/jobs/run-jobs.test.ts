import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { Store } from '#storage/store.ts';
import {
  aborted,
  add,
  clock,
  commit,
  effectsOn,
  fail,
  type IngestJob,
  type JobLane,
  log,
  logged,
  prepareTestRunner,
  queue,
  run,
  statusOf,
  store,
  tenant,
  untilQueueIsEmpty,
} from '../../tests/helpers/job-runner.ts';
import { runJobs } from './run-jobs.ts';

prepareTestRunner();

describe('runJobs', () => {
  it('runs a job queued before the start and one queued later', async () => {
    const first = await add();
    run({ handler: {} });
    await untilQueueIsEmpty();
    const second = await add();
    await untilQueueIsEmpty();
    expect([await effectsOn(first), await effectsOn(second)]).toEqual([1, 1]);
  });

  it('runs each of 200 jobs once, at most 8 at a time', async () => {
    let [running, most] = [0, 0];
    const ids: SourceId[] = [];
    for (let count = 0; count < 100; count++) ids.push(await add());
    run({
      concurrency: 8,
      handler: {
        run: async (job) => {
          most = Math.max(most, ++running);
          await sleep(Math.random() * 4);
          await commit(job);
          running--;
        },
      },
    });
    for (let count = 0; count < 100; count++) ids.push(await add());
    await untilQueueIsEmpty();
    expect(await Promise.all(ids.map(effectsOn))).toEqual(Array(200).fill(1));
    expect(most).toBeGreaterThan(4);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('retries a retryable error after a while, and calls onFailure once after the last attempt', async () => {
    const [startedAt, gaveUpOn]: [number[], unknown[]] = [[], []];
    const sourceId = await add();
    run({
      maxAttempts: 3,
      handler: {
        run: async () => {
          startedAt.push(clock.now);
          throw new Error(`fault ${startedAt.length}`);
        },
        onFailure: async (job, error) => {
          gaveUpOn.push(error);
          await fail(job);
        },
      },
    });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await expect.poll(() => startedAt).toHaveLength(attempt);
      if (attempt === 3) break;
      const dueAt = await vi.waitFor(async () => {
        const at = await store.jobs.nextDueAt('compute');
        // Released: `at` is no longer the end of the lease.
        if (at === undefined || at > clock.now + 10_000) throw new Error('not given back yet');
        return at;
      }, 30_000);
      const wholeMs = 1_000 * 2 ** (attempt - 1);
      expect(dueAt - clock.now).toBeGreaterThanOrEqual(wholeMs / 2);
      expect(dueAt - clock.now).toBeLessThanOrEqual(wholeMs);
      clock.now = dueAt - 1;
      await sleep(50);
      expect(startedAt).toHaveLength(attempt);
      clock.now = dueAt;
    }
    await untilQueueIsEmpty();
    expect(gaveUpOn).toEqual([new Error('fault 3')]);
    expect(await statusOf(sourceId)).toBe('failed');
    expect(await effectsOn(sourceId)).toBe(0);
  }, 20_000);

  it('waits for an unavailable database, 70 times in a row, without using up attempts', async () => {
    const seen: IngestJob['row'][] = [];
    const sourceId = await add();
    run({
      maxAttempts: 3,
      handler: {
        run: async (job) => {
          seen.push(job.row);
          if (seen.length <= 70) throw new StorageUnavailableError({ cause: new Error('ECONNREFUSED') });
          await commit(job);
        },
        isRetryable: () => false,
      },
    });
    for (let time = 1; time <= 70; time++) {
      await vi.waitFor(async () => {
        expect(seen).toHaveLength(time);
        const dueAt = (await store.jobs.nextDueAt('compute')) ?? 0;
        expect(dueAt - clock.now).toBeGreaterThanOrEqual(4_000);
        expect(dueAt - clock.now).toBeLessThanOrEqual(8_000);
      }, 30_000);
      clock.now += 8_000;
      // This notification makes the runner check its queue.
      await tenant.store.transaction(async (tx) => {
        await queue(tx, 'src_nobody');
        await tx.jobs.cancel('src_nobody');
      });
    }
    await untilQueueIsEmpty();
    expect(seen.map(({ attempts, failures }) => [attempts, failures])).toEqual(Array(71).fill([1, 0]));
    expect(await statusOf(sourceId)).toBe('processing');
    expect(await effectsOn(sourceId)).toBe(1);
  }, 30_000);

  it('calls onFailure at once for an error that is not retryable', async () => {
    let attempts = 0;
    const sourceId = await add();
    run({
      handler: {
        run: async () => {
          attempts++;
          throw new Error('for good');
        },
        isRetryable: () => false,
      },
    });
    await untilQueueIsEmpty();
    expect(attempts).toBe(1);
    expect(await statusOf(sourceId)).toBe('failed');
  });

  it('continues with other jobs when onFailure throws, and comes back to the job when its lease expires', async () => {
    let faults = 0;
    const broken = await add();
    run({
      concurrency: 1,
      leaseMs: 3_000,
      handler: {
        run: async (job) => {
          if (job.payload.source_id === broken && faults === 0) throw new Error('for good');
          await commit(job);
        },
        isRetryable: () => false,
        onFailure: async () => {
          faults++;
          throw new Error('the disk is full');
        },
      },
    });
    const sound = await add();
    await expect.poll(() => effectsOn(sound)).toBe(1);
    expect(faults).toBe(1);
    expect(logged.filter(({ level }) => level === 50)).toMatchObject([
      {
        msg: 'ingest-source could not be ended; its lease will run out',
        err: { message: 'the disk is full' },
      },
    ]);
    clock.now += 3_000;
    await untilQueueIsEmpty();
    expect(await effectsOn(broken)).toBe(1);
  });

  it('gives up a job that was started 50 times without ending', async () => {
    const sourceId = await add();
    const claim = { leaseToken: 'dead', limit: 1 };
    for (let time = 0; time < 50; time++)
      await store.jobs.claim({
        lane: 'compute',
        ...claim,
        now: clock.now + time,
        leaseUntil: clock.now + time + 1,
      });
    clock.now += 60;
    let attempts = 0;
    run({ handler: { run: async () => void attempts++ } });
    await untilQueueIsEmpty();
    expect(attempts).toBe(0);
    expect(await statusOf(sourceId)).toBe('failed');
  });

  it.each([
    ['an unknown kind', { kind: 'fold-laundry', payload: '{}' }],
    ['a kind named like an Object property', { kind: 'constructor', payload: '{}' }],
    ['a payload of another shape', { kind: 'ingest-source', payload: '{"source_id":7}' }],
    ['a payload that is not JSON', { kind: 'ingest-source', payload: '{' }],
  ])('keeps a job with %s for later, and runs the others', async (_, odd) => {
    await tenant.store.transaction((tx) =>
      tx.jobs.insert({ lane: 'compute', subject_id: 'odd', run_at: 0, ...odd }),
    );
    run({ handler: {} });
    const sound = await add();
    await expect.poll(() => effectsOn(sound)).toBe(1);
    await vi.waitFor(async () => {
      const dueAt = (await store.jobs.nextDueAt('compute')) ?? 0;
      expect(dueAt).toBeGreaterThanOrEqual(clock.now + 500);
      expect(dueAt).toBeLessThanOrEqual(clock.now + 1_000);
    }, 30_000);
    expect(logged.map(({ msg }) => msg)).toEqual([`${odd.kind} could not be read and will be tried again`]);
    clock.now += 1_000;
    await expect.poll(() => logged).toHaveLength(2);
  });

  it('fills a free slot at once, one short job after another', async () => {
    const long = new Set<SourceId>();
    for (let count = 0; count < 7; count++) long.add(await add());
    const started = new Set<SourceId>();
    run({
      concurrency: 8,
      handler: {
        run: async (job) => {
          started.add(job.payload.source_id);
          if (long.has(job.payload.source_id)) await aborted(job.signal);
          await commit(job);
        },
      },
    });
    await expect.poll(() => started.size).toBe(7);
    const short = await Promise.all(Array.from({ length: 4 }, () => add()));
    const startedAt = performance.now();
    await expect.poll(() => Promise.all(short.map(effectsOn)), { interval: 20 }).toEqual([1, 1, 1, 1]);
    // A claim takes 100 ms. Waiting for the regular poll would take four seconds.
    expect(performance.now() - startedAt).toBeLessThan(3_500);
    expect(started.size).toBe(11);
  });

  it('keeps a job for which its lane has no handler, and runs it once there is one', async () => {
    const odd = await add('network');
    await tenant.store.transaction(async (tx) => {
      await tx.jobs.cancel(odd);
      const payload = JSON.stringify({ source_id: odd, revision: 1 });
      await tx.jobs.insert({ kind: 'fetch-page', lane: 'compute', subject_id: odd, payload, run_at: 0 });
    });
    const runner = run({ handler: {} });
    const sound = await add();
    await expect.poll(() => effectsOn(sound)).toBe(1);
    await expect.poll(() => logged).toHaveLength(1);
    await runner.stop();
    expect(logged[0]?.msg).toBe('fetch-page has no handler and will be tried again');
    expect([await effectsOn(odd), await statusOf(odd)]).toEqual([0, 'processing']);
    // The job waits for a version that knows its kind, even after many attempts.
    for (let failures = 1; failures < 60; failures++) {
      clock.now += 300_000;
      const claim = {
        lane: 'compute',
        now: clock.now,
        leaseUntil: clock.now + 1,
        leaseToken: 'old',
        limit: 1,
      } as const;
      const [row] = await store.jobs.claim(claim);
      if (!row) throw new Error('The job is gone.');
      await tenant.store.transaction((tx) => tx.jobs.release(row, { runAt: clock.now + 1, failures }));
    }
    clock.now += 1;
    const newer = runJobs({
      store,
      clock: { now: () => clock.now },
      log,
      lane: 'compute',
      handlers: { 'fetch-page': { run: commit, onFailure: fail, isRetryable: () => true } },
      concurrency: 1,
      maxAttempts: 3,
      leaseMs: 60_000,
    });
    onTestFinished(() => newer.stop());
    await untilQueueIsEmpty();
    expect([await effectsOn(odd), await statusOf(odd)]).toEqual([1, 'processing']);
  });

  it('runs only the jobs of its own lane, even if the other is busy', async () => {
    const runIn: [JobLane, SourceId][] = [];
    const note = (lane: JobLane) => (job: IngestJob) => {
      runIn.push([lane, job.payload.source_id]);
      return lane === 'compute' ? aborted(job.signal) : commit(job);
    };
    const computing = [await add(), await add(), await add()];
    run({ concurrency: 2, handler: { run: note('compute') } });
    run({ concurrency: 2, lane: 'network', handler: { run: note('network') } });
    const fetched = await Promise.all(Array.from({ length: 6 }, () => add('network')));
    await expect.poll(() => store.jobs.nextDueAt('network')).toBeUndefined();
    const of = (lane: JobLane) => runIn.filter(([ran]) => ran === lane).map(([, id]) => id);
    expect(of('network').sort()).toEqual(fetched.sort());
    expect(of('compute').sort()).toEqual(computing.slice(0, 2).sort());
    expect(logged).toEqual([]);
  });

  it('does not poll its queue for each job of the other lane', async () => {
    let looks = 0;
    const seenStore: Store = {
      ...store,
      jobs: {
        ...store.jobs,
        nextDueAt: (lane) => {
          looks++;
          return store.jobs.nextDueAt(lane);
        },
      },
    };
    run({ handler: {}, seenStore });
    await expect.poll(() => looks).toBe(1);
    const startedAt = performance.now();
    for (let count = 0; count < 30; count++) await add('network');
    // One poll per second happens without a notification.
    expect(looks).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1_000);
    await add();
    await untilQueueIsEmpty();
    expect(await store.jobs.nextDueAt('network')).toBeDefined();
  });

  it('shares the queue with another runner', async () => {
    const ids: SourceId[] = [];
    for (let count = 0; count < 40; count++) ids.push(await add());
    const done = [0, 0];
    for (const index of [0, 1])
      run({
        handler: {
          run: async (job) => {
            await sleep(2);
            await commit(job);
            done[index] = (done[index] ?? 0) + 1;
          },
        },
      });
    await untilQueueIsEmpty();
    expect(await Promise.all(ids.map(effectsOn))).toEqual(Array(40).fill(1));
    expect(Math.min(...done)).toBeGreaterThan(0);
  });
});
