import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { DeepModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { DIMENSIONS } from './encoder.ts';
import type { SharedModel } from './load-weights.ts';
import type { LoaderData, LoaderResult } from './loader-thread.ts';
import { createThreadPool, type Reading, type ThreadPool } from './thread-pool.ts';

export const E5_NAME = 'multilingual-e5-small';

/** folder: of the model's files. cores: threads for questions, of which more than four bring nothing; and one less for passages.
 *  idleMs: the memory is released after so long without use. */
export type E5Options = { folder: string; cores?: number; idleMs?: number };

const IDLE_MS = 600_000;
/** Loading takes 0.4 seconds of a free core. A question waits so long for it beyond its patience. */
const LOAD_PATIENCE_MS = 1_000;
/** After a failed load nothing is tried for so long. */
const RETRY_MS = 60_000;
const MOST_QUESTION_THREADS = 4;
const CACHED_QUERIES = 1_000;
const PATIENCE_MS = 50;
/** New objects of the thread that loads. */
const YOUNG_MB = 4;

type Loaded = { questions: ThreadPool; passages: ThreadPool };
type SharedQuery = { reading: Reading; waiting: number };

/** The bundled encoder of a hundred languages. Its weights are loaded when they are first needed. */
export function openE5({ folder, cores = availableParallelism(), idleMs = IDLE_MS }: E5Options): DeepModel {
  const cache = new LRUCache<string, Float32Array>({ max: CACHED_QUERIES });
  const queries = new Map<string, SharedQuery>();
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  let underWay = 0;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const load = (): Promise<Loaded> => {
    loading ??= startThreads(folder, cores).then(
      async (threads) => {
        if (isClosed) {
          await closeThreads(threads);
          throw cannotLoad('it was closed');
        }
        loaded = threads;
        return threads;
      },
      (error) => {
        setTimeout(() => {
          loading = undefined;
        }, RETRY_MS).unref();
        throw error;
      },
    );
    return loading;
  };
  const unload = async (): Promise<void> => {
    const threads = loaded;
    loading = undefined;
    loaded = undefined;
    if (threads) await closeThreads(threads);
  };
  /** The memory stays while something uses it. */
  const used = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isClosed) throw cannotLoad('it was closed');
    underWay++;
    clearTimeout(idleTimer);
    try {
      return await work();
    } finally {
      underWay--;
      if (underWay === 0 && !isClosed) idleTimer = setTimeout(() => void unload(), idleMs).unref();
    }
  };

  /** Equal texts under way are read once. */
  const queryOf = (text: string, { questions }: Loaded): SharedQuery => {
    const known = queries.get(text);
    if (known) return known;
    const query: SharedQuery = { reading: questions.read({ text, blocks: [] }), waiting: 0 };
    queries.set(text, query);
    const forget = (): void => void queries.delete(text);
    query.reading.vectors.then(({ passage }) => cache.set(text, passage)).then(forget, forget);
    return query;
  };
  const readQuery = async (text: string, patienceMs: number): Promise<Float32Array | undefined> => {
    const threads = loaded ?? (await within(load(), LOAD_PATIENCE_MS + patienceMs));
    if (!threads) return undefined;
    const query = queryOf(text, threads);
    const { reading } = query;
    query.waiting++;
    try {
      // Also those who joined a text that another one waits for begin in time or go.
      const givenUp = query.reading.hasBegun() ? never : untilGivenUp(reading, patienceMs);
      return (await Promise.race([reading.vectors, givenUp]))?.passage;
    } finally {
      query.waiting--;
      if (query.waiting === 0 && !reading.hasBegun()) reading.cancel(new Error('Nobody waits for it.'));
    }
  };

  return {
    id: `${E5_NAME}/wasm/1`,
    name: E5_NAME,
    dimensions: DIMENSIONS,
    embedQuery: async (text, { patienceMs = PATIENCE_MS, signal } = {}) => {
      signal?.throwIfAborted();
      return (
        cache.get(text) ??
        (await untilAborted(
          used(() => readQuery(text, patienceMs)),
          signal,
        ))
      );
    },
    embedPassage: (text, blocks, signal) =>
      used(async () => {
        signal?.throwIfAborted();
        const { passages } = loaded ?? (await untilAborted(load(), signal));
        signal?.throwIfAborted();
        const reading = passages.read({ text, blocks });
        const cancel = (): void => reading.cancel(signal?.reason);
        signal?.addEventListener('abort', cancel);
        try {
          return await reading.vectors;
        } finally {
          signal?.removeEventListener('abort', cancel);
        }
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(idleTimer);
      await unload();
    },
  };
}

const closeThreads = async ({ questions, passages }: Loaded): Promise<void> => {
  await Promise.all([questions.close(), passages.close()]);
};

async function startThreads(folder: string, cores: number): Promise<Loaded> {
  const questions = Math.min(Math.max(1, cores), MOST_QUESTION_THREADS);
  const passages = Math.max(1, cores - 1);
  const all = Array.from({ length: questions + passages }, (_, index) => index);
  const shared = await loadShared({ folder, threads: all.length });
  const signals = new Int32Array(new SharedArrayBuffer(4 * (1 + all.length)));
  return {
    questions: createThreadPool({ shared, signals, reads: 'questions' }, all.slice(0, questions)),
    passages: createThreadPool({ shared, signals, reads: 'passages' }, all.slice(questions)),
  };
}

const loadShared = (workerData: LoaderData): Promise<SharedModel> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./loader-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.once('message', (result: LoaderResult) =>
      'shared' in result ? resolve(result.shared) : reject(cannotLoad(result.fault)),
    );
    worker.once('error', (error) => reject(cannotLoad(error.message)));
    worker.once('exit', () => reject(cannotLoad('its thread ended')));
  });

const cannotLoad = (reason: string): ModelError =>
  new ModelError(`The model ${E5_NAME} could not be loaded: ${reason}`, { isRetryable: true });

const never = new Promise<never>(() => {});

/** Undefined when the time is over, or if it fails. */
function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return Promise.race([promise.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/** Resolves when the time is over and the reading has not begun. */
function untilGivenUp(reading: Reading, patienceMs: number): Promise<undefined> {
  if (patienceMs === 0) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    if (!reading.hasBegun()) resolve(undefined);
  }, patienceMs);
  void reading.vectors.catch(() => {}).finally(() => clearTimeout(timer));
  return promise;
}

/** Rejects with the reason of the signal when it is aborted first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
