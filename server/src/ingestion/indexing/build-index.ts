import { queueUnderstandingOf } from '#ingestion/understanding/queue-understanding.ts';
import type { DocumentWorker } from '#ingestion/workers/document-worker.ts';
import { isLarge } from '#isomorphic/limits.ts';
import type { Job } from '#jobs/job-kinds.ts';
import type { SourceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import { SERVICE } from '#records/audit.ts';
import { recordHistoryOfBase } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { detectLanguage, SOURCE_SAMPLE_CHARACTERS } from '#text/language.ts';
import type { FindableChunk } from './index-chunks.ts';

type BuildServices = Pick<Services, 'clock' | 'log'> & {
  models: Pick<Services['models'], 'embedders'>;
  documentWorker: DocumentWorker;
};
type BuildJob = Job<'build-index'>;
type MissingSegment = { source_id: SourceId; revision: number };

/** The number of sources that are read, embedded and written together. */
const SOURCES_PER_STEP = 8;
const CHUNKS_PER_READ = 1_000;

/** Builds the index that a knowledge base needs for its model and this program version. Works from the stored chunks, a
 *  few sources at a time, and switches to the new index when each source has a segment in it. Segments that are built
 *  survive an interruption of the job. Sources that are added or changed meanwhile are built too. Until the switch,
 *  queries use the old index. */
export async function buildIndex(services: BuildServices, job: BuildJob): Promise<void> {
  const { payload, store } = job;
  const { embedders } = services.models;
  for (;;) {
    const [base] = await store.knowledgeBases.indexVersions([payload.knowledge_base_id]);
    const to = base && embedders.indexVersionFor(base.embedding_choice);
    const embedder = to && embedders.ofIndex(to);
    if (embedder && base.index_version !== to) {
      const change = { knowledgeBaseId: base.knowledge_base_id, from: base.index_version, to };
      await buildMissing(services, job, { embedder, ...change });
    }
    if (await switchIndex(services, job, to)) return;
  }
}

/** Switches queries to this index version if it is complete, and ends the job in the same transaction, so that every
 *  query uses either the old version or the new one. Returns false if a source was added meanwhile. */
async function switchIndex(
  { clock, models: { embedders } }: BuildServices,
  { store, row, payload }: BuildJob,
  to: string | undefined,
): Promise<boolean> {
  const { knowledge_base_id: id } = payload;
  return await store.transaction(
    async (tx) => {
      if (!(await tx.jobs.isHeld(row))) return true;
      const [base] = await tx.knowledgeBases.indexVersions([id]);
      if (base && to !== undefined) {
        const change = { knowledgeBaseId: id, from: base.index_version, to };
        const isWhole =
          to === base.index_version || (await tx.segments.missing(change, { limit: 1 })).length === 0;
        if (!isWhole) return false;
        await tx.knowledgeBases.update(id, { index_version: to, index_error: null });
        await tx.segments.keepVersions(id, [to]);
        if (to !== base.index_version) {
          const nameOf = (version: string): string => embedders.nameOf(version, base.embedding_choice);
          const models = { from: nameOf(base.index_version), to: nameOf(to) };
          const details =
            models.from === models.to
              ? { reason: 'new_version' as const }
              : { reason: 'embedding_model' as const, embedding_model: models };
          const entry = { action: 'indexed' as const, details };
          await recordHistoryOfBase(tx, id, { actor: SERVICE, now: clock.now(), entry });
        }
        // Also when only the deep model was chosen, which builds nothing.
        const { workspaceId } = store;
        const bases = await tx.knowledgeBases.indexVersions([id]);
        await queueUnderstandingOf(tx, embedders, { workspaceId, bases, now: clock.now() });
      }
      return await tx.jobs.finish(row);
    },
    { isLarge: true },
  );
}

/** Records on the knowledge base why its index build failed. The build is retried later. */
export async function failBuild(
  { log }: Pick<Services, 'log'>,
  { row, payload, store }: BuildJob,
  error: unknown,
): Promise<void> {
  const { knowledge_base_id: id } = payload;
  log.error({ err: error, knowledge_base_id: id }, 'an index could not be built');
  const message = error instanceof Error ? error.message : String(error);
  await store.transaction(async (tx) => {
    if (await tx.jobs.finish(row)) await tx.knowledgeBases.update(id, { index_error: message });
  });
}

type Change = {
  embedder: Embedder;
  knowledgeBaseId: BuildJob['payload']['knowledge_base_id'];
  from: string;
  to: string;
};

/** Builds all missing segments, once. A source that cannot be embedded does not stop the others; its error is thrown at
 *  the end. */
async function buildMissing(services: BuildServices, job: BuildJob, change: Change): Promise<void> {
  const { store, signal } = job;
  let failure: unknown;
  let after: SourceId | undefined;
  for (;;) {
    const step = await store.segments.missing(change, { limit: SOURCES_PER_STEP, after });
    if (step.length === 0) break;
    after = step.at(-1)?.source_id;
    const built = await Promise.allSettled(
      step.map(async (source) => ({
        ...source,
        ...(await buildSegment(services, job, source, change.embedder)),
      })),
    );
    signal.throwIfAborted();
    failure ??= built.find((result) => result.status === 'rejected')?.reason;
    await writeSegments(
      job,
      change,
      built.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    );
  }
  if (failure) throw failure;
}

type BuiltSegment = MissingSegment & { chunkCount: number; bytes: Uint8Array };

/** Builds the segment of one source from its chunks. */
async function buildSegment(
  { documentWorker }: BuildServices,
  { store, signal }: BuildJob,
  { source_id, revision }: MissingSegment,
  embedder: Embedder,
): Promise<Pick<BuiltSegment, 'chunkCount' | 'bytes'>> {
  const name = (await store.sources.find(source_id))?.name ?? '';
  const beginning = await store.contents.textStart(source_id, revision, SOURCE_SAMPLE_CHARACTERS);
  const chunks = await readChunks(store, { source_id, revision });
  // The source was deleted or replaced since the list was read.
  if (chunks.length === 0) return { chunkCount: 0, bytes: new Uint8Array() };
  const bytes = await documentWorker.index(
    { chunks, name, language: detectLanguage(beginning), embedder },
    { workspaceId: store.workspaceId, signal },
  );
  return { chunkCount: chunks.length, bytes };
}

async function readChunks(
  store: WorkspaceStore,
  { source_id, revision }: MissingSegment,
): Promise<FindableChunk[]> {
  const chunks: FindableChunk[] = [];
  for (;;) {
    const after = chunks.length === 0 ? undefined : chunks.length - 1;
    const rows = await store.contents.listChunks(source_id, revision, { limit: CHUNKS_PER_READ, after });
    // One row more than the limit means that there are more. That row is read again with the next page.
    const page = rows.slice(0, CHUNKS_PER_READ);
    for (const { text, heading } of page) chunks.push({ text, heading: heading ?? undefined });
    if (rows.length === page.length) return chunks;
  }
}

async function writeSegments(
  { store, row }: BuildJob,
  { knowledgeBaseId, from, to }: Change,
  segments: readonly BuiltSegment[],
): Promise<void> {
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes.byteLength, 0);
  await store.transaction(
    async (tx) => {
      if (!(await tx.jobs.isHeld(row))) return;
      for (const { source_id: sourceId, revision, chunkCount, bytes } of segments) {
        // Skip sources that were deleted, replaced or moved meanwhile.
        if (
          chunkCount === 0 ||
          !(await tx.segments.exists({ knowledgeBaseId, sourceId, revision, indexVersion: from }))
        )
          continue;
        await tx.segments.write([
          { knowledgeBaseId, sourceId, revision, indexVersion: to, chunkCount, bytes },
        ]);
      }
    },
    { isLarge: isLarge(bytes) },
  );
}
