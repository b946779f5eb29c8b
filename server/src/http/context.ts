import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#lib/audit-actions.ts';
import type { Environment } from '#lib/environment.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Principal } from '#records/principal.ts';
import type { TransactionOptions, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { UsageMetric } from '#storage/tables.ts';
import type { KeepAnswer, KeptAnswer } from './kept-answer.ts';

/** What the guard found out about a request, and all that a route may use of storage. */
export type RequestContext = {
  principal: Principal;
  /** Bound to the workspace and environment; its writes fail when the key or sign-in was ended meanwhile. */
  store: WorkspaceStore;
  /** The same workspace in the live environment, where its members are, whatever address the request came to. */
  people: WorkspaceStore;
  /** Another workspace of a person, which their request makes or deletes. */
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
  /** Of a request with an `Idempotency-Key`: stores its answer in the transaction that makes it true. */
  keepAnswer?: KeepAnswer;
  /** Of the same, when its body may be a form: is told the hash of what came, before anything is written. Throws 422 when
   *  the key was used for something else. */
  noteForm?(hash: string): Promise<void>;
  /** What the same request was answered with before. */
  earlierAnswer?: KeptAnswer;
};

/** As `Store.acrossWorkspaces`; fails when the sign-in was ended meanwhile. */
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

/** Remembers who sent a request, also one that is refused for what they may not do. */
export const notePrincipal = (request: FastifyRequest, principal: Principal): void => {
  principals.set(request, principal);
};

/** Who sent a request; undefined as long as nobody has shown who they are. */
export const principalOf = (request: FastifyRequest): Principal | undefined => principals.get(request);
