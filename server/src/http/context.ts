import type { FastifyRequest } from 'fastify';
import type { WorkspaceStore } from '#storage/store.ts';
import type { KeepAnswer } from './commit.ts';
import type { Principal } from './principal.ts';

/** What the guard found out about a request, and all that a route may use of storage. */
export type RequestContext = {
  principal: Principal;
  /** Bound to the workspace and environment; its writes fail when the key or sign-in was ended meanwhile. */
  store: WorkspaceStore;
  /** Aborted when the key or sign-in is ended, or the client goes away. */
  signal: AbortSignal;
  /** From here on the request runs to its end even when its key is revoked: for the request that revokes its own key. */
  detach(): void;
  /** Of a request with an `Idempotency-Key`: stores its answer in the transaction that makes it true. */
  keepAnswer?: KeepAnswer;
};

const contexts = new WeakMap<FastifyRequest, RequestContext>();

export const setContext = (request: FastifyRequest, context: RequestContext): void => {
  contexts.set(request, context);
};

/** The context of a request that passed the guard. */
export function contextOf(request: FastifyRequest): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error(`${request.method} ${request.routeOptions.url} was not guarded.`);
  return context;
}
