import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#isomorphic/audit-actions.ts';
import type { Environment } from '#lib/environment.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Principal } from '#records/principal.ts';
import type { TransactionOptions, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { UsageMetric } from '#storage/tables.ts';
import type { KeepAnswer, KeptAnswer } from './kept-answer.ts';

/** The result of the guard's checks, and the part of the storage that a route may use. */
export type RequestContext = {
  principal: Principal;
  /** Bound to the workspace and environment. Its writes fail once the key or sign-in has ended. */
  store: WorkspaceStore;
  /** The same for a person that the sender names by their principals; undefined names no one. It hides the sources that allow
   *  none of them. */
  storeFor(asUser: readonly string[] | undefined): WorkspaceStore;
  /** The same workspace in the live environment, which stores its members, even for requests to the sandbox. */
  people: WorkspaceStore;
  /** Another workspace that a person's request creates or deletes. */
  otherWorkspace(environment: Environment, id: WorkspaceId): WorkspaceStore;
  /** One transaction over that workspace and the request's workspace, in the live environment. */
  withWorkspace: WithWorkspace;
  /** Aborted when the client disconnects, or when the key or sign-in ends before anything is committed. */
  signal: AbortSignal;
  /** Counts the request as one that stays open, such as a stream or a long poll. Throws 429 above the limit. */
  holdOpen(): void;
  /** Adds the request's change to the audit log, in the transaction of the change. */
  audit: Audit;
  /** Counts usage for `GET /v1/usage`. */
  count: CountUse;
  /** Stores the answer in the transaction of the write; undefined without an `Idempotency-Key`. */
  keepAnswer?: KeepAnswer;
  /** Sets the hash of a form with an `Idempotency-Key`, before anything is written. Throws 422 if the key was used for a
   *  different request. */
  noteForm?(hash: string): Promise<void>;
  /** The stored answer of an earlier identical request. */
  earlierAnswer?: KeptAnswer;
};

/** Like `Store.acrossWorkspaces`; fails once the sign-in has ended. */
export type WithWorkspace = <T>(
  id: WorkspaceId,
  work: (within: (id: WorkspaceId) => WorkspaceTransaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

export type Audit = (
  tx: Pick<WorkspaceTransaction, 'auditLog'>,
  action: AuditAction,
  subjectId: string,
  details?: Record<string, unknown>,
) => Promise<void>;

/** Adds to today's usage, 1 by default. */
export type CountUse = (metric: UsageMetric, amount?: number) => void;

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

const principals = new WeakMap<FastifyRequest, Principal>();

/** Remembers the sender of a request, even if the request is refused later. */
export const notePrincipal = (request: FastifyRequest, principal: Principal): void => {
  principals.set(request, principal);
};

/** The sender of a request; undefined until it is authenticated. */
export const principalOf = (request: FastifyRequest): Principal | undefined => principals.get(request);
