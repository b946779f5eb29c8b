import { Piscina } from 'piscina';
import { embedSegment } from '#ingestion/indexing/embed-segment.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { PreparedSource } from '#ingestion/prepare-source.ts';
import type { FoundLinks } from '#ingestion/web/find-links.ts';
import type { Feed } from '#ingestion/web/read-feed.ts';
import { fairSemaphore } from '#lib/async/fair-semaphore.ts';
import type { Embedder } from '#models/model.ts';
import type { StaticModel } from '#models/static/static-embedder.ts';
import type { ListedArchiveEntry, UnpackedArchiveEntry } from '#records/archive-entries.ts';
import type { SourceStage } from '#storage/tables.ts';
import { type DocumentWorker, NEEDS_OCR, type ThreadTask } from './document-worker.ts';
import { leaveACore } from './leave-a-core.ts';
import { arrived, type MovedSource } from './move-prepared.ts';
import type { ThreadData, ThreadNews, ThreadRequest, ThreadResult } from './worker-thread.ts';

const IDLE_MS = 30_000;
/** For the new objects of a thread. */
const YOUNG_MB = 8;
/** How often to check the memory of the threads. */
const MEMORY_CHECK_MS = 100;
const MB = 1024 * 1024;

export type WorkerPool = DocumentWorker & { close(): Promise<void> };

type Limits = {
  threads: number;
  /** Whether one thread rests while the main thread is busy. */
  leavesACore?: boolean;
  /** The time limit for one document, from the moment a thread starts it. */
  seconds: number;
  /** The time limit for one page that OCR reads; without it, only `seconds` counts. */
  pageSeconds?: number;
  /** The memory limit of one thread while it processes a document, including buffers outside the heap. */
  memoryMb: number;
};

/** A document in a thread, or in a thread that is starting. */
type Work = {
  kill: AbortController;
  stage: SourceStage;
  threadId?: number;
  timer?: NodeJS.Timeout;
  pageTimer?: NodeJS.Timeout;
  onStage: (stage: SourceStage, progress: number) => void;
};

/** The pool of threads that parse, chunk and embed. Threads start with the first document and end when idle. A document
 *  that takes too much time or memory ends only its own thread, which is replaced. ocr: what the threads do with pictures
 *  of text; without it, they leave them out. */
export function createWorkerPool(
  models: readonly StaticModel[],
  limits: Limits,
  ocr?: ThreadData['ocr'],
): WorkerPool {
  const pool = new Piscina<ThreadRequest, ThreadResult>({
    filename: new URL('./worker-thread.ts', import.meta.url).href,
    workerData: { models, ocr } satisfies ThreadData,
    minThreads: 0,
    maxThreads: limits.threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  // Waiting documents stay out of the pool's own queue, which cannot be aborted and is lost when a thread dies. Three
  // mechanisms keep workspaces from blocking each other. Claiming a job decides which workspace gets a job slot. This
  // semaphore decides which gets a thread, because a crawl is one job with thousands of pages, and there are more jobs
  // than threads. `webhooks/endpoint-concurrency.ts` keeps one slow endpoint from filling the delivery lane.
  const places = fairSemaphore(limits.threads);
  const core = limits.leavesACore ? leaveACore(places) : undefined;
  const works = new Map<number, Work>();
  let newestId = 0;

  pool.on('message', (news: ThreadNews) => {
    const work = works.get(news.id);
    if (!work) return;
    follow(work, news, limits);
  });
  pool.on('error', (error: Error) => {
    // A thread died without a task. If it was starting, its document fails with it and is retried.
    for (const work of works.values()) if (work.threadId === undefined) work.kill.abort(error);
  });
  const stopWatching = watchMemory(pool, works, limits.memoryMb);

  const run = async (
    open: () => ThreadTask | Promise<ThreadTask>,
    { workspaceId, signal, onStage }: Parameters<DocumentWorker['prepare']>[1],
  ) => {
    await places.acquire(workspaceId, signal);
    const id = ++newestId;
    const work: Work = { kill: new AbortController(), stage: 'queued', onStage: onStage ?? (() => {}) };
    works.set(id, work);
    try {
      const task = await open();
      const result = await pool.run(
        { id, task },
        { signal: AbortSignal.any([signal, work.kill.signal]), transferList: transferable(task) },
      );
      if (result.ok) return result.value;
      throw new SourceFault(result.fault.code, result.fault.stage, result.fault.message);
    } catch (error) {
      if (work.kill.signal.aborted) throw work.kill.signal.reason;
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw tookTooMuchMemory(limits.memoryMb, work.stage);
      throw error;
    } finally {
      clearTimeout(work.timer);
      clearTimeout(work.pageTimer);
      works.delete(id);
      places.release();
    }
  };

  const inThread = ({ id }: Embedder): string | undefined => models.find((model) => model.id === id)?.id;
  return {
    // The result type of a thread follows from the kind of its task.
    prepare: async ({ read, embedder, ...context }, options) => {
      const embedderId = inThread(embedder);
      const open = async (): Promise<ThreadTask> => ({
        kind: 'prepare',
        ...context,
        content: await read(),
        embedderId,
      });
      const result = (await run(open, options)) as MovedSource | typeof NEEDS_OCR;
      if (result === NEEDS_OCR) return NEEDS_OCR;
      const prepared = arrived(result);
      return embedderId === undefined
        ? await embedPrepared(embedder, prepared, context.name, options)
        : prepared;
    },
    index: async ({ embedder, ...source }, options) => {
      const embedderId = inThread(embedder);
      const bytes = (await run(() => ({ kind: 'index', embedderId, ...source }), options)) as Uint8Array;
      return embedderId === undefined ? await embed(embedder, { bytes, ...source }, options) : bytes;
    },
    ...readersBy(run),
    close: async () => {
      stopWatching();
      core?.stop();
      await pool.destroy();
    },
  };
}

type RunTask = (
  open: () => ThreadTask | Promise<ThreadTask>,
  options: Parameters<DocumentWorker['prepare']>[1],
) => Promise<unknown>;

/** What reads content without making a source of it. The result type of a thread follows from the kind of its task. */
function readersBy(
  run: RunTask,
): Pick<DocumentWorker, 'findLinks' | 'readFeed' | 'listArchive' | 'unpackEntries'> {
  return {
    findLinks: async (read, options) =>
      (await run(async () => ({ kind: 'find-links', content: await read() }), options)) as FoundLinks,
    readFeed: async (read, options) =>
      (await run(async () => ({ kind: 'read-feed', content: await read() }), options)) as Feed,
    listArchive: async ({ read, fileBytes }, options) =>
      (await run(
        async () => ({ kind: 'list-archive', content: await read(), fileBytes }),
        options,
      )) as ListedArchiveEntry[],
    unpackEntries: async ({ read, wanted }, options) =>
      (await run(
        async () => ({ kind: 'unpack-entries', content: await read(), wanted }),
        options,
      )) as UnpackedArchiveEntry[],
  };
}

/** Notes how far a document is. The time begins when a thread starts it, and that of a page with the page. */
function follow(
  work: Work,
  { stage, threadId, progress }: ThreadNews,
  { seconds, pageSeconds }: Limits,
): void {
  const killAfter = (limit: number): NodeJS.Timeout =>
    setTimeout(() => work.kill.abort(tookTooLong(limit, work.stage)), limit * 1_000);
  work.stage = stage;
  work.threadId = threadId;
  work.timer ??= killAfter(seconds);
  clearTimeout(work.pageTimer);
  if (pageSeconds !== undefined && stage === 'ocr') work.pageTimer = killAfter(pageSeconds);
  work.onStage(stage, progress);
}

/** Calls to another machine need no thread. */
const embed = (
  embedder: Embedder,
  segment: Parameters<typeof embedSegment>[1],
  { signal, onStage }: Parameters<DocumentWorker['prepare']>[1],
): Promise<Uint8Array> =>
  embedSegment(embedder, segment, {
    signal,
    report: (share) => onStage?.('embedding', 0.5 + 0.4 * share),
  });

async function embedPrepared(
  embedder: Embedder,
  prepared: PreparedSource,
  name: string,
  options: Parameters<DocumentWorker['prepare']>[1],
): Promise<PreparedSource> {
  const { text, segment: bytes } = prepared;
  const chunks = prepared.chunks.map(({ start, end, heading }) => ({
    text: text.slice(start, end),
    heading,
  }));
  return { ...prepared, segment: await embed(embedder, { bytes, chunks, name }, options) };
}

/** The buffers to move to the thread instead of copying: those of large bytes that share them with nothing else. */
function transferable(task: ThreadTask): ArrayBuffer[] {
  if (task.kind === 'index') return [];
  const { bytes } = task.content;
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && bytes.byteLength > MB
    ? [buffer]
    : [];
}

/** Watches the buffers of the threads from outside, even while a thread is in an endless loop. Resource limits of
 *  worker threads cover only the heap. */
function watchMemory(pool: Piscina, works: ReadonlyMap<number, Work>, memoryMb: number): () => void {
  const look = async (): Promise<void> => {
    if (works.size === 0) return;
    for (const thread of pool.threads) {
      const heap = await thread.getHeapStatistics().catch(() => undefined);
      if (!heap || heap.used_heap_size + heap.external_memory <= memoryMb * MB) continue;
      for (const { threadId, kill, stage } of works.values())
        if (threadId === thread.threadId) kill.abort(tookTooMuchMemory(memoryMb, stage));
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), MEMORY_CHECK_MS);
  return () => clearInterval(timer);
}

const tookTooLong = (seconds: number, stage: SourceStage): SourceFault =>
  new SourceFault(
    'parse_timeout',
    stage,
    stage === 'ocr'
      ? `OCR took longer than ${seconds} seconds, which is the limit. Split the document and add the parts.`
      : `Reading the document took longer than ${seconds} seconds, which is the limit. Split it, or save it in a simpler form.`,
  );

const tookTooMuchMemory = (memoryMb: number, stage: SourceStage): SourceFault =>
  new SourceFault(
    'too_large',
    stage,
    `Reading the document needs more than ${memoryMb} MB of memory, which is the limit. Split it and add the parts.`,
  );
