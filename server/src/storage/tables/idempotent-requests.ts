import type { Engine } from '#storage/engine.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { IdempotentRequestRow } from '#storage/tables.ts';

/** Who runs a request, until when unless they extend it. */
export type RequestLease = Pick<IdempotentRequestRow, 'idempotency_key' | 'lease_token'>;

export const idempotentRequestReads = ({ db, workspaceId }: ReadScope) => ({
  find: async (key: string): Promise<IdempotentRequestRow | undefined> =>
    await db
      .selectFrom('idempotent_requests')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst(),
});

type Answer = Pick<IdempotentRequestRow, 'request_hash' | 'status' | 'location' | 'body' | 'source_ids'>;

export const idempotentRequestWrites = ({ db, workspaceId }: WriteScope) => {
  const held = ({ idempotency_key, lease_token }: RequestLease) =>
    ({ workspace_id: workspaceId, idempotency_key, lease_token }) satisfies Partial<IdempotentRequestRow>;
  return {
    /** Notes a request as running, in place of one of the same key that has nothing more to say. */
    begin: async (
      request: RequestLease &
        Pick<IdempotentRequestRow, 'actor_id' | 'request_hash' | 'lease_until' | 'created_at'>,
    ): Promise<void> => {
      const row = { ...request, status: null, location: null, body: null, source_ids: null };
      await db
        .insertInto('idempotent_requests')
        .values({ ...row, workspace_id: workspaceId })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'idempotency_key']).doUpdateSet(row))
        .execute();
    },

    extend: async (lease: RequestLease, leaseUntil: number): Promise<void> => {
      await db
        .updateTable('idempotent_requests')
        .set({ lease_until: leaseUntil })
        .where(({ and }) => and(held(lease)))
        .where('lease_until', 'is not', null)
        .execute();
    },

    /** Ends a request with its answer. False when another runs it by now. */
    end: async (lease: RequestLease, answer: Answer): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('idempotent_requests')
        .set({ ...answer, lease_until: null })
        .where(({ and }) => and(held(lease)))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Frees the key of a request that has failed; one that has its answer stays. */
    release: async (lease: RequestLease): Promise<void> => {
      await db
        .deleteFrom('idempotent_requests')
        .where(({ and }) => and(held(lease)))
        .where('lease_until', 'is not', null)
        .execute();
    },
  };
};

/** Over all workspaces. */
export const idempotentRequestUpkeep = (engine: Engine) => ({
  /** Removes up to `limit` of those that began before this time; returns how many. */
  removeOld: async (before: number, limit: number): Promise<number> =>
    await engine.transaction(
      async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('idempotent_requests')
          .where(({ eb, refTuple, selectFrom }) => {
            const old = selectFrom('idempotent_requests')
              .select(['workspace_id', 'idempotency_key'])
              .where('created_at', '<', before)
              .orderBy('created_at')
              .limit(limit);
            return eb(
              refTuple('workspace_id', 'idempotency_key'),
              'in',
              old.$asTuple('workspace_id', 'idempotency_key'),
            );
          })
          // Once more, for a row that was taken over since.
          .where('created_at', '<', before)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      },
      { isForgettable: true },
    ),
});
