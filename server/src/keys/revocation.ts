import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { noteAnswer } from '#http/answered-requests.ts';
import type { WithWorkspace } from '#http/context.ts';
import { sendError } from '#http/error-handler.ts';
import { InterruptedError } from '#http/interrupted-error.ts';
import { isSent } from '#http/is-sent.ts';
import { boundedCache } from '#lib/async/bounded-cache.ts';
import { everyInterval } from '#lib/async/every-interval.ts';
import type { Environment } from '#lib/environment.ts';
import type { Principal } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { Store, TransactionOptions, WorkspaceStore } from '#storage/store.ts';

/** How long a revocation that nobody told of may take to be seen by a request that is running. */
const RECHECK_MS = 500;
/** Keys and sign-ins that were ended lately. */
const REMEMBERED = 10_000;

type Running = {
  request: FastifyRequest;
  reply: FastifyReply;
  principal: Principal;
  abort: AbortController;
  startedAt: number;
  /** Transactions under way, and those that were committed, or may have been because the database did not say. */
  writing: number;
  isCommitted: boolean;
  /** Why it may not write any more. */
  ended?: AppError;
};

/** `other-workspace`: of a person; their sign-in is looked up in the workspace that it shows. */
type Where = Environment | 'other-workspace';

/** A request that was taken in. */
export type RunningRequest = {
  /** Aborted when the key or sign-in is ended, the client goes away or the service stops; never once something is committed,
   *  except by the client. */
  signal: AbortSignal;
  /** The same store for this request: its transactions throw 401 when the key or sign-in was ended, so that nothing is
   *  written after a revocation has returned, and what they commit is answered as committed. A transaction that follows one
   *  that is committed throws 409 instead.
   *  where: the environment of the store, when it is of the workspace that the request is in. */
  guard(store: WorkspaceStore, where: Where): WorkspaceStore;
  /** The same for one transaction over the workspace of the request and another, in the live environment. */
  withWorkspace: WithWorkspace;
};

/** The requests that are running: they end with the key or the sign-in that they came with, unless they have committed
 *  something. A request that is just writing is ended, or answered, by what becomes of its transaction. */
export type RunningRequests = {
  /** Throws 401 when the key or sign-in was ended since the principal was found. */
  add(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<RunningRequest>;
  /** To be called when the answer of a request is made, so that it is not made a second time. */
  answered(request: FastifyRequest): void;
  /** Ends those that are still running after so long, because the service stops. */
  endAfter(timeoutMs: number): void;
  close(): Promise<void>;
};

/** `store`: of the environment; `stores`: of both, because people who work in it are signed in at the live one. */
export function trackRunningRequests({
  store,
  stores,
  log,
}: Pick<Services, 'store' | 'log'> & { stores: Record<Environment, Store> }): RunningRequests {
  const running = new Map<FastifyRequest, Running>();
  const lately = boundedCache<true>(REMEMBERED);

  const end = (entry: Running, error: AppError): void => {
    const { request, reply, abort } = entry;
    if (entry.isCommitted) return void running.delete(request);
    entry.ended = error;
    if (entry.writing > 0) return;
    running.delete(request);
    noteAnswer(request);
    sendError(error, request, reply);
    abort.abort(error);
  };
  const endAllOf = (credentialId: string, errorOf: (principal: Principal) => AppError): void => {
    for (const entry of running.values())
      if (entry.principal.credentialId === credentialId) end(entry, errorOf(entry.principal));
  };
  const listening = Object.values(stores).map((each) =>
    each.listen((notice) => {
      if (notice.topic !== 'credential-ended') return;
      lately.set(notice.credentialId, true);
      endAllOf(notice.credentialId, ended);
    }),
  );
  const assertValid = (principal: Principal): Promise<void> =>
    principal.assertValid(store.workspace(principal.workspaceId));

  // A key may expire, the command line revokes in a process of its own, and a node may be cut off from the news: requests
  // that take long look again now and then.
  const recheck = everyInterval(
    RECHECK_MS,
    async () => {
      const lasting = [...running.values()].filter(
        ({ startedAt }) => performance.now() - startedAt >= RECHECK_MS,
      );
      for (const [credentialId, { principal }] of new Map(
        lasting.map((entry) => [entry.principal.credentialId, entry]),
      )) {
        await assertValid(principal).catch((error) => {
          if (!(error instanceof AppError)) throw error;
          endAllOf(credentialId, () => error);
        });
      }
    },
    (error) => log.warn({ err: error }, 'the keys of running requests could not be looked at again'),
  );
  let deadline: NodeJS.Timeout | undefined;

  return {
    add: async (request, reply, principal) => {
      const entry: Running = {
        request,
        reply,
        principal,
        abort: new AbortController(),
        startedAt: performance.now(),
        writing: 0,
        isCommitted: false,
      };
      running.set(request, entry);
      // Answered or not: a client that goes away leaves nothing behind.
      reply.raw.once('close', () => {
        running.delete(request);
        if (!isSent(reply))
          entry.abort.abort(new AppError('invalid_request', 'The client closed the connection.'));
      });
      // Ended before it was known to run, and after its row was read.
      if (lately.get(principal.credentialId)) {
        await assertValid(principal).catch((error) => {
          running.delete(request);
          throw error;
        });
      }
      return {
        signal: entry.abort.signal,
        ...guardsOf(entry, stores),
      };
    },
    answered: (request) => void running.delete(request),
    endAfter: (timeoutMs) => {
      deadline = setTimeout(() => {
        for (const entry of running.values()) end(entry, stopping());
      }, timeoutMs);
    },
    close: async () => {
      for (const stopListening of listening) stopListening();
      clearTimeout(deadline);
      await recheck.stop();
    },
  };
}

function guardsOf(
  entry: Running,
  { live }: Record<Environment, Store>,
): Pick<RunningRequest, 'guard' | 'withWorkspace'> {
  const { principal } = entry;
  const { workspaceId } = principal;
  return {
    guard: (guarded, where) => ({
      ...guarded,
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
  /** Throws 401 when the key or sign-in was ended. */
  assertValid: (tx: Tx) => Promise<void>;
  work: (tx: Tx) => Promise<T>;
  run: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  options: TransactionOptions | undefined;
};

/** Runs a transaction of a request. One that is ended while it writes waits for the outcome: only the transaction knows whether
 *  it came before the revocation. What may be forgotten, such as the reservation of an `Idempotency-Key`, and notes beside the
 *  work are no effect that a client sees, and do not count. */
async function guardTransaction<Tx, T>(
  entry: Running,
  { assertValid, work, run, options = {} }: Guarded<Tx, T>,
): Promise<T> {
  const isEffect = !options.isForgettable && !options.isNote;
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
    // A failure of the commit itself: it may have taken place.
    if (isWorkDone) entry.isCommitted = true;
    throw error;
  } finally {
    entry.writing -= 1;
    // The handler answers: with what was committed, or with the error that it gets.
    if (entry.ended && entry.writing === 0 && !entry.isCommitted) entry.abort.abort(entry.ended);
  }
}

const ended = ({ actor }: Principal): AppError =>
  new AppError(
    'unauthorized',
    {
      api_key: 'This API key was revoked while the request ran.',
      account: 'You were signed out, or your role was changed, while the request ran.',
      publishable_token: 'The token of this chat was ended while the request ran.',
    }[actor.type],
  );

const stopping = (): AppError =>
  new AppError(
    'unavailable',
    'The service is stopping, and the request took too long to end: send it again.',
    {
      headers: { 'retry-after': '5' },
    },
  );
