import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { sendError } from '#http/error-handler.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ApiKeyRow } from '#storage/tables.ts';
import { assertUsable } from './authenticate.ts';

/** How long a revocation by another process may take to be seen by a request that is running. */
const RECHECK_MS = 500;

type Running = {
  request: FastifyRequest;
  reply: FastifyReply;
  key: ApiKeyRow;
  abort: AbortController;
  startedAt: number;
};

/** The requests that are running, by key: revoking the key ends them. */
export type RunningRequests = {
  /** Returns the signal that is aborted when the key is revoked, the client goes away or the service stops. */
  add(request: FastifyRequest, reply: FastifyReply, key: ApiKeyRow): AbortSignal;
  /** Lets the request run to its end whatever happens to its key. */
  detach(request: FastifyRequest): void;
  /** Ends those that are still running after so long, because the service stops. */
  endAfter(timeoutMs: number): void;
  close(): void;
};

export function trackRunningRequests({ store, clock }: Pick<Services, 'store' | 'clock'>): RunningRequests {
  const running = new Map<FastifyRequest, Running>();

  const end = ({ request, reply, abort }: Running, error: AppError): void => {
    running.delete(request);
    sendError(error, request, reply);
    abort.abort(error);
  };
  const stopListening = store.listen((notice) => {
    if (notice.topic !== 'key-revoked') return;
    for (const entry of running.values()) if (entry.key.key_id === notice.keyId) end(entry, revoked());
  });
  // The command line revokes in a process of its own: requests that take long look again now and then.
  const recheck = setInterval(async () => {
    for (const entry of [...running.values()]) {
      if (clock.now() - entry.startedAt < RECHECK_MS) continue;
      const key = await store
        .workspace(entry.key.workspace_id)
        .keys.find(entry.key.key_id)
        .catch(() => entry.key);
      if (key?.revoked_at !== null && running.has(entry.request)) end(entry, revoked());
    }
  }, RECHECK_MS);
  recheck.unref();
  let deadline: NodeJS.Timeout | undefined;

  return {
    add: (request, reply, key) => {
      const abort = new AbortController();
      running.set(request, { request, reply, key, abort, startedAt: clock.now() });
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
      stopListening();
      clearInterval(recheck);
      clearTimeout(deadline);
    },
  };
}

const revoked = (): AppError =>
  new AppError('unauthorized', 'This API key was revoked while the request ran.');

const stopping = (): AppError =>
  new AppError(
    'unavailable',
    'The service is stopping, and the request took too long to end: send it again.',
    {
      headers: { 'retry-after': '5' },
    },
  );

/** The store for a request: each of its transactions looks at the key again and rolls back when it was revoked, so that
 *  nothing is written after a revocation has returned. */
export const guardWrites = (
  store: WorkspaceStore,
  key: ApiKeyRow,
  clock: Services['clock'],
): WorkspaceStore => ({
  ...store,
  transaction: (work, options) =>
    store.transaction(async (tx) => {
      assertUsable(await tx.keys.find(key.key_id), clock.now());
      return await work(tx);
    }, options),
});
