import { getHeapStatistics } from 'node:v8';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { indexChunks } from '#ingestion/indexing/index-chunks.ts';
import { openPageReader } from '#ingestion/parse/ocr/open-page-reader.ts';
import { NeedsOcr, type OcrEngine, type ReadPage } from '#ingestion/parse/ocr/scans.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { type OcrOptions, prepareSource } from '#ingestion/prepare-source.ts';
import { listArchive, unpackEntries } from '#ingestion/unpack/unpack.ts';
import { findLinks } from '#ingestion/web/find-links.ts';
import { readFeed } from '#ingestion/web/read-feed.ts';
import { collectGarbage } from '#lib/collect-garbage.ts';
import type { Embedder } from '#models/model.ts';
import { createStaticEmbedder, type StaticModel } from '#models/static/static-embedder.ts';
import { encodeSegment } from '#segment/segment.ts';
import type { SourceErrorCode, SourceStage } from '#storage/tables.ts';
import { NEEDS_OCR, type ThreadTask } from './document-worker.ts';
import { departing } from './move-prepared.ts';

/** The worker thread that parses, chunks and embeds, so that untrusted bytes never reach the thread that answers
 *  requests. The tables of the models are in shared memory. */

/** ocr: without it, pictures of text are left out. engine: reads them in this thread; without it, they are left to
 *  another. */
export type ThreadData = {
  models: readonly StaticModel[];
  ocr: { maxPages: number; engine?: OcrEngine } | undefined;
};

const { models, ocr } = workerData as ThreadData;
const embedders = models.map(createStaticEmbedder);
const embedderOf = (id: string | undefined): Embedder | undefined =>
  embedders.find((embedder) => embedder.id === id);

let reader: Promise<ReadPage> | undefined;
/** Opens the engine for the first page that needs it. */
function ocrOptions(): OcrOptions | undefined {
  if (!ocr) return undefined;
  const { maxPages, engine } = ocr;
  if (!engine) return { maxPages };
  return {
    maxPages,
    readPage: async (image) => {
      reader ??= openPageReader(engine);
      return await (await reader)(image);
    },
  };
}

type Transferable = Parameters<typeof move>[0];

export type ThreadRequest = { id: number; task: ThreadTask };

/** Sent at the start of a request and at its stages, at most ten times a second. */
export type ThreadNews = { id: number; threadId: number; stage: SourceStage; progress: number };

/** Errors lose their own fields between threads, so a fault is sent as data. */
export type ThreadResult =
  | { ok: true; value: unknown }
  | { ok: false; fault: { code: SourceErrorCode; stage: SourceStage; message: string } };

if (parentPort === null) throw new Error('ingest-thread.ts runs in a worker thread.');
const port = parentPort;

/** Most documents finish sooner, so they report once instead of five times. */
const REPORT_PAUSE_MS = 100;

/** The most garbage that one document can leave to the next, where it would count as memory in use. */
const GARBAGE_BYTES = 64 * 1024 * 1024;

const usedBytes = (): number => {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
  return heap + buffers;
};
/** The memory in use after the last garbage collection. */
let cleanBytes = usedBytes();

function collectGarbageOfOthers({ byteLength }: Uint8Array): void {
  if (usedBytes() - byteLength <= cleanBytes + GARBAGE_BYTES) return;
  collectGarbage();
  cleanBytes = usedBytes() - byteLength;
}

/** The pool posts the value of one symbol and moves the buffers of the other. */
const moved = (result: ThreadResult, buffers: ArrayBuffer[]): ThreadResult =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: result } as Transferable) as never;

// biome-ignore lint/style/noDefaultExport: the pool calls the default export of this file.
export default async function work({ id, task }: ThreadRequest): Promise<ThreadResult> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (stage: SourceStage, progress: number): void => {
    const now = performance.now();
    if (now - reportedAt < REPORT_PAUSE_MS) return;
    reportedAt = now;
    port.postMessage({ id, threadId, stage, progress } satisfies ThreadNews);
  };
  if (task.kind !== 'index') collectGarbageOfOthers(task.content.bytes);
  report('parsing', 0);
  try {
    if (task.kind === 'read-feed') return { ok: true, value: readFeed(task.content) };
    if (task.kind === 'find-links') return { ok: true, value: findLinks(task.content) };
    if (task.kind === 'list-archive') return { ok: true, value: await listArchive(task.content.bytes, task) };
    if (task.kind === 'unpack-entries') {
      const value = await unpackEntries(task.content.bytes, task.wanted);
      const buffers = value.flatMap((entry) => ('bytes' in entry ? [entry.bytes.buffer] : []));
      return moved({ ok: true, value }, buffers);
    }
    if (task.kind === 'index') {
      const value = encodeSegment(await indexChunks(embedderOf(task.embedderId), task));
      return { ok: true, value };
    }
    const { source, buffers } = departing(
      await prepareSource(embedderOf(task.embedderId), { ...task, ocr: ocrOptions() }, report),
    );
    return moved({ ok: true, value: source }, buffers);
  } catch (error) {
    if (error instanceof NeedsOcr) return { ok: true, value: NEEDS_OCR };
    if (!(error instanceof SourceFault)) throw error;
    const { code, stage, message } = error;
    return { ok: false, fault: { code, stage, message } };
  }
}
