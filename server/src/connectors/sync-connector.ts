import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '#isomorphic/limits.ts';
import { emit } from '#jobs/emit.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { newId } from '#lib/ids.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import { spoolFolder } from '#records/content.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { ConnectorRow, ConnectorRunRow } from '#storage/tables.ts';
import type { Connection } from './connector.ts';
import { ConnectorFault } from './connector-fault.ts';
import { connectorFolders } from './connector-folders.ts';
import type { AnyConnectorKind } from './connector-kinds.ts';
import type { ConnectorTools } from './connector-tools.ts';
import { openCredentials } from './credentials.ts';
import { assertHeld, EmptiedPlace, listDocuments, type Run, RunLost } from './list-documents.ts';
import { type FaultCode, nextTry } from './next-try.ts';
import { toConnector } from './schema.ts';
import type { SourceTools } from './source-tools.ts';
import { takeDocuments } from './take-documents.ts';

type SyncServices = Pick<Services, 'config' | 'clock' | 'log'> & {
  /** Undefined for a kind that this version does not know. */
  kind(name: string): AnyConnectorKind | undefined;
  sources: SourceTools;
  openTools(): Promise<ConnectorTools>;
};
type SyncJob = Job<'sync-connector'>;

/** Synchronises the knowledge base of a connector with its place: lists the documents, takes those that changed, and deletes
 *  those that are gone. Each step is committed, so that a run that is killed continues where it was. */
export async function syncConnector(services: SyncServices, job: SyncJob): Promise<void> {
  const { store, row, payload } = job;
  const { clock, config, log, sources } = services;
  const connector = await store.connectors.find(payload.connector_id);
  if (!connector || connector.is_paused === 1) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  let run: ConnectorRunRow | undefined;
  let connection: Connection | undefined;
  try {
    run = await openRun(services, job, connector);
    connection = await connect(services, job, connector);
    const current: Run = { job, connector, run, connection, clock, maxBytes: maxFileBytes(services.config) };
    if (run.phase === 'listing') await listDocuments(current);
    await takeDocuments({ ...current, sources, log, spoolFolder: spoolFolder(config.DATA_DIR) });
    await completeRun(services, job, run);
  } catch (error) {
    if (error instanceof RunLost || job.signal.aborted) {
      job.signal.throwIfAborted();
      return;
    }
    const fault = faultOf(error);
    if (!fault) throw error;
    await endRun(services, job, fault);
  } finally {
    await connection?.close().catch((error) => log.warn({ err: error }, 'a connection could not be closed'));
  }
}

/** Ends a run that was interrupted by an error of the service too often. */
export async function failSync(
  services: Pick<Services, 'clock' | 'log'>,
  job: SyncJob,
  error: unknown,
): Promise<void> {
  services.log.error({ err: error, connector_id: job.payload.connector_id }, 'a connector failed');
  await endRun(services, job, {
    code: 'internal',
    message:
      'The synchronisation failed because of an error in the service, and is tried again. Its log says more.',
    retryAfterMs: undefined,
  });
}

type Fault = { code: FaultCode; message: string; retryAfterMs: number | undefined };

function faultOf(error: unknown): Fault | undefined {
  if (error instanceof ConnectorFault) {
    const { code, message, retryAfterMs } = error;
    return { code, message: message.slice(0, LIMITS.descriptionCharacters), retryAfterMs };
  }
  if (error instanceof EmptiedPlace)
    return {
      code: 'emptied',
      message:
        'The place has no or hardly any documents any more. The sources of the others are deleted if the next synchronisation finds the same.',
      retryAfterMs: undefined,
    };
  return undefined;
}

/** The run to go on with, or a new one. */
async function openRun(
  { clock }: Pick<SyncServices, 'clock'>,
  job: SyncJob,
  { connector_id }: ConnectorRow,
): Promise<ConnectorRunRow> {
  return await job.store.transaction(async (tx) => {
    await assertHeld(tx, { job });
    const now = clock.now();
    await tx.connectors.update(connector_id, { state: 'syncing', next_sync_at: null, updated_at: now });
    const open = await tx.connectors.openRun(connector_id);
    if (open) return open;
    const run = { connector_id, run_id: newId('connectorRun'), started_at: now, ...NEW_RUN };
    await tx.connectors.insertRun(run, LIMITS.connectorRuns);
    return { ...run, workspace_id: job.store.workspaceId };
  });
}

const NEW_RUN = {
  outcome: 'running',
  phase: 'listing',
  covers: null,
  ended_at: null,
  found: 0,
  added: 0,
  changed: 0,
  moved: 0,
  deleted: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  error: null,
} as const;

async function connect(
  services: SyncServices,
  { store, signal }: SyncJob,
  connector: ConnectorRow,
): Promise<Connection> {
  const kind = services.kind(connector.kind);
  if (!kind)
    throw new ConnectorFault(
      'settings',
      `This version of Footnote has no connectors of the kind "${connector.kind}".`,
    );
  const settings = kind.settings.safeParse(JSON.parse(connector.settings));
  const credentials = openCredentials(services.config, connector);
  const readCredentials = credentials === undefined ? undefined : kind.credentials.safeParse(credentials);
  if (!settings.success || readCredentials?.success === false)
    throw new ConnectorFault(
      'settings',
      'This version of Footnote takes other settings or credentials. Enter them again.',
    );
  const folder = join(
    connectorFolders(services.config.DATA_DIR, store.environment),
    store.workspaceId,
    connector.connector_id,
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return await kind.connect(await services.openTools(), {
    settings: settings.data,
    credentials: readCredentials?.data,
    signal,
    maxBytes: maxFileBytes(services.config),
    folder,
  });
}

async function completeRun(
  { clock }: Pick<SyncServices, 'clock'>,
  { store, row, payload }: SyncJob,
  run: ConnectorRunRow,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const connector = await tx.connectors.find(payload.connector_id);
    if (!connector) return;
    const now = clock.now();
    await tx.connectors.updateRun(run, { outcome: 'completed', ended_at: now, error: null });
    await tx.connectors.update(connector.connector_id, {
      state: 'idle',
      error: null,
      failures: 0,
      last_synced_at: now,
      next_sync_at: connector.interval_minutes === null ? null : now + connector.interval_minutes * 60_000,
      updated_at: now,
    });
  });
}

/** Ends a run that failed. A listing that was interrupted halfway, and can go on, stays open for the next try. */
async function endRun(
  { clock }: Pick<Services, 'clock'>,
  { store, row, payload }: SyncJob,
  { code, message, retryAfterMs }: Fault,
): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const connector = await tx.connectors.find(payload.connector_id);
    if (!connector) return;
    const now = clock.now();
    const error = JSON.stringify({ code, message });
    const failures = connector.failures + 1;
    const nextAt = nextTry({
      code,
      failures,
      retryAfterMs,
      intervalMinutes: connector.interval_minutes,
      now,
    });
    const run = await tx.connectors.openRun(connector.connector_id);
    const goesOn =
      code !== 'emptied' && nextAt !== null && run?.phase === 'listing' && connector.resume !== null;
    if (run)
      await tx.connectors.updateRun(run, goesOn ? { error } : { outcome: 'failed', ended_at: now, error });
    const isStuck = nextAt === null && code !== 'emptied';
    const after = await tx.connectors.update(connector.connector_id, {
      state: isStuck ? 'needs_attention' : 'waiting',
      error,
      failures,
      next_sync_at: nextAt,
      ...(!goesOn && { resume: null }),
      updated_at: now,
    });
    if (after && isStuck) await tellFailure(tx, after, now);
  });
}

const tellFailure = async (tx: WorkspaceTransaction, connector: ConnectorRow, now: number): Promise<void> =>
  await emit(tx, {
    type: 'connector.failed',
    subjectId: connector.connector_id,
    data: toConnector(connector),
    now,
  });
