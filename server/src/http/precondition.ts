import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidField } from '#errors.ts';
import { toIso } from '#lib/clock.ts';
import type { WorkspaceReads } from '#storage/store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer has the version of its resource in `ETag`, and a change takes `If-Match`. */
    isVersioned?: true;
  }
}

/** What a request changes: its id, and how to read its version in the transaction of the change. */
type Changed = {
  id: string;
  noun: string;
  /** Undefined if it was deleted. */
  versionIn(reads: WorkspaceReads): Promise<string | undefined>;
};

const changed = new WeakMap<FastifyRequest, Changed>();

/** Remembers what a request changes, so that `If-Match` protects it. */
export const noteChanged = (request: FastifyRequest, what: Changed): void => void changed.set(request, what);

/** The `ETag` of a version. */
export const etagOf = (version: string): string => `"${version}"`;

/** The version of a row that keeps when it was last changed: that time, as its answer has it in `updated_at`. */
export const versionOfRow = ({ updated_at }: { updated_at: number }): string => toIso(updated_at);

/** The version of a row whose `updated_at` also changes by itself: of the columns that people change. */
export const versionOfColumns = <Row extends object>(row: Row, columns: readonly (keyof Row)[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map((column) => row[column])))
    .digest('base64url')
    .slice(0, 22);

/** Throws 412 if the request has `If-Match` and someone has changed its resource since, and 422 if it cannot be checked. Call it in
 *  the transaction of the change, before the change. */
export async function assertUnchanged(request: FastifyRequest, reads: WorkspaceReads): Promise<void> {
  const header = request.headers['if-match'];
  if (header === undefined) return;
  const what = changed.get(request);
  if (!what) throw invalidField('If-Match', "isn't supported by this endpoint; leave it out");
  const wanted = header.split(',').map((each) => each.trim());
  if (!wanted.every(isTag))
    throw invalidField('If-Match', 'must be * or an ETag such as "2026-01-31T12:00:00.000Z"');
  const version = await what.versionIn(reads);
  // The change itself answers 404 if the resource was deleted.
  if (version === undefined || wanted.includes('*')) return;
  // A proxy that compresses answers makes their tags weak.
  if (!wanted.some((tag) => tag.replace(/^W\//, '') === etagOf(version)))
    throw await changedSince(reads, what, wanted[0] ?? '');
}

const isTag = (tag: string): boolean => tag === '*' || /^(?:W\/)?"[^"]*"$/.test(tag);

/** Sets the `ETag` of the answer to a change. */
export async function sendVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  reads: WorkspaceReads,
): Promise<void> {
  const version = await changed.get(request)?.versionIn(reads);
  if (version !== undefined) reply.header('etag', etagOf(version));
}

async function changedSince(reads: WorkspaceReads, { id, noun }: Changed, wanted: string): Promise<AppError> {
  const since = Date.parse(wanted.replace(/^W\//, '').slice(1, -1));
  const last = await reads.auditLog.lastAbout(id, Number.isNaN(since) ? 0 : since);
  return new AppError(
    'invalid_request',
    `${last ? `${last.actor_name} has changed` : 'Someone has changed'} the ${noun} since you read it. Read it again, then repeat your change.`,
    {
      status: 412,
      details: [
        { field: 'If-Match', reason: 'names an earlier version' },
        ...(last ? [{ field: 'changed_by', reason: last.actor_name }] : []),
        ...(last?.actor_id ? [{ field: 'changed_by_id', reason: last.actor_id }] : []),
      ],
    },
  );
}
