import { committingTogether } from '#jobs/commit-together.ts';
import { emitMany } from '#jobs/emit.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { Job } from '#jobs/job-kinds.ts';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { Embedder, Embedders } from '#models/model.ts';
import { SERVICE } from '#records/audit.ts';
import { toSource } from '#records/source.ts';
import { recordHistory } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { JobRow, KnowledgeBaseRow, SourceRow, SourceType } from '#storage/tables.ts';
import type { OriginalContent } from './parse/original-content.ts';
import { tooManyChunks } from './parse/source-fault.ts';
import type { PreparedSource } from './prepare-source.ts';
import { reportProgress } from './report-progress.ts';
import { queueUnderstandingOf } from './understanding/queue-understanding.ts';
import { type DocumentWorker, NEEDS_OCR } from './workers/document-worker.ts';

type IngestServices = Pick<Services, 'clock' | 'log'> & { models: Pick<Services['models'], 'embedders'> };

type IngestJob = Job<'ingest-source' | 'read-scans'>;

/** A source that is prepared to be swapped in. */
type Swap = {
  row: JobRow;
  source: SourceRow;
  prepared: PreparedSource & { indexVersion: string };
  /** The lines that were taken out of it, as JSON. */
  repeatedLines: string | null;
  startedAt: number;
};

type SwapInTurn = (
  store: WorkspaceStore,
  item: { subjectId: string; sizeBytes: number; work: Swap },
) => Promise<boolean>;

/** Returns a function that makes a source searchable: it reads its content, prepares it in a thread of the worker, and
 *  swaps it in, together with others that are prepared at the same time. Content that needs OCR is left to a job of its
 *  own, with the same work in a thread that reads pictures. A job for an outdated revision ends without changes. */
export function createIngestion(services: IngestServices) {
  const swap: SwapInTurn = committingTogether((tx, swaps: readonly Swap[], workspaceId) =>
    swapPrepared(services, tx, { swaps, workspaceId }),
  );
  return async (job: IngestJob, documentWorker: DocumentWorker): Promise<void> => {
    const { row, payload, store } = job;
    for (;;) {
      const source = await store.sources.find(payload.source_id);
      if (!source || source.revision !== payload.revision) {
        await store.transaction((tx) => tx.jobs.finish(row));
        return;
      }
      if (await prepareAndSwap({ ...services, documentWorker, swap }, job, source)) return;
    }
  };
}

/** Returns false if the prepared source is useless, because meanwhile the knowledge base switched to another index, or it
 *  became known what the pages of its crawl repeat. */
async function prepareAndSwap(
  services: IngestServices & { documentWorker: DocumentWorker; swap: SwapInTurn },
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
    return await services.swap(store, {
      subjectId: source.source_id,
      sizeBytes: Math.max(source.size_bytes ?? 0, prepared.text.length),
      work: { row, source, prepared: { ...prepared, indexVersion }, repeatedLines, startedAt },
    });
  } finally {
    progress.stop();
  }
}

/** Swaps prepared sources in and ends their jobs, each if it is still of use. Returns false for each that must be prepared
 *  again. */
async function swapPrepared(
  { clock, models: { embedders } }: IngestServices,
  tx: WorkspaceTransaction,
  { swaps, workspaceId }: { swaps: readonly Swap[]; workspaceId: WorkspaceId },
): Promise<boolean[]> {
  const rows = await tx.sources.findMany(swaps.map(({ source }) => source.source_id));
  const found = new Map(rows.map((row) => [row.source_id, row]));
  const currentOf = ({ source }: Swap): SourceRow | undefined => found.get(source.source_id);
  // It may have been moved meanwhile.
  const baseOf = (swap: Swap): KnowledgeBaseId => (currentOf(swap) ?? swap.source).knowledge_base_id;
  const bases = await tx.knowledgeBases.indexVersions([...new Set(swaps.map(baseOf))]);
  const versions = new Map(bases.map((base) => [base.knowledge_base_id, versionsOf(base, embedders)]));
  const isPreparedRight = async (swap: Swap): Promise<boolean> =>
    versions.get(baseOf(swap))?.includes(swap.prepared.indexVersion) !== false &&
    (await repeatedLinesOf(tx, swap.source)) === swap.repeatedLines;
  const right: Swap[] = [];
  for (const swap of swaps) if (await isPreparedRight(swap)) right.push(swap);
  // Discard a prepared source if its lease is lost or newer content has come.
  const held = new Set(await tx.jobs.finishMany(right.map(({ row }) => row)));
  const ready = right.flatMap((swap) => {
    const current = currentOf(swap);
    return held.has(swap.row) && current?.revision === swap.source.revision
      ? [{ ...swap, source: current }]
      : [];
  });
  if (ready.length > 0) {
    const now = clock.now();
    const indexed = await swapIn(tx, ready, now);
    await queueUnderstandingOf(tx, embedders, { workspaceId, bases, now });
    // Relabelling a source that is already indexed sends no notification.
    const news = indexed.flatMap((source, index) => {
      const swap = ready[index];
      return swap?.source.status === 'processing' ? [{ source, startedAt: swap.startedAt }] : [];
    });
    await tellIndexed(tx, news, now);
  }
  return swaps.map((swap) => right.includes(swap));
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
  news: readonly { source: SourceRow; startedAt: number }[],
  now: number,
): Promise<void> {
  const type = 'source.indexed';
  await emitMany(
    tx,
    news.map(({ source }) => ({ type, subjectId: source.source_id, data: toSource(source), now })),
  );
  const entries = news.map(({ source: { source_id: sourceId, chunk_count, size_bytes }, startedAt }) => ({
    sourceId,
    action: 'indexed' as const,
    details: {
      chunk_count,
      ...(size_bytes !== null && { size_bytes }),
      duration_ms: Math.max(0, now - startedAt),
    },
  }));
  await recordHistory(tx, { actor: SERVICE, now, entries });
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
  const [base] = await store.knowledgeBases.indexVersions([knowledgeBaseId]);
  for (const indexVersion of base ? versionsOf(base, embedders) : []) {
    const embedder = embedders.ofIndex(indexVersion);
    if (embedder) return { indexVersion, embedder };
  }
  throw new Error(`Knowledge base ${knowledgeBaseId} was deleted, or no model is configured for it.`);
}

/** The active version and the wanted version. */
const versionsOf = (
  base: Pick<KnowledgeBaseRow, 'index_version' | 'embedding_choice'>,
  { indexVersionFor }: Embedders,
): string[] => [base.index_version, indexVersionFor(base.embedding_choice)];

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

/** Replaces the old content of sources with the new in the caller's transaction, so that readers see one or the other.
 *  Returns the updated sources. */
export async function swapIn(
  tx: WorkspaceTransaction,
  swaps: readonly Pick<Swap, 'source' | 'prepared'>[],
  now: number,
): Promise<SourceRow[]> {
  await takeRoom(tx, swaps);
  const indexed: SourceRow[] = [];
  for (const swap of swaps) indexed.push(await clearFor(tx, swap, now));
  await tx.contents.insertTexts(
    swaps.map(({ source: { source_id, revision }, prepared: { text, outline, places } }) => ({
      source_id,
      revision,
      text,
      outline: JSON.stringify(outline),
      places,
    })),
  );
  await tx.contents.insertChunks(
    swaps.flatMap(({ source: { source_id, revision }, prepared: { text, chunks } }) =>
      chunks.map(({ position, start, end, page, heading }) => ({
        source_id,
        revision,
        position,
        start_offset: start,
        end_offset: end,
        page: page ?? null,
        heading: heading ?? null,
        text: text.slice(start, end),
      })),
    ),
  );
  await tx.segments.write(
    swaps.map(({ source, prepared: { chunks, segment, indexVersion } }) => ({
      knowledgeBaseId: source.knowledge_base_id,
      sourceId: source.source_id,
      revision: source.revision,
      indexVersion,
      chunkCount: chunks.length,
      bytes: segment,
    })),
  );
  await tx.sources.saveIndexed(indexed);
  return indexed;
}

/** Removes the old content of a source that new content replaces. Returns the source as it will be. */
async function clearFor(
  tx: WorkspaceTransaction,
  { source, prepared }: Pick<Swap, 'source' | 'prepared'>,
  now: number,
): Promise<SourceRow> {
  const { source_id: sourceId, revision, knowledge_base_id: knowledgeBaseId } = source;
  const { chunks, mimeType, canonicalUrl } = prepared;
  const keepsUnderstanding = await hasSameChunks(tx, source, prepared);
  if (source.indexed_revision !== null) {
    await tx.contents.removeText(sourceId);
    await tx.segments.remove({ knowledgeBaseId, sourceId });
    if (!keepsUnderstanding) await tx.understanding.remove({ knowledgeBaseId, sourceId });
  }
  await tx.contents.removeFilesBefore(sourceId, revision);
  return {
    ...source,
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
  };
}

/** Throws when the workspace would get too many chunks. What answers already may always be indexed again, as for another
 *  model or after a new name. */
async function takeRoom(
  { chunkLimit }: WorkspaceTransaction,
  swaps: readonly Pick<Swap, 'source' | 'prepared'>[],
): Promise<void> {
  const news = swaps.filter(({ source }) => source.indexed_revision !== source.revision);
  const sum = (chunksOf: (swap: (typeof news)[number]) => number): number =>
    news.reduce((chunks, swap) => chunks + chunksOf(swap), 0);
  const added = sum(({ prepared }) => prepared.chunks.length);
  const exceeded = await chunkLimit.take(added - sum(({ source }) => source.chunk_count));
  if (exceeded !== undefined) throw tooManyChunks(added, exceeded);
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
