import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { sendError } from '#http/error-handler.ts';
import { isSent } from '#http/is-sent.ts';
import type { Principal } from '#http/principal.ts';
import { boundedCache } from '#lib/bounded-cache.ts';
import type { Environment } from '#lib/environment.ts';
import { repeatEvery } from '#lib/repeat.ts';
import type { Services } from '#services.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';

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
};

/** The requests that are running: they end with the key or the sign-in that they came with. */
export type RunningRequests = {
  /** Returns the signal that is aborted when the key or sign-in is ended, the client goes away or the service stops.
   *  Throws 401 when it was ended since the principal was found. */
  add(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<AbortSignal>;
  /** Lets the request run to its end whatever happens to its key. */
  detach(request: FastifyRequest): void;
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

  const end = ({ request, reply, abort }: Running, error: AppError): void => {
    running.delete(request);
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
  const recheck = repeatEvery(
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
      const abort = new AbortController();
      running.set(request, { request, reply, principal, abort, startedAt: performance.now() });
      // Answered or not: a client that goes away leaves nothing behind.
      reply.raw.once('close', () => {
        running.delete(request);
        if (!isSent(reply)) abort.abort(new AppError('invalid_request', 'The client closed the connection.'));
      });
      // Ended before it was known to run, and after its row was read.
      if (lately.get(principal.credentialId)) {
        await assertValid(principal).catch((error) => {
          running.delete(request);
          throw error;
        });
      }
      return abort.signal;
    },
    detach: (request) => void running.delete(request),
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

/** The store for a request: each of its transactions looks at the key or sign-in again and rolls back when it was ended, so
 *  that nothing is written after a revocation has returned. */
export const guardWrites = (
  store: WorkspaceStore,
  principal: Pick<Principal, 'assertValid'>,
): WorkspaceStore => ({
  ...store,
  transaction: (work, options) =>
    store.transaction(async (tx) => {
      await principal.assertValid(tx);
      return await work(tx);
    }, options),
});
