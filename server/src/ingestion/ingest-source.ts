import type { Job } from '#jobs/job-kinds.ts';
import { isBulky } from '#lib/limits.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { SourceFault } from './parse/source-fault.ts';
import type { OriginalContent, PreparedSource } from './prepare-source.ts';

/** Parses, chunks and embeds content away from the thread that answers requests. Throws SourceFault. */
export type Preparer = { prepare(content: OriginalContent, signal: AbortSignal): Promise<PreparedSource> };

type IngestJob = Job<'ingest-source'>;

/** Makes a source searchable: read its content, prepare it in a worker thread, and swap it in. A job of a revision
 *  that is no longer the newest ends without a trace. */
export async function ingestSource(
  { clock, preparer }: Pick<Services, 'clock'> & { preparer: Preparer },
  { row, payload, store, signal }: IngestJob,
): Promise<void> {
  const source = await store.sources.find(payload.source_id);
  if (!source || source.revision !== payload.revision) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  if (source.type === 'url') {
    throw new SourceFault(
      'unsupported_format',
      'fetching',
      'Web pages cannot be fetched yet; add the text of the page, or a TXT document.',
    );
  }
  const bytes = await store.contents.file(source.source_id, source.revision);
  const prepared = await preparer.prepare(
    { bytes, mimeType: source.mime_type, fileName: source.file_name, isText: source.type === 'text' },
    signal,
  );
  const swap = async (tx: WorkspaceTransaction): Promise<void> => {
    // Without the lease, or behind newer content, what was prepared is thrown away.
    if (!(await tx.jobs.finish(row))) return;
    const current = await tx.sources.find(source.source_id);
    if (current?.revision === source.revision) await swapIn(tx, current, prepared, clock.now());
  };
  await store.transaction(swap, { isBulky: isBulky(bytes.length) });
}

/** Old content out, new content in, in the caller's transaction: a reader sees one or the other. */
async function swapIn(
  tx: WorkspaceTransaction,
  source: SourceRow,
  { text, outline, chunks, segment }: PreparedSource,
  now: number,
): Promise<void> {
  const { source_id, revision, knowledge_base_id } = source;
  if (source.indexed_revision !== null) await tx.contents.removeText(source_id);
  await tx.contents.removeFilesBefore(source_id, revision);
  await tx.contents.insertText({ source_id, revision, text, outline: JSON.stringify(outline) });
  await tx.contents.insertChunks(
    chunks.map((chunk) => ({
      source_id,
      revision,
      position: chunk.position,
      start_offset: chunk.start,
      end_offset: chunk.end,
      page: chunk.page ?? null,
      heading: chunk.heading ?? null,
      text: chunk.text,
    })),
  );
  await tx.search.writeSegment(
    { knowledgeBaseId: knowledge_base_id, sourceId: source_id, revision },
    { chunkCount: chunks.length, bytes: segment },
  );
  await tx.sources.update(source_id, {
    status: 'indexed',
    stage: 'done',
    progress: 1,
    error: null,
    indexed_revision: revision,
    chunk_count: chunks.length,
    updated_at: now,
    indexed_at: now,
  });
}

/** Commits the failure of a source. What was indexed before goes on answering. */
export async function failSource(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, payload, store }: IngestJob,
  error: unknown,
): Promise<void> {
  const fault = error instanceof SourceFault ? error : internalFault(error);
  if (fault.code === 'internal_error')
    log.error({ err: error, source_id: payload.source_id }, 'a source could not be indexed');
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const current = await tx.sources.find(payload.source_id);
    if (current?.revision !== payload.revision) return;
    const { code, message, stage, isRetryable } = fault;
    await tx.sources.update(payload.source_id, {
      status: 'failed',
      stage,
      error: JSON.stringify({ code, message, stage, retryable: isRetryable }),
      updated_at: clock.now(),
    });
  });
}

const internalFault = (cause: unknown): SourceFault =>
  new SourceFault(
    'internal_error',
    'indexing',
    'Indexing failed several times for a reason of the service; reindex the source, and look into the log if it fails again.',
    {
      isRetryable: true,
      cause,
    },
  );
