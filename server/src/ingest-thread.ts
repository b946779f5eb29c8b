import { parentPort, workerData } from 'node:worker_threads';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { type OriginalContent, type PreparedSource, prepareSource } from '#ingestion/prepare-source.ts';
import { createStaticEmbedder, type StaticModel } from '#models/static-embedder.ts';
import type { SourceErrorCode, SourceStage } from '#storage/tables.ts';

/** The worker thread that parses, chunks and embeds: untrusted bytes are never parsed where requests are answered.
 *  The model's tables are shared memory. */

const embedder = createStaticEmbedder((workerData as { model: StaticModel }).model);

/** Errors lose their own fields between threads, so that a fault goes over as data. */
export type PrepareResult =
  | { ok: true; prepared: PreparedSource }
  | { ok: false; fault: { code: SourceErrorCode; stage: SourceStage; message: string } };

if (parentPort === null) throw new Error('ingest-thread.ts runs in a worker thread.');

// biome-ignore lint/style/noDefaultExport: the pool calls the default export of this file.
export default async function prepare(content: OriginalContent): Promise<PrepareResult> {
  try {
    return { ok: true, prepared: await prepareSource(embedder, content) };
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    const { code, stage, message } = error;
    return { ok: false, fault: { code, stage, message } };
  }
}
