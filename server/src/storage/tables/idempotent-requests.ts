import type { Engine, Part } from '#storage/engine.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { IdempotentRequestRow } from '#storage/tables.ts';
import { type Lease, leaseWrites } from './leases.ts';
import { readParts, within } from './parts.ts';

export type RequestLease = Lease<'idempotent_requests'>;
type OwnLease = Omit<RequestLease, 'workspace_id'>;

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

export const idempotentRequestWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  return {
    /** Records a request as running. It replaces an expired one with the same key. */
    begin: async (
      request: OwnLease &
        Pick<IdempotentRequestRow, 'actor_id' | 'request_hash' | 'lease_until' | 'created_at'>,
    ): Promise<void> => {
      const { idempotency_key, lease_token, actor_id, request_hash, lease_until, created_at } = request;
      // Without the key, because Citus refuses to set the workspace, even to what it is.
      const state = {
        lease_token,
        actor_id,
        request_hash,
        lease_until,
        created_at,
        status: null,
        location: null,
        body: null,
        source_ids: null,
      };
      await db
        .insertInto('idempotent_requests')
        .values({ workspace_id: workspaceId, idempotency_key, ...state })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'idempotency_key']).doUpdateSet(state))
        .execute();
    },

    /** Ends a request with its answer. False when another holder now runs it. */
    end: async (lease: OwnLease, answer: Answer): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('idempotent_requests')
        .set({ ...answer, lease_until: null })
        .where('workspace_id', '=', workspaceId)
        .where('idempotency_key', '=', lease.idempotency_key)
        .where('lease_token', '=', lease.lease_token)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Frees the key of a failed request. A request that has its answer keeps it. */
    release: async (lease: OwnLease): Promise<void> => {
      await leaseWrites(scope).remove('idempotent_requests', lease);
    },
  };
};

/** Covers all workspaces. */
export const idempotentRequestCleanup = (engine: Engine) => ({
  /** Removes up to `limit` requests that began before this time from each part. Returns the most that it removed from
   *  one. */
  removeOld: async (before: number, limit: number): Promise<number> => {
    const counts = await readParts(engine, async (part) => [
      await removeOldIn(engine, part, { before, limit }),
    ]);
    return Math.max(...counts);
  },
});

const removeOldIn = async (
  engine: Engine,
  part: Part,
  { before, limit }: { before: number; limit: number },
): Promise<number> =>
  await engine.transaction(
    async ({ db }) => {
      const { numDeletedRows } = await db
        .deleteFrom('idempotent_requests')
        .where(({ eb, refTuple, selectFrom }) => {
          const old = selectFrom('idempotent_requests')
            .select(['workspace_id', 'idempotency_key'])
            .where('created_at', '<', before)
            .orderBy('created_at')
            .limit(limit)
            .$call(within(part, 'idempotent_requests.workspace_id'));
          return eb(
            refTuple('workspace_id', 'idempotency_key'),
            'in',
            old.$asTuple('workspace_id', 'idempotency_key'),
          );
        })
        // Check again: a row may have been taken over since.
        .where('created_at', '<', before)
        .$call(within(part, 'idempotent_requests.workspace_id'))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    { isVolatile: true },
  );
