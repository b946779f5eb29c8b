import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#isomorphic/audit-actions.ts';
import type { Environment } from '#lib/environment.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Principal } from '#records/principal.ts';
import type { TransactionOptions, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { UsageMetric } from '#storage/tables.ts';
import type { KeepAnswer, KeptAnswer } from './kept-answer.ts';

/** What the guard found out about a request, and the part of the storage that a route may use. */
export type RequestContext = {
  principal: Principal;
  /** Bound to the workspace and environment. Its writes fail once the key or sign-in has ended. */
  store: WorkspaceStore;
  /** The same workspace in the live environment, which stores its members, whatever address the request came to. */
  people: WorkspaceStore;
  /** Another workspace that a person's request creates or deletes. */
  otherWorkspace(environment: Environment, id: WorkspaceId): WorkspaceStore;
  /** One transaction over it and the workspace of the request, in the live environment. */
  withWorkspace: WithWorkspace;
  /** Aborted when the key or sign-in is ended before anything is committed, or the client goes away. */
  signal: AbortSignal;
  /** Counts the request as one that stays open, a stream or a long poll. Throws 429 for one too many. */
  holdOpen(): void;
  /** Writes what the request changed into the audit log, in the transaction of the change. */
  audit: Audit;
  /** Counts what the request uses, for `GET /v1/usage`. */
  count: CountUse;
  /** Stores the answer in the transaction that makes it true; undefined without an `Idempotency-Key`. */
  keepAnswer?: KeepAnswer;
  /** Takes the hash of a form with an `Idempotency-Key`, before anything is written. Throws 422 when the key was used
   *  for something else. */
  noteForm?(hash: string): Promise<void>;
  /** The answer that the same request got before. */
  earlierAnswer?: KeptAnswer;
};

/** As `Store.acrossWorkspaces`; fails once the sign-in has ended. */
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

/** Adds to what was used today; 1 unless given. */
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
