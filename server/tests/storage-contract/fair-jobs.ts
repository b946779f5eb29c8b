import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import type { JobLane, JobRow } from '#storage/tables.ts';
import type { Context } from './context.ts';
import { addTenant, newJob, type Tenant } from './tenant.ts';

/** The store contract for jobs of several workspaces. */
export function fairJobsContract(context: () => Context): void {
  const add = (tenant: Tenant, runAts: readonly number[], lane: JobLane = 'compute'): Promise<void> =>
    tenant.store.transaction(async (tx) => {
      for (const runAt of runAts) await tx.jobs.insert({ ...newJob(`${runAt}`, runAt), lane });
    });
  const claim = (limit: number, now = 10_000, lane: JobLane = 'compute'): Promise<JobRow[]> =>
    context().store.jobs.claim({ lane, now, leaseUntil: now + 100, leaseToken: newId('request'), limit });
  const times = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  /** How many of the jobs belong to each tenant. */
  const shares = (tenants: readonly Tenant[], jobs: readonly JobRow[]): number[] =>
    tenants.map(({ workspaceId }) => jobs.filter((job) => job.workspace_id === workspaceId).length);
  const subjects = (jobs: readonly JobRow[]): string[] => jobs.map((job) => job.subject_id).sort();

  let a: Tenant;
  let b: Tenant;
  beforeEach(async () => {
    const { store, ours } = context();
    a = ours;
    b = await addTenant(store);
  });

  it('a workspace with one job waits no longer than one with a thousand older jobs', async () => {
    await add(a, times(0, 1_000));
    await add(b, [5_000]);
    const first = await claim(2);
    expect(shares([a, b], first)).toEqual([1, 1]);
    expect(subjects(first)).toEqual(['0', '5000']);
    const second = await claim(7);
    expect(subjects(second)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('the workspace with the fewest running jobs goes first', async () => {
    await add(a, times(0, 8));
    expect(await claim(5)).toHaveLength(5);
    await add(b, times(5_000, 4));
    for (const expected of [5_000, 5_001, 5_002, 5_003, 5])
      expect(subjects(await claim(1))).toEqual([`${expected}`]);
    expect(subjects(await claim(9))).toEqual(['6', '7']);
  });

  it('among workspaces with equally many running jobs, the oldest job goes first', async () => {
    await add(a, [3, 4, 5]);
    await add(b, [1, 9]);
    const order: string[][] = [];
    for (let count = 0; count < 5; count++) order.push(subjects(await claim(1)));
    expect(order).toEqual([['1'], ['3'], ['4'], ['9'], ['5']]);
  });

  it('a job counts as running only until its lease expires', async () => {
    await add(a, times(0, 5));
    const held = await claim(5, 10);
    await add(b, [50]);
    expect(shares([a, b], await claim(1, 109))).toEqual([0, 1]);
    await b.store.transaction((tx) => tx.jobs.cancel('50'));
    await add(b, [150]);
    expect(subjects(await claim(1, 200))).toEqual(['0']);
    // One of the lost jobs is running again.
    expect(subjects(await claim(1, 200))).toEqual(['150']);
    expect(await context().store.leases.extend('jobs', held, 900)).toHaveLength(4);
  });

  it('delayed jobs and jobs of another lane do not count as running', async () => {
    const network = (limit: number) => claim(limit, 10_000, 'network');
    await add(a, times(0, 3), 'network');
    await add(a, [1, 20_000, 20_001]);
    await add(b, [2]);
    expect(shares([a, b], await network(2))).toEqual([2, 0]);
    const released = await network(1);
    await a.store.transaction(async (tx) => {
      for (const job of released) await tx.jobs.release(job, { runAt: 90_000, failures: 1 });
    });
    expect(subjects(await claim(1))).toEqual(['1']);
    expect(subjects(await claim(1))).toEqual(['2']);
    expect(await claim(1)).toEqual([]);
  });

  it('jobs of 50 workspaces are interleaved at any limit', async () => {
    const { store } = context();
    const tenants: Tenant[] = [];
    for (let count = 0; count < 50; count++) tenants.push(await addTenant(store));
    for (const [index, tenant] of tenants.entries()) await add(tenant, times(index * 10, 3));
    const claimed: JobRow[] = [];
    for (const limit of [50, 1, 24, 25, 30, 19, 1, 9]) {
      const jobs = await claim(limit);
      expect(jobs.length).toBe(Math.min(limit, 150 - claimed.length));
      claimed.push(...jobs);
      const counts = shares(tenants, claimed);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
    expect(new Set(claimed.map((job) => job.job_id)).size).toBe(150);
  });

  it('claims follow the order of a simple model', async () => {
    const tenants = [a, b, await addTenant(context().store)];
    const lane = fc.constantFrom<JobLane>('compute', 'network');
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), lane, tenant: fc.nat(2), at: fc.nat(300) }),
      fc.record({ do: fc.constant('claim' as const), lane, limit: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('finish' as const), nth: fc.nat(5) }),
      fc.record({ do: fc.constant('wait' as const), time: fc.nat(60) }),
    );
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { store } = context();
      let now = 100;
      let added = 0;
      /** All unfinished jobs, by subject. */
      const model = new Map<string, { tenant: Tenant; lane: JobLane; dueAt: number; row?: JobRow }>();
      for (const next of steps) {
        if (next.do === 'wait') now += next.time;
        if (next.do === 'add') {
          const tenant = tenants[next.tenant] ?? a;
          const subject = `job ${String(added++).padStart(3, '0')}`;
          await tenant.store.transaction((tx) =>
            tx.jobs.insert({ ...newJob(subject, next.at), lane: next.lane }),
          );
          model.set(subject, { tenant, lane: next.lane, dueAt: next.at });
        }
        if (next.do === 'finish') {
          const [subject, job] = [...model].filter(([, { row }]) => row)[next.nth] ?? [];
          const row = job?.row;
          if (subject && row && (await job.tenant.store.transaction((tx) => tx.jobs.finish(row))))
            model.delete(subject);
        }
        if (next.do === 'claim') {
          const all = [...model].filter(([, job]) => job.lane === next.lane);
          const turns = tenants.flatMap((tenant) => {
            const own = all.filter(([, job]) => job.tenant === tenant);
            const held = own.filter(([, job]) => job.row && job.dueAt > now).length;
            return own
              .filter(([, job]) => job.dueAt <= now)
              .sort(([, one], [, other]) => one.dueAt - other.dueAt)
              .map(([subject, job], index) => ({ subject, turn: held + index, dueAt: job.dueAt }));
          });
          const expected = turns
            .sort(
              (one, other) =>
                one.turn - other.turn || one.dueAt - other.dueAt || (one.subject < other.subject ? -1 : 1),
            )
            .slice(0, next.limit);
          const claimed = await claim(next.limit, now, next.lane);
          expect(subjects(claimed)).toEqual(expected.map(({ subject }) => subject).sort());
          for (const row of claimed)
            Object.assign(model.get(row.subject_id) ?? {}, { dueAt: now + 100, row });
        }
        for (const each of ['compute', 'network'] as const) {
          const dueAts = [...model.values()].filter((job) => job.lane === each).map((job) => job.dueAt);
          expect(await store.jobs.nextDueAt(each)).toBe(dueAts.length > 0 ? Math.min(...dueAts) : undefined);
        }
      }
      for (const [subject, { tenant }] of model)
        await tenant.store.transaction((tx) => tx.jobs.cancel(subject));
    });
    await fc.assert(property, { numRuns: 40 });
  });
}
