import type { Kysely } from 'kysely';
import type { Engine } from '#storage/engine.ts';
import type { WriteScope } from '#storage/scope.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { Tables } from '#storage/tables.ts';

/** The tables whose rows a process holds until `lease_until`, and the columns that identify a lease. The last column
 *  differs between holders of the same work. */
const LEASES = {
  jobs: ['workspace_id', 'job_id', 'lease_token'],
  idempotent_requests: ['workspace_id', 'idempotency_key', 'lease_token'],
  turn_tickets: ['workspace_id', 'agent_id', 'session_id', 'ticket_id'],
  running_chats: ['workspace_id', 'actor_id', 'running_chat_id'],
} as const satisfies { [Name in keyof Tables]?: readonly (keyof Tables[Name])[] };

type LeasedTable = keyof typeof LEASES;
export type Lease<Name extends LeasedTable> = Pick<
  Tables[Name],
  Extract<(typeof LEASES)[Name][number], keyof Tables[Name]>
>;

type LeaseColumns = Record<string, string | number | null>;
type LeasedTables = Kysely<Record<LeasedTable, LeaseColumns>>;

const leasedTables = (db: Kysely<Tables>): LeasedTables => db as unknown as LeasedTables;

const columnsOf = (table: LeasedTable, lease: object): LeaseColumns =>
  Object.fromEntries(LEASES[table].map((column) => [column, (lease as LeaseColumns)[column] ?? null]));

/** A lease within its workspace. */
type OwnLease<Name extends LeasedTable> = Omit<Lease<Name>, 'workspace_id'>;

/** The fence: a lease is held while its row exists and names this holder. Time does not matter: an expired lease is
 *  lost only when another holder takes the work. A write that depends on a lease checks it in the same transaction. */
export const leaseWrites = ({ db, workspaceId }: WriteScope) => {
  const own = <Name extends LeasedTable>(table: Name, lease: OwnLease<Name>): LeaseColumns =>
    columnsOf(table, { ...lease, workspace_id: workspaceId });
  return {
    isHeld: async <Name extends LeasedTable>(table: Name, lease: OwnLease<Name>): Promise<boolean> =>
      (await leasedTables(db)
        .selectFrom(table as LeasedTable)
        .select('workspace_id')
        .where(({ and }) => and(own(table, lease)))
        .where('lease_until', 'is not', null)
        .executeTakeFirst()) !== undefined,

    /** Deletes the row of a lease. False when the lease was lost. */
    remove: async <Name extends LeasedTable>(table: Name, lease: OwnLease<Name>): Promise<boolean> => {
      const { numDeletedRows } = await leasedTables(db)
        .deleteFrom(table as LeasedTable)
        .where(({ and }) => and(own(table, lease)))
        .where('lease_until', 'is not', null)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
};

/** SQLite allows expressions up to 1,000 deep, and each lease adds one level. */
const LEASES_PER_STATEMENT = 500;

/** The columns of a lease as one text, in the order of LEASES. */
const nameOf = (columns: LeaseColumns): string => Object.values(columns).join(' ');

/** Leases of all workspaces of the environment. */
export const leaseHeartbeats = (engine: Engine) => {
  const extendTogether = async <Name extends LeasedTable, Held extends Lease<Name>>(
    table: Name,
    leases: readonly Held[],
    leaseUntil: number,
  ): Promise<Held[]> =>
    await engine.transaction(
      async ({ db }) => {
        const held = new Set<string>();
        for (let from = 0; from < leases.length; from += LEASES_PER_STATEMENT) {
          const some = leases.slice(from, from + LEASES_PER_STATEMENT);
          const rows = await leasedTables(db)
            .updateTable(table as LeasedTable)
            .set({ lease_until: leaseUntil })
            .where(({ and, or }) => or(some.map((lease) => and(columnsOf(table, lease)))))
            .where('lease_until', 'is not', null)
            .returning([...LEASES[table]])
            .execute();
          for (const row of rows) held.add(nameOf(columnsOf(table, row)));
        }
        return leases.filter((lease) => held.has(nameOf(columnsOf(table, lease))));
      },
      { isVolatile: true },
    );
  return {
    /** Extends the leases that are still held, and returns them. It does not queue with the transactions of their
     *  workspaces: a long one there must not cost a lease. While a part of the storage is away, leases in it count as
     *  held, and the others are extended workspace by workspace. */
    extend: async <Name extends LeasedTable, Held extends Lease<Name>>(
      table: Name,
      leases: readonly Held[],
      leaseUntil: number,
    ): Promise<Held[]> => {
      try {
        return await extendTogether(table, leases, leaseUntil);
      } catch (error) {
        const ofWorkspaces = [
          ...Map.groupBy(leases, (lease) => columnsOf(table, lease)['workspace_id']).values(),
        ];
        if (!(error instanceof StorageUnavailableError) || ofWorkspaces.length < 2) throw error;
        const results = await Promise.allSettled(
          ofWorkspaces.map((some) => extendTogether(table, some, leaseUntil)),
        );
        if (results.every(({ status }) => status === 'rejected')) throw error;
        return results.flatMap((result, index) =>
          result.status === 'fulfilled' ? result.value : (ofWorkspaces[index] ?? []),
        );
      }
    },
  };
};
