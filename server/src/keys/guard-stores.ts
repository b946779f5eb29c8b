import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { WithWorkspace } from '#http/context.ts';
import { InterruptedError } from '#http/interrupted-error.ts';
import type { Environment } from '#lib/environment.ts';
import type { Principal } from '#records/principal.ts';
import type { Store, TransactionOptions, WorkspaceStore } from '#storage/store.ts';

export type Running = {
  request: FastifyRequest;
  reply: FastifyReply;
  principal: Principal;
  abort: AbortController;
  startedAt: number;
  /** How many transactions are under way. */
  writing: number;
  /** Whether a transaction was committed, or may have been because the database did not say. */
  isCommitted: boolean;
  /** The reason why the request may no longer write. */
  ended?: AppError;
};

/** `other-workspace`: another workspace of a person. Their sign-in is checked in the workspace that their browser shows. */
type Where = Environment | 'other-workspace';

export type GuardedStores = {
  /** The same store for one request. Its transactions throw 401 if the key or sign-in was ended, so that nothing is
   *  written after a revocation has returned. Committed writes are answered as committed: if the key or sign-in was ended
   *  after a commit, further transactions throw 409 instead.
   *  where: the environment of the store, if it is the request's own workspace. */
  guard(store: WorkspaceStore, where: Where): WorkspaceStore;
  /** The same for one transaction over the request's workspace and another, in the live environment. */
  withWorkspace: WithWorkspace;
};

export function guardStores(entry: Running, { live }: Record<Environment, Store>): GuardedStores {
  const { principal } = entry;
  const { workspaceId } = principal;
  return {
    guard: (guarded, where) => ({
      ...guarded,
      beginSearch: (ids) => guarded.beginSearch(ids, principal.unprovenKey),
      transaction: (work, options) =>
        guardTransaction(entry, {
          assertValid: (tx) =>
            where === 'other-workspace'
              ? principal.assertValid(live.workspace(workspaceId), 'live')
              : principal.assertValid(tx, where),
          work,
          run: (each) => guarded.transaction(each, options),
          options,
        }),
    }),
    withWorkspace: (id, work, options) =>
      guardTransaction(entry, {
        assertValid: (within) => principal.assertValid(within(workspaceId), 'live'),
        work,
        run: (each) => live.acrossWorkspaces([workspaceId, id], each, options),
        options,
      }),
  };
}

type Guarded<Tx, T> = {
  /** Throws 401 if the key or sign-in was ended. */
  assertValid: (tx: Tx) => Promise<void>;
  work: (tx: Tx) => Promise<T>;
  run: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  options: TransactionOptions | undefined;
};

/** Runs a transaction of a request. A request that is ended while it writes waits for the result, because only the
 *  transaction knows whether it came before the revocation. Volatile writes, such as the reservation of an
 *  `Idempotency-Key`, and notes beside the work have no effect that clients see, and do not count. */
async function guardTransaction<Tx, T>(
  entry: Running,
  { assertValid, work, run, options = {} }: Guarded<Tx, T>,
): Promise<T> {
  const isEffect = !options.isVolatile && !options.isNote;
  let isWorkDone = false;
  const guarded = async (tx: Tx): Promise<T> => {
    isWorkDone = false;
    if (!entry.isCommitted) {
      if (entry.ended) throw entry.ended;
      await assertValid(tx);
    } else if (isEffect && !options.isCompletion) {
      await assertValid(tx).catch((error) => {
        throw error instanceof AppError ? new InterruptedError(error) : error;
      });
    }
    const result = await work(tx);
    isWorkDone = true;
    return result;
  };
  if (!isEffect) return await run(guarded);
  entry.writing += 1;
  try {
    const result = await run(guarded);
    entry.isCommitted = true;
    return result;
  } catch (error) {
    // The commit itself failed, but may have taken effect.
    if (isWorkDone) entry.isCommitted = true;
    throw error;
  } finally {
    entry.writing -= 1;
    // After a commit, the handler answers with the committed result or with its error.
    if (entry.ended && entry.writing === 0 && !entry.isCommitted) entry.abort.abort(entry.ended);
  }
}
