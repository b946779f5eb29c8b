import type { FastifyRequest } from 'fastify';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ApiKeyRow } from '#storage/tables.ts';

/** What the guard found out about a request, and all that a route may use of storage. */
export type RequestContext = {
  key: ApiKeyRow;
  /** Bound to the key's workspace and environment; its writes fail when the key is revoked meanwhile. */
  store: WorkspaceStore;
  /** Aborted when the key is revoked or the client goes away. */
  signal: AbortSignal;
  /** From here on the request runs to its end even when its key is revoked: for the request that revokes its own key. */
  detach(): void;
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
