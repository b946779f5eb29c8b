import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#errors.ts';
import { noteAnswer } from '#http/answered-requests.ts';
import { sendError } from '#http/error-handler.ts';
import { isSent } from '#http/is-sent.ts';

import { everyInterval } from '#lib/async/every-interval.ts';
import type { Environment } from '#lib/environment.ts';
import type { Principal } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { type GuardedStores, guardStores, type Running } from './guard-stores.ts';

/** How long a running request may miss a revocation without a notification. */
const RECHECK_MS = 500;
/** Recently ended keys and sign-ins. */
const REMEMBERED = 10_000;

/** An admitted request. */
export type RunningRequest = GuardedStores & {
  /** Aborted when the key or sign-in ends, the client disconnects or the service stops. Once something is committed, only
   *  a disconnect aborts it. */
  signal: AbortSignal;
};

/** The running requests. They end with their key or sign-in, unless they have committed something. While a request
 *  writes, the outcome of its transaction decides whether it is ended or answered. */
export type RunningRequests = {
  /** Throws 401 if the key or sign-in was ended after the principal was read. */
  add(request: FastifyRequest, reply: FastifyReply, principal: Principal): Promise<RunningRequest>;
  /** Call this once the answer of a request is ready, so that no second answer is sent. */
  answered(request: FastifyRequest): void;
  /** Ends requests that still run after this time, because the service is stopping. */
  endAfter(timeoutMs: number): void;
  close(): Promise<void>;
};

/** `stores`: both environments, because people are signed in to the live one. */
export function trackRunningRequests({
  store,
  stores,
  log,
}: Pick<Services, 'store' | 'log'> & { stores: Record<Environment, Store> }): RunningRequests {
  const running = new Map<FastifyRequest, Running>();
  const lately = new LRUCache<string, true>({ max: REMEMBERED });

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

  // Keys expire, the command line revokes in its own process, and nodes may miss notifications, so long requests are checked
  // again periodically.
  const recheck = everyInterval(
    RECHECK_MS,
    async () => {
      const lasting = [...running.values()].filter(
        ({ startedAt }) => performance.now() - startedAt >= RECHECK_MS,
      );
      // Where one workspace cannot be reached, another can.
      let fault: unknown;
      for (const [credentialId, { principal }] of new Map(
        lasting.map((entry) => [entry.principal.credentialId, entry]),
      )) {
        await assertValid(principal).catch((error) => {
          if (error instanceof AppError) endAllOf(credentialId, () => error);
          else fault ??= error;
        });
      }
      if (fault !== undefined) throw fault;
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
      // A closed connection is cleaned up even if it was not answered.
      reply.raw.once('close', () => {
        running.delete(request);
        if (!isSent(reply))
          entry.abort.abort(new AppError('invalid_request', 'The client closed the connection.'));
      });
      // The key or sign-in ended after the row was read and before the request was registered.
      if (lately.get(principal.credentialId)) {
        await assertValid(principal).catch((error) => {
          running.delete(request);
          throw error;
        });
      }
      return {
        signal: entry.abort.signal,
        ...guardStores(entry, stores),
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

const ended = ({ actor }: Principal): AppError =>
  new AppError(
    'unauthorized',
    {
      api_key: 'This API key was revoked while the request ran.',
      account: 'You were signed out, or your role was changed, while the request ran.',
      publishable_token: 'The token of this chat was deleted or disabled while the request ran.',
    }[actor.type],
  );

const stopping = (): AppError =>
  new AppError('unavailable', 'The service is stopping, and the request took too long. Send it again.', {
    headers: { 'retry-after': '5' },
  });
