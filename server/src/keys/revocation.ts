import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { sendError } from '#http/error-handler.ts';
import type { Principal } from '#http/principal.ts';
import type { Clock } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';

/** How long a revocation by another process may take to be seen by a request that is running. */
const RECHECK_MS = 500;

type Running = {
  request: FastifyRequest;
  reply: FastifyReply;
  principal: Principal;
  abort: AbortController;
  startedAt: number;
};

/** The requests that are running: they end with the key or the sign-in that they came with. */
export type RunningRequests = {
  /** Returns the signal that is aborted when the key or sign-in is ended, the client goes away or the service stops. */
  add(request: FastifyRequest, reply: FastifyReply, principal: Principal): AbortSignal;
  /** Lets the request run to its end whatever happens to its key. */
  detach(request: FastifyRequest): void;
  /** Ends those that are still running after so long, because the service stops. */
  endAfter(timeoutMs: number): void;
  close(): void;
};

/** `store`: of the environment; `stores`: of both, because people who work in it are signed in at the live one. */
export function trackRunningRequests({
  store,
  stores,
  clock,
}: {
  store: Store;
  stores: Record<Environment, Store>;
  clock: Clock;
}): RunningRequests {
  const running = new Map<FastifyRequest, Running>();

  const end = ({ request, reply, abort }: Running, error: AppError): void => {
    running.delete(request);
    sendError(error, request, reply);
    abort.abort(error);
  };
  const listening = Object.values(stores).map((each) =>
    each.listen((notice) => {
      if (notice.topic !== 'credential-ended') return;
      for (const entry of running.values())
        if (entry.principal.credentialId === notice.credentialId) end(entry, ended(entry.principal));
    }),
  );
  // The command line revokes in a process of its own: requests that take long look again now and then.
  const recheck = setInterval(async () => {
    for (const entry of [...running.values()]) {
      const { request, principal, startedAt } = entry;
      if (clock.now() - startedAt < RECHECK_MS) continue;
      await principal.assertValid(store.workspace(principal.workspaceId)).catch((error) => {
        if (error instanceof AppError && running.has(request)) end(entry, error);
      });
    }
  }, RECHECK_MS);
  recheck.unref();
  let deadline: NodeJS.Timeout | undefined;

  return {
    add: (request, reply, principal) => {
      const abort = new AbortController();
      running.set(request, { request, reply, principal, abort, startedAt: clock.now() });
      // Answered or not: a client that goes away leaves nothing behind.
      reply.raw.once('close', () => {
        running.delete(request);
        if (!reply.raw.writableFinished)
          abort.abort(new AppError('invalid_request', 'The client closed the connection.'));
      });
      return abort.signal;
    },
    detach: (request) => void running.delete(request),
    endAfter: (timeoutMs) => {
      deadline = setTimeout(() => {
        for (const entry of running.values()) end(entry, stopping());
      }, timeoutMs);
    },
    close: () => {
      for (const stopListening of listening) stopListening();
      clearInterval(recheck);
      clearTimeout(deadline);
    },
  };
}

const ended = ({ actor }: Principal): AppError =>
  new AppError(
    'unauthorized',
    actor.type === 'api_key'
      ? 'This API key was revoked while the request ran.'
      : 'You were signed out while the request ran.',
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
export const guardWrites = (store: WorkspaceStore, principal: Principal): WorkspaceStore => ({
  ...store,
  transaction: (work, options) =>
    store.transaction(async (tx) => {
      await principal.assertValid(tx);
      return await work(tx);
    }, options),
});
