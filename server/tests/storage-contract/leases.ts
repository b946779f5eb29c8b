import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { type Context, claimAll } from './context.ts';
import { newRequest } from './furnish.ts';
import { newJob, REQUEST } from './tenant.ts';

/** A table with leased rows, and how a test takes, loses and finds a lease in it. */
type Leased = {
  table: Parameters<Context['store']['leases']['extend']>[0];
  take: (context: Context, leaseUntil: number) => Promise<object>;
  /** Acts as another holder, at a time when the lease has expired. */
  lose: (context: Context, now: number) => Promise<unknown>;
};

const session = ({ ours }: Context) => ({ agentId: ours.agentId, sessionId: 's' });

const LEASED: Leased[] = [
  {
    table: 'jobs',
    take: async ({ store, ours }, leaseUntil) => {
      await ours.store.transaction((tx) => tx.jobs.insert(newJob('src_1', 0)));
      const [job] = await claimAll(store, leaseUntil - 100);
      return job ?? {};
    },
    lose: ({ store }, now) => claimAll(store, now),
  },
  {
    table: 'idempotent_requests',
    take: async ({ ours }, leaseUntil) => {
      await ours.store.transaction((tx) => tx.idempotentRequests.begin(newRequest(leaseUntil)));
      return { ...REQUEST, workspace_id: ours.workspaceId };
    },
    lose: ({ ours }) =>
      ours.store.transaction((tx) =>
        tx.idempotentRequests.begin({ ...newRequest(), lease_token: 'birch-lease' }),
      ),
  },
  {
    table: 'turn_tickets',
    take: (context, leaseUntil) =>
      context.ours.store.transaction((tx) => tx.turnTickets.take(session(context), { now: 0, leaseUntil })),
    lose: (context, now) =>
      context.ours.store.transaction((tx) => tx.turnTickets.removeExpired(session(context), now)),
  },
  {
    table: 'running_chats',
    take: async ({ ours }, leaseUntil) =>
      (await ours.store.transaction((tx) =>
        tx.runningChats.enter('acorn', { limit: 1, now: 0, leaseUntil }),
      )) ?? {},
    lose: ({ ours }, now) =>
      ours.store.transaction((tx) => tx.runningChats.enter('acorn', { limit: 1, now, leaseUntil: now + 1 })),
  },
];

/** The store contract for leases of all kinds. */
export function leasesContract(context: () => Context): void {
  it.each(LEASED)(
    '$table: an expired lease can be extended until another holder takes the work',
    async ({ table, take, lose }) => {
      const { store } = context();
      const lease = (await take(context(), 100)) as never;
      expect(await store.leases.extend(table, [lease], 200)).toEqual([lease]);
      expect(await store.leases.extend(table, [lease], 300)).toEqual([lease]);
      await lose(context(), 300);
      expect(await store.leases.extend(table, [lease], 400)).toEqual([]);
    },
  );

  it.each(LEASED)('$table: an extended lease keeps other holders out', async ({ table, take, lose }) => {
    const { store } = context();
    const lease = (await take(context(), 100)) as never;
    await store.leases.extend(table, [lease], 200);
    if (table !== 'idempotent_requests') await lose(context(), 199);
    expect(await store.leases.extend(table, [lease], 300)).toEqual([lease]);
  });

  it.each(LEASED)('$table: a lease of another workspace is not extended', async ({ table, take }) => {
    const { store } = context();
    const lease = (await take(context(), 100)) as object;
    const other = { ...lease, workspace_id: newId('workspace') } as never;
    expect(await store.leases.extend(table, [other], 200)).toEqual([]);
  });

  it('extending no leases returns none', async () => {
    expect(await context().store.leases.extend('jobs', [], 100)).toEqual([]);
  });

  it('more leases than fit in one statement are all extended', async () => {
    const { store, ours } = context();
    await ours.store.transaction(async (tx) => {
      for (let index = 0; index < 600; index++) await tx.jobs.insert(newJob(`src_${index}`, 0));
    });
    const jobs = await claimAll(store, 0);
    expect(jobs).toHaveLength(600);
    expect(await store.leases.extend('jobs', jobs, 500)).toEqual(jobs);
  });
}
