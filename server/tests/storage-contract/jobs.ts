import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import type { JobRow } from '#storage/tables.ts';
import type { Context } from './context.ts';
import { newJob } from './tenant.ts';

/** The store contract for jobs. */
export function jobsContract(context: () => Context): void {
  const add = (runAts: number[]): Promise<void> =>
    context().ours.store.transaction(async (tx) => {
      for (const runAt of runAts) await tx.jobs.insert(newJob(`src_${runAt}`, runAt));
    });
  const claim = (now: number, limit = 100, leaseToken: string = newId('request')): Promise<JobRow[]> =>
    context().store.jobs.claim({ lane: 'compute', now, leaseUntil: now + 100, leaseToken, limit });
  const finish = (job: JobRow): Promise<boolean> =>
    context().ours.store.transaction((tx) => tx.jobs.finish(job));
  const only = async (jobs: Promise<JobRow[]>): Promise<JobRow> => {
    const [job, ...others] = await jobs;
    if (!job || others.length > 0) throw new Error(`Expected one job, not ${job ? others.length + 1 : 0}.`);
    return job;
  };

  it('each job goes to exactly one of many simultaneous claimers', async () => {
    await add(Array.from({ length: 60 }, (_, index) => index));
    const claimed = (await Promise.all(Array.from({ length: 30 }, () => claim(1_000, 3)))).flat();
    expect(claimed).toHaveLength(60);
    expect(new Set(claimed.map((job) => job.job_id)).size).toBe(60);
    const ofClaim = [...Map.groupBy(claimed, (job) => job.lease_token).values()];
    // Claimers that compete for the same jobs may get fewer than they asked for.
    expect(ofClaim.every((jobs) => jobs.length <= 3)).toBe(true);
  });

  it('due jobs are claimed in the order in which they are due, with a lease', async () => {
    const { store, ours } = context();
    expect(await store.jobs.nextDueAt('compute')).toBeUndefined();
    await add([30, 10, 20, 500]);
    expect(await store.jobs.nextDueAt('compute')).toBe(10);
    expect(await claim(5)).toEqual([]);
    const first = await only(claim(100, 1, 'mine'));
    expect(first).toMatchObject({
      workspace_id: ours.workspaceId,
      kind: 'ingest-source',
      subject_id: 'src_10',
      payload: JSON.stringify({ source_id: 'src_10', revision: 1 }),
      lease_until: 200,
      lease_token: 'mine',
      attempts: 1,
      failures: 0,
      created_at: 10,
    });
    expect((await only(claim(100, 1))).subject_id).toBe('src_20');
    expect((await claim(100)).map((job) => job.subject_id)).toEqual(['src_30']);
    expect(await claim(199)).toEqual([]);
    expect(await store.jobs.nextDueAt('compute')).toBe(200);
  });

  it('a job whose lease expired can be claimed again, and its former runner cannot end, extend or release it', async () => {
    const { store, ours } = context();
    await add([0]);
    const lost = await only(claim(0));
    expect(await claim(99)).toEqual([]);
    const held = await only(claim(100));
    expect(held).toMatchObject({ job_id: lost.job_id, attempts: 2 });
    expect(await finish(lost)).toBe(false);
    expect(await store.leases.extend('jobs', [lost], 9_000)).toEqual([]);
    await ours.store.transaction((tx) => tx.jobs.release(lost, { runAt: 0, failures: 5 }));
    expect(await claim(150)).toEqual([]);
    expect(await store.jobs.nextDueAt('compute')).toBe(200);
    expect(await finish(held)).toBe(true);
    expect(await finish(held)).toBe(false);
    expect(await store.jobs.nextDueAt('compute')).toBeUndefined();
  });

  it('extending the lease keeps a job from other runners', async () => {
    const { store } = context();
    await add([0, 1]);
    const held = await claim(10);
    expect(await store.leases.extend('jobs', held, 1_000)).toEqual(held);
    expect(await claim(999)).toEqual([]);
    expect(await claim(1_000)).toHaveLength(2);
  });

  it('a released job waits until it is due and keeps its failure count', async () => {
    const { ours } = context();
    await add([0]);
    const job = await only(claim(0));
    await ours.store.transaction((tx) => tx.jobs.release(job, { runAt: 50, failures: 1 }));
    expect(await claim(49)).toEqual([]);
    expect(await only(claim(50))).toMatchObject({ attempts: 2, failures: 1 });
    expect(await finish(job)).toBe(false);
  });

  it('cancelled jobs cannot be claimed or finished, and other jobs stay', async () => {
    const { ours } = context();
    await add([0, 1, 2]);
    const job = await only(claim(0));
    await ours.store.transaction(async (tx) => {
      await tx.jobs.cancel('src_0');
      await tx.jobs.cancel('src_2');
    });
    expect(await finish(job)).toBe(false);
    expect((await claim(1_000)).map((row) => row.subject_id)).toEqual(['src_1']);
  });

  it('the latest claimer holds a job until it is finished, released, cancelled or claimed again', async () => {
    const { ours } = context();
    const isHeld = (job: JobRow) => ours.store.transaction((tx) => tx.jobs.isHeld(job));
    await add([0]);
    const lost = await only(claim(0));
    expect(await isHeld(lost)).toBe(true);
    const taken = await only(claim(100));
    expect([await isHeld(lost), await isHeld(taken)]).toEqual([false, true]);
    await ours.store.transaction(async (tx) => {
      await tx.jobs.release(taken, { runAt: 0, failures: 1 });
      expect(await tx.jobs.isHeld(taken)).toBe(false);
    });
    const again = await only(claim(100));
    await ours.store.transaction(async (tx) => {
      expect(await tx.jobs.isHeld(again)).toBe(true);
      await tx.jobs.finish(again);
      expect(await tx.jobs.isHeld(again)).toBe(false);
    });
    await add([1]);
    const cancelled = await only(claim(100));
    await ours.store.transaction((tx) => tx.jobs.cancel(cancelled.subject_id));
    expect(await isHeld(cancelled)).toBe(false);
  });

  it('jobs of one lane are invisible to another', async () => {
    const { store, ours } = context();
    await add([20]);
    expect(await store.jobs.nextDueAt('network')).toBeUndefined();
    await ours.store.transaction((tx) => tx.jobs.insert({ ...newJob('src_10', 10), lane: 'network' }));
    expect([await store.jobs.nextDueAt('compute'), await store.jobs.nextDueAt('network')]).toEqual([20, 10]);
    const compute = await only(claim(100));
    expect(compute).toMatchObject({ lane: 'compute', subject_id: 'src_20' });
    const more = { now: 100, leaseUntil: 200, leaseToken: 'mine', limit: 9 };
    const network = await only(store.jobs.claim({ lane: 'network', ...more }));
    expect(network).toMatchObject({ lane: 'network', subject_id: 'src_10' });
    expect(await store.leases.extend('jobs', [compute, network], 300)).toEqual([compute, network]);
    await ours.store.transaction((tx) => tx.jobs.release(network, { runAt: 50, failures: 1 }));
    expect(await claim(299)).toEqual([]);
    expect([await store.jobs.nextDueAt('compute'), await store.jobs.nextDueAt('network')]).toEqual([300, 50]);
    await ours.store.transaction((tx) => tx.jobs.cancel('src_10'));
    expect(await store.jobs.nextDueAt('network')).toBeUndefined();
  });

  it('a job finished in a failed transaction is not finished', async () => {
    const { ours } = context();
    await add([0]);
    const job = await only(claim(0));
    const failing = ours.store.transaction(async (tx) => {
      expect(await tx.jobs.finish(job)).toBe(true);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await finish(job)).toBe(true);
  });
}
