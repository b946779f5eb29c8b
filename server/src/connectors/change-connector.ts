import { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import { validate } from '#http/validate.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { ConnectorId } from '#lib/ids.ts';
import { changedFields } from '#records/audit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { ConnectorRow } from '#storage/tables.ts';
import { type AnyConnectorKind, connectorKind, takesCredentials } from './connector-kinds.ts';
import { sealCredentials } from './credentials.ts';
import type { UpdateConnector } from './schema.ts';

/** Encrypts credentials. Throws 422 if the installation has no key for it. */
export function seal(
  secret: string | undefined,
  of: Parameters<typeof sealCredentials>[1],
  credentials: unknown,
): string {
  if (secret === undefined)
    throw invalidField(
      'credentials',
      'cannot be stored, because the installation has no setting CREDENTIALS_KEY to encrypt them with; its operator can add one',
    );
  return sealCredentials(secret, of, credentials);
}

type Changes = Parameters<WorkspaceTransaction['connectors']['update']>[1];

/** The columns that a PATCH changes. Throws if settings or credentials don't fit the kind. */
export function changesOf(
  connector: ConnectorRow,
  {
    name,
    settings,
    credentials,
    interval_minutes,
    tags,
    metadata,
    allowed,
    paused,
  }: z.output<typeof UpdateConnector>,
  secret: string | undefined,
): Changes {
  const kind = connectorKind(connector.kind);
  if ((settings !== undefined || credentials !== undefined) && !kind)
    throw invalidField(
      'settings',
      `cannot be read by this version, which has no connectors of the kind "${connector.kind}"`,
    );
  if (credentials != null && kind && !takesCredentials(kind))
    throw invalidField('credentials', `is not for connectors of the kind ${connector.kind}, which need none`);
  if (kind && settings !== undefined && credentials === undefined && connector.credentials !== null)
    assertSameDestination(kind, connector, settings);
  return {
    ...(name !== undefined && { name }),
    ...(settings !== undefined &&
      kind && {
        settings: JSON.stringify(validate(z.object({ settings: kind.settings }), { settings }).settings),
        cursor: null,
        resume: null,
      }),
    ...(credentials === null && { credentials: null }),
    ...(credentials != null &&
      kind && {
        credentials: seal(
          secret,
          connector,
          validate(z.object({ credentials: kind.credentials }), { credentials }).credentials,
        ),
      }),
    ...(interval_minutes !== undefined && { interval_minutes }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    ...(allowed !== undefined && { allowed: allowed && JSON.stringify(allowed) }),
    ...(paused !== undefined && { is_paused: paused ? (1 as const) : (0 as const) }),
  };
}

/** Throws 422 for settings that would send the stored credentials elsewhere. Someone who may change settings may not know
 *  the credentials, and must not learn them this way. */
function assertSameDestination(
  { settings: schema, destination = JSON.stringify }: AnyConnectorKind,
  { settings }: ConnectorRow,
  wanted: Record<string, unknown>,
): void {
  const [before, after] = [schema.safeParse(JSON.parse(settings)), schema.safeParse(wanted)];
  if (!after.success || (before.success && destination(before.data) === destination(after.data))) return;
  throw invalidField(
    'credentials',
    'must be sent again, because the stored ones are for another place than that of the new settings',
  );
}

/** Applies a change to runs and sources. A pause cancels the current run. New settings, credentials or principals start
 *  another run, and new principals apply to existing sources at once. A new interval counts from the last run. */
export async function restart(
  tx: WorkspaceTransaction,
  before: ConnectorRow,
  after: ConnectorRow,
  now: number,
): Promise<ConnectorRow> {
  const { connector_id } = after;
  const isRestricted = before.allowed !== after.allowed;
  // A run that began before the change would give its sources the old principals.
  const isNewPlace =
    isRestricted || before.settings !== after.settings || before.credentials !== after.credentials;
  const isResumed = before.is_paused === 1 && after.is_paused === 0;
  if (after.is_paused === 1 || isNewPlace) {
    await tx.jobs.cancel(connector_id);
    const run = await tx.connectors.openRun(connector_id);
    if (run) await tx.connectors.updateRun(run, { outcome: 'cancelled', ended_at: now });
  }
  if (isRestricted) await tx.connectors.restrictSources(connector_id, after.allowed);
  // Errors of the old place, such as that it was empty, say nothing about the new one.
  const forgotten = isNewPlace ? { failures: 0, error: null } : {};
  if (after.is_paused === 1)
    return await update(tx, after, { next_sync_at: null, resume: null, ...forgotten });
  if (isNewPlace || isResumed) {
    const row = await update(tx, after, {
      state: 'pending',
      next_sync_at: null,
      resume: null,
      ...forgotten,
    });
    if (!(await tx.jobs.isQueued(connector_id))) await queueSync(tx, connector_id, now);
    return row;
  }
  if (before.interval_minutes === after.interval_minutes || after.state !== 'idle') return after;
  const { interval_minutes: minutes, last_synced_at: last } = after;
  return await update(tx, after, {
    next_sync_at: minutes === null ? null : Math.max(now, (last ?? now) + minutes * 60_000),
  });
}

/** Queues a run. */
export const queueSync = (tx: WorkspaceTransaction, connector_id: ConnectorId, now: number): Promise<void> =>
  enqueue(tx, { kind: 'sync-connector', subjectId: connector_id, payload: { connector_id }, now });

/** Throws 404 if the connector was deleted meanwhile. */
export async function update(
  tx: WorkspaceTransaction,
  { connector_id }: ConnectorRow,
  changes: Changes,
): Promise<ConnectorRow> {
  const row = await tx.connectors.update(connector_id, changes);
  if (!row) throw notFound('connector', connector_id);
  return row;
}

/** The changed fields for the audit log. It tells that credentials changed, not what they are. */
export const auditOf = (before: ConnectorRow, after: ConnectorRow): Record<string, unknown> =>
  changedFields(
    before,
    after,
    ['name', 'settings', 'credentials', 'interval_minutes', 'tags', 'metadata', 'allowed', 'is_paused'],
    ['credentials'],
  );
