import { isLarge } from '#isomorphic/limits.ts';
import { emit } from '#jobs/emit.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { Job } from '#jobs/job-kinds.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { Embedder, Embedders } from '#models/model.ts';
import { SERVICE } from '#records/audit.ts';
import { toSource } from '#records/source.ts';
import { recordHistory } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { JobRow, SourceRow, SourceType } from '#storage/tables.ts';
import type { OriginalContent } from './parse/original-content.ts';
import { tooManyChunks } from './parse/source-fault.ts';
import type { PreparedSource } from './prepare-source.ts';
import { reportProgress } from './report-progress.ts';
import { queueUnderstandingOf } from './understanding/queue-understanding.ts';
import { type DocumentWorker, NEEDS_OCR } from './workers/document-worker.ts';

type IngestServices = Pick<Services, 'clock' | 'log'> & {
  models: Pick<Services['models'], 'embedders'>;
  documentWorker: DocumentWorker;
};

type IngestJob = Job<'ingest-source' | 'read-scans'>;

/** Makes a source searchable: reads its content, prepares it in a worker thread, and swaps it in. Content that needs OCR
 *  is left to a job of its own, with the same work in a thread that reads pictures. A job for an outdated revision ends
 *  without changes. */
export async function ingestSource(services: IngestServices, job: IngestJob): Promise<void> {
  const { row, payload, store } = job;
  for (;;) {
    const source = await store.sources.find(payload.source_id);
    if (!source || source.revision !== payload.revision) {
      await store.transaction((tx) => tx.jobs.finish(row));
      return;
    }
    if (await prepareAndSwap(services, job, source)) return;
  }
}

/** Returns false if the prepared source is useless, because meanwhile the knowledge base switched to another index, or it
 *  became known what the pages of its crawl repeat. */
async function prepareAndSwap(
  services: IngestServices,
  { row, store, signal }: IngestJob,
  source: SourceRow,
): Promise<boolean> {
  const { clock, documentWorker, models } = services;
  const startedAt = clock.now();
  const { indexVersion, embedder } = await indexToFill(store, source.knowledge_base_id, models);
  const repeatedLines = await repeatedLinesOf(store, source);
  const progress = reportProgress(services, { store, job: row, source });
  try {
    const { workspaceId } = store;
    const prepared = await documentWorker.prepare(
      {
        name: source.name,
        repeatedLines: repeatedLines === null ? [] : (JSON.parse(repeatedLines) as string[]),
        embedder,
        read: async () => contentOf(source, await store.contents.file(source.source_id, source.revision)),
      },
      { workspaceId, signal, onStage: progress.report },
    );
    progress.stop();
    if (prepared === NEEDS_OCR) {
      await store.transaction((tx) => leaveToOcr(tx, row, source, clock.now()));
      return true;
    }
    const swap = async (tx: WorkspaceTransaction): Promise<boolean> => {
      const current = await tx.sources.find(source.source_id);
      // It may have been moved meanwhile.
      const { knowledge_base_id } = current ?? source;
      const versions = await versionsOf(tx, knowledge_base_id, models.embedders);
      if (versions.length > 0 && !versions.includes(indexVersion)) return false;
      if ((await repeatedLinesOf(tx, source)) !== repeatedLines) return false;
      // Discard the prepared source if the lease is lost or newer content has come.
      if (!(await tx.jobs.finish(row))) return true;
      if (current?.revision === source.revision) {
        const now = clock.now();
        const indexed = await swapIn(tx, current, { ...prepared, indexVersion }, now);
        const { knowledge_base_id: knowledgeBaseId } = indexed;
        await queueUnderstandingOf(tx, models.embedders, { workspaceId, knowledgeBaseId, now });
        // Relabelling a source that is already indexed sends no notification.
        if (current.status === 'processing') await tellIndexed(tx, indexed, { startedAt, now });
      }
      return true;
    };
    return await store.transaction(swap, {
      isLarge: isLarge(Math.max(source.size_bytes ?? 0, prepared.text.length)),
    });
  } finally {
    progress.stop();
  }
}

/** Ends the job and queues the one that reads pictures. */
async function leaveToOcr(
  tx: WorkspaceTransaction,
  row: JobRow,
  { source_id, revision }: SourceRow,
  now: number,
): Promise<void> {
  if (!(await tx.jobs.finish(row))) return;
  const current = await tx.sources.find(source_id);
  if (current?.revision !== revision) return;
  await enqueue(tx, { kind: 'read-scans', subjectId: source_id, payload: { source_id, revision }, now });
  if (current.status === 'processing')
    await tx.sources.update(source_id, { stage: 'ocr', progress: 0, updated_at: now });
}

async function tellIndexed(
  tx: WorkspaceTransaction,
  source: SourceRow,
  { startedAt, now }: { startedAt: number; now: number },
): Promise<void> {
  const { source_id: sourceId, chunk_count, size_bytes } = source;
  await emit(tx, { type: 'source.indexed', subjectId: sourceId, data: toSource(source), now });
  const details = {
    chunk_count,
    ...(size_bytes !== null && { size_bytes }),
    duration_ms: Math.max(0, now - startedAt),
  };
  await recordHistory(tx, { actor: SERVICE, now, entries: [{ sourceId, action: 'indexed', details }] });
}

/** The lines that the pages of its crawl repeat, as JSON; null if it comes from no crawl, or they are not known. */
const repeatedLinesOf = async (
  { crawls }: Pick<WorkspaceStore, 'crawls'>,
  { crawl_id }: SourceRow,
): Promise<string | null> =>
  crawl_id === null ? null : ((await crawls.find(crawl_id))?.repeated_lines ?? null);

/** The index of the knowledge base for new content: the active one, or the next one if the model of the active one is
 *  no longer configured. */
async function indexToFill(
  store: Pick<WorkspaceStore, 'knowledgeBases'>,
  knowledgeBaseId: KnowledgeBaseId,
  { embedders }: IngestServices['models'],
): Promise<{ indexVersion: string; embedder: Embedder }> {
  for (const indexVersion of await versionsOf(store, knowledgeBaseId, embedders)) {
    const embedder = embedders.ofIndex(indexVersion);
    if (embedder) return { indexVersion, embedder };
  }
  throw new Error(`Knowledge base ${knowledgeBaseId} was deleted, or no model is configured for it.`);
}

/** The active version and the wanted version; none if the knowledge base is gone. */
async function versionsOf(
  { knowledgeBases }: Pick<WorkspaceStore, 'knowledgeBases'>,
  knowledgeBaseId: KnowledgeBaseId,
  { indexVersionFor }: Embedders,
): Promise<string[]> {
  const [base] = await knowledgeBases.indexVersions([knowledgeBaseId]);
  return base ? [base.index_version, indexVersionFor(base.embedding_choice)] : [];
}

const ORIGINS: Record<SourceType, OriginalContent['origin']> = {
  text: 'text',
  document: 'file',
  url: 'web-page',
};

const contentOf = (
  { type, mime_type, file_name, url, canonical_url }: SourceRow,
  bytes: Uint8Array,
): OriginalContent => ({
  bytes,
  mimeType: mime_type,
  fileName: file_name,
  origin: ORIGINS[type],
  ...(url !== null && { url: canonical_url ?? url }),
});

/** Replaces the old content with the new in the caller's transaction, so that readers see one or the other. Returns the
 *  updated source. */
export async function swapIn(
  tx: WorkspaceTransaction,
  source: SourceRow,
  {
    text,
    outline,
    chunks,
    segment,
    mimeType,
    canonicalUrl,
    places,
    indexVersion,
  }: PreparedSource & { indexVersion: string },
  now: number,
): Promise<SourceRow> {
  const { source_id, revision, knowledge_base_id } = source;
  const address = { knowledgeBaseId: knowledge_base_id, sourceId: source_id, revision, indexVersion };
  await takeRoom(tx, source, chunks.length);
  const keepsUnderstanding = await hasSameChunks(tx, source, { text, chunks });
  if (source.indexed_revision !== null) {
    await tx.contents.removeText(source_id);
    await tx.segments.remove(address);
    if (!keepsUnderstanding) await tx.understanding.remove(address);
  }
  await tx.contents.removeFilesBefore(source_id, revision);
  await tx.contents.insertText({ source_id, revision, text, outline: JSON.stringify(outline), places });
  await tx.contents.insertChunks(
    chunks.map((chunk) => ({
      source_id,
      revision,
      position: chunk.position,
      start_offset: chunk.start,
      end_offset: chunk.end,
      page: chunk.page ?? null,
      heading: chunk.heading ?? null,
      text: text.slice(chunk.start, chunk.end),
    })),
  );
  await tx.segments.write([{ ...address, chunkCount: chunks.length, bytes: segment }]);
  const changes = {
    status: 'indexed',
    stage: 'done',
    progress: 1,
    error: null,
    indexed_revision: revision,
    ...(!keepsUnderstanding && { understood_by: null, understood_chunks: 0 }),
    chunk_count: chunks.length,
    mime_type: `${mimeType}${charsetOf(source)}`,
    canonical_url: canonicalUrl ?? (source.type === 'url' ? source.canonical_url : null),
    updated_at: now,
    indexed_at: now,
  } as const;
  await tx.sources.update(source_id, changes);
  return { ...source, ...changes };
}

/** Throws when the workspace would get too many chunks. What answers already may always be indexed again, as for another
 *  model or after a new name. */
async function takeRoom(
  { chunkLimit }: WorkspaceTransaction,
  { revision, indexed_revision, chunk_count }: SourceRow,
  chunkCount: number,
): Promise<void> {
  if (indexed_revision === revision) return;
  const exceeded = await chunkLimit.take(chunkCount - chunk_count);
  if (exceeded !== undefined) throw tooManyChunks(chunkCount, exceeded);
}

/** Whether a source is indexed again with the chunks that it has, so that what a deep model made of them holds. */
async function hasSameChunks(
  tx: WorkspaceTransaction,
  { source_id, revision, indexed_revision, chunk_count }: SourceRow,
  { text, chunks }: Pick<PreparedSource, 'text' | 'chunks'>,
): Promise<boolean> {
  if (indexed_revision !== revision || chunk_count !== chunks.length) return false;
  const stored = await tx.contents.listChunks(source_id, revision, { limit: chunks.length });
  return chunks.every(({ start, end }, position) => {
    const row = stored[position];
    return row?.start_offset === start && row.text === text.slice(start, end);
  });
}

/** The charset that the server declared, kept for the next time the page is parsed. */
const charsetOf = ({ type, mime_type }: SourceRow): string =>
  (type === 'url' && /;\s*charset=[^;]+/i.exec(mime_type ?? '')?.[0]) || '';
