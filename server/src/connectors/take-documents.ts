import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#errors.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { utcDay } from '#lib/clock.ts';
import type { Metadata } from '#lib/metadata.ts';
import { SERVICE } from '#records/audit.ts';
import { type Content, openSpool } from '#records/content.ts';
import { recordHistory } from '#records/source-history.ts';
import type { RunCounts, WorkspaceTransaction } from '#storage/store.ts';
import type { ConnectorDocumentRow, ConnectorRow, SourceRow } from '#storage/tables.ts';
import { labelOf, withFitting } from './clean-document.ts';
import type { FetchedDocument, FoundDocument } from './connector.ts';
import { ConnectorFault } from './connector-fault.ts';
import { inTime } from './in-time.ts';
import { assertHeld, type Run, tooLarge } from './list-documents.ts';
import type { SourceTools } from './source-tools.ts';

type Taking = Run & {
  sources: SourceTools;
  log: FastifyBaseLogger;
  /** For documents between the place and storage. */
  spoolFolder: string;
};

/** A place may be silent this long within a document. */
const SILENCE_MS = 2 * 60_000;
/** After so many documents in a row that could not be fetched, the place counts as unavailable. */
const MAX_FAILURES_IN_A_ROW = 5;
const BATCH = 100;

/** Takes every document that waits: moves, renames or fetches it. Then deletes the sources of those that are gone. One
 *  transaction each, so that a run that was interrupted goes on with the next one. */
export async function takeDocuments(taking: Taking): Promise<void> {
  const { job, connector } = taking;
  const { connectors } = job.store;
  let failures = 0;
  for (let after: string | undefined; ; ) {
    const rows = await connectors.listDocuments(connector.connector_id, {
      status: 'pending',
      limit: BATCH,
      after,
    });
    for (const row of rows.slice(0, BATCH)) {
      job.signal.throwIfAborted();
      const outcome = await takeDocument(taking, row);
      failures = outcome === 'unavailable' ? failures + 1 : 0;
      if (failures >= MAX_FAILURES_IN_A_ROW)
        throw new ConnectorFault('unavailable', `The place could not give ${failures} documents in a row.`);
      after = row.document_id;
    }
    if (rows.length <= BATCH) break;
  }
  for (;;) {
    const rows = await connectors.listDocuments(connector.connector_id, { status: 'gone', limit: BATCH });
    for (const row of rows) {
      job.signal.throwIfAborted();
      await removeGone(taking, row);
    }
    if (rows.length <= BATCH) return;
  }
}

type Outcome = 'taken' | 'unavailable';

async function takeDocument(taking: Taking, row: ConnectorDocumentRow): Promise<Outcome> {
  const { job, connector, log } = taking;
  const { signal } = job;
  const found = JSON.parse(row.found ?? '') as FoundDocument;
  try {
    if (await takeWithoutFetching(taking, row, found)) return 'taken';
    const content = await fetchContent(taking, found);
    if (content === undefined) {
      await forget(taking, row);
      return 'taken';
    }
    try {
      await saveContent(taking, row, found, content);
    } finally {
      await content.dispose();
    }
    return 'taken';
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof SkippedDocument) {
      await save(taking, { ...taken(row, found), status: 'skipped', reason: error.message }, { skipped: 1 });
      return 'taken';
    }
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (!(error instanceof ConnectorFault || error instanceof AppError))
      log.warn(
        { err: error, connector_id: connector.connector_id },
        'a document of a connector could not be read',
      );
    await save(taking, { ...row, status: 'failed', attempts: row.attempts + 1, reason }, { failed: 1 });
    return error instanceof ConnectorFault && error.code === 'unavailable' ? 'unavailable' : 'taken';
  }
}

/** Notes what became of a document. */
async function save(taking: Taking, row: ConnectorDocumentRow, counts: Partial<RunCounts>): Promise<void> {
  await taking.job.store.transaction(async (tx) => {
    await assertHeld(tx, taking);
    await tx.connectors.saveDocument(withoutWorkspace(row, taking));
    await tx.connectors.updateRun(taking.run, {}, counts);
  });
}

/** For a document that has gone since it was listed. Only the next listing deletes its source. */
async function forget(taking: Taking, row: ConnectorDocumentRow): Promise<void> {
  if (row.source_id !== null) return await save(taking, { ...row, status: 'synced', found: null }, {});
  await taking.job.store.transaction(async (tx) => {
    await assertHeld(tx, taking);
    await tx.connectors.removeDocument(taking.connector.connector_id, row.document_id);
  });
}

/** The sentence for a fault of one document; undefined if the whole run must end. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ConnectorFault)
    return error.code === 'unavailable' || error.code === 'untrusted' ? error.message : undefined;
  if (error instanceof AppError) return error.message;
  if (error instanceof UnreadableDocument) return error.message;
  return undefined;
}

/** A document that is left out until its version changes. */
class SkippedDocument extends Error {}

/** The place threw something other than ConnectorFault for one document. */
class UnreadableDocument extends Error {}

/** Moves or renames a document whose content is known. False if it has to be fetched. */
async function takeWithoutFetching(
  taking: Taking,
  row: ConnectorDocumentRow,
  found: FoundDocument,
): Promise<boolean> {
  const { job, connector } = taking;
  const { connector_id } = connector;
  // Most documents are new: they cost no transaction here.
  const before = await knownContent(taking, row, found);
  if (!before?.source_id) return false;
  const sourceId = before.source_id;
  await job.store.transaction(async (tx) => {
    await assertHeld(tx, taking);
    const source = await tx.sources.find(sourceId);
    if (before !== row) await tx.connectors.removeDocument(connector_id, before.document_id);
    if (source) await relabel(tx, taking, source, found);
    await tx.connectors.saveDocument(
      withoutWorkspace(
        source
          ? { ...taken(row, found), status: 'synced', source_id: source.source_id }
          : { ...taken(row, found), status: 'skipped', source_id: null, reason: DELETED_HERE },
        taking,
      ),
    );
    await tx.connectors.updateRun(
      taking.run,
      {},
      { [source ? (before === row ? 'changed' : 'moved') : 'skipped']: 1 },
    );
  });
  return true;
}

/** The row with the same content: the document's own, or that of a document that is gone from another path. */
async function knownContent(
  { job, connector }: Taking,
  row: ConnectorDocumentRow,
  { version, fingerprint }: FoundDocument,
): Promise<ConnectorDocumentRow | undefined> {
  const isSame = fingerprint !== undefined && fingerprint === row.fingerprint;
  if (row.version !== null && (row.version === version || isSame)) return row;
  if (row.source_id !== null || fingerprint === undefined) return undefined;
  return await job.store.connectors.findGone(connector.connector_id, fingerprint);
}

const DELETED_HERE = 'Its source was deleted in Footnote. It comes back when the document changes.';

/** Gives a source the name, external id and metadata of its document. Its content and index stay. */
async function relabel(
  tx: WorkspaceTransaction,
  { connector, sources, clock }: Taking,
  source: SourceRow,
  found: FoundDocument,
): Promise<void> {
  const now = clock.now();
  const known = JSON.parse(source.metadata) as Metadata;
  const metadata = metadataOf(connector, found);
  const { entries } = await sources.change(tx, source.source_id, {
    fields: {
      name: found.name,
      external_id: externalIdOf(connector, found),
      metadata: { ...Object.fromEntries(Object.keys(known).map((key) => [key, null])), ...metadata },
    },
    content: undefined,
    url: undefined,
    now,
  });
  await tx.sources.update(source.source_id, { file_name: found.fileName, url: found.url ?? null });
  await recordHistory(tx, { actor: SERVICE, now, entries });
}

/** Reads the content of a document, which ends at the limit whatever size the place claimed. Undefined if it is gone. */
async function fetchContent(
  { job, connection, spoolFolder, maxBytes }: Taking,
  found: FoundDocument,
): Promise<Content | undefined> {
  let fetched: FetchedDocument | undefined;
  const spool = openSpool(spoolFolder);
  try {
    fetched = await inTime(connection.fetch(found), SILENCE_MS, job.signal);
    if (!fetched) {
      await spool.discard();
      return undefined;
    }
    const parts = fetched.bytes[Symbol.asyncIterator]();
    let sizeBytes = 0;
    try {
      for (;;) {
        const { value, done } = await inTime(parts.next(), SILENCE_MS, job.signal);
        if (done) break;
        sizeBytes += value.length;
        if (sizeBytes > maxBytes) throw new SkippedDocument(tooLarge(maxBytes));
        await spool.write(value);
      }
    } finally {
      void Promise.resolve(parts.return?.(undefined)).catch(() => undefined);
    }
    if (sizeBytes === 0) throw new SkippedDocument('It is empty.');
  } catch (error) {
    await spool.discard();
    if (error instanceof ConnectorFault || error instanceof SkippedDocument || job.signal.aborted)
      throw error;
    // A full disk is not the document's fault, and must not count as one of its attempts.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new UnreadableDocument('It could not be read. The log of the service says more.', { cause: error });
  }
  const mimeType = fetched.mimeType?.slice(0, LIMITS.nameCharacters).replace(/\p{Cc}/gu, '') || null;
  return await spool.finish({ mimeType, fileName: found.fileName });
}

/** Adds or updates the source of a document. */
async function saveContent(
  taking: Taking,
  row: ConnectorDocumentRow,
  found: FoundDocument,
  content: Content,
): Promise<void> {
  const { job, connector, sources, clock } = taking;
  await job.store.transaction(
    async (tx) => {
      await assertHeld(tx, taking);
      const now = clock.now();
      // A person may have moved it to another knowledge base, or given it another external id.
      const known = row.source_id === null ? undefined : await tx.sources.find(row.source_id);
      const externalId = known?.external_id ?? externalIdOf(connector, found);
      // Without one it would not be found again, and the document would get a second source.
      if (known?.external_id === null) await tx.sources.update(known.source_id, { external_id: externalId });
      const { source, outcome } = await sources.upsert(tx, {
        externalId,
        fields: {
          type: 'document',
          name: found.name,
          metadata: metadataOf(connector, found),
          knowledge_base_id: known?.knowledge_base_id ?? connector.knowledge_base_id,
          // Changes by people stay: a source that someone restricted must not open up when its document is edited.
          allowed: known ? undefined : (JSON.parse(connector.allowed ?? 'null') as string[] | null),
          tags: known ? undefined : (JSON.parse(connector.tags) as string[]),
        },
        content,
        url: undefined,
        actor: SERVICE,
        now,
      });
      if (source.url !== (found.url ?? null))
        await tx.sources.update(source.source_id, { url: found.url ?? null });
      if (outcome === 'created')
        await tx.usageCounts.add([{ day: utcDay(now), actor_id: '', metric: 'sources', amount: 1 }]);
      await tx.connectors.saveDocument(
        withoutWorkspace({ ...taken(row, found), status: 'synced', source_id: source.source_id }, taking),
      );
      await tx.connectors.updateRun(taking.run, {}, { [outcome === 'created' ? 'added' : 'changed']: 1 });
    },
    { isLarge: isLarge(content.sizeBytes) },
  );
}

async function removeGone(taking: Taking, row: ConnectorDocumentRow): Promise<void> {
  const { job, connector, sources, clock } = taking;
  const { source_id } = row;
  const source = source_id === null ? undefined : await job.store.sources.find(source_id);
  await job.store.transaction(
    async (tx) => {
      await assertHeld(tx, taking);
      const isRemoved = source_id !== null && (await sources.remove(tx, source_id, clock.now()));
      await tx.connectors.removeDocument(connector.connector_id, row.document_id);
      await tx.connectors.updateRun(taking.run, {}, isRemoved ? { deleted: 1 } : {});
    },
    { isLarge: isLarge(source?.size_bytes) },
  );
}

/** The row of a document that was taken as it was found. */
const taken = (row: ConnectorDocumentRow, found: FoundDocument): ConnectorDocumentRow => ({
  ...row,
  version: found.version,
  fingerprint: found.fingerprint ?? null,
  label: labelOf(found),
  found: null,
  attempts: 0,
  reason: null,
});

function withoutWorkspace(
  { workspace_id: _, ...row }: ConnectorDocumentRow,
  { clock }: Pick<Run, 'clock'>,
): Omit<ConnectorDocumentRow, 'workspace_id'> {
  return { ...row, updated_at: clock.now() };
}

/** The external id of a document's source. */
const externalIdOf = ({ connector_id }: ConnectorRow, { id }: FoundDocument): string =>
  `${connector_id}:${id}`;

/** The metadata of the connector and of the place. If both exceed the limits, entries of the place are left out. */
const metadataOf = (connector: ConnectorRow, { metadata, url }: FoundDocument): Metadata =>
  withFitting(
    { ...(JSON.parse(connector.metadata) as Metadata), connector_id: connector.connector_id },
    { ...metadata, ...(url !== undefined && { url }) },
  );
