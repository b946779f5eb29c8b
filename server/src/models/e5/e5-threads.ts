import { Worker } from 'node:worker_threads';
import { collectGarbageWhenIdle } from '#lib/collect-garbage.ts';
import { BUNDLED_MODELS } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { EncoderThreadData } from './encoder-thread-data.ts';
import type { SharedTexts } from './load-weights.ts';
import type { LoaderData, LoaderResult, Runtime } from './loader-thread.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

export const E5_NAME = BUNDLED_MODELS.deep;

/** folder: of the model's files. runtime: what reads. cores: as many threads for questions, and one less for passages. idleMs: the memory is released
 *  after so long without use. retryMs: after a failed load nothing is tried for so long. onLoaded: called after each load, with a
 *  clause that says why it failed if it did. */
export type E5Options = {
  folder: string;
  runtime: Runtime;
  cores: number;
  idleMs: number;
  retryMs: number;
  onLoaded: (fault: string | undefined) => void;
};

/** The threads that read questions and passages. */
export type E5Threads = { questions: ThreadPool; passages: ThreadPool };

/** Loads the weights when they are first needed, and releases them when they have not been needed for long. */
export type E5Lifetime = {
  /** Undefined while nothing is loaded. */
  current(): E5Threads | undefined;
  /** Throws a ModelError if the model cannot be loaded. */
  load(): Promise<E5Threads>;
  /** Keeps the memory while it works. Throws a ModelError after `close`. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** More threads for questions bring nothing: the rest of a query takes as long. Each of onnxruntime has weights of its
 *  own, 40 to 70 MB. */
const MOST_QUESTION_THREADS = { wasm: 4, onnx: 1 };
const MOST_PASSAGE_THREADS = { wasm: 64, onnx: 4 };
/** New objects of the thread that loads. */
const YOUNG_MB = 4;

export function createLifetime(options: E5Options): E5Lifetime {
  let loading: Promise<E5Threads> | undefined;
  /** Kept when the rest is released: 7 MB, and most of the time that a load takes. */
  let texts: SharedTexts | undefined;
  let current: E5Threads | undefined;
  let underWay = 0;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const load = async (): Promise<E5Threads> => {
    try {
      const { threads, shared } = await startThreads(options, texts);
      texts = { vocabulary: shared.vocabulary, questionMean: shared.questionMean };
      if (isClosed) {
        await closeThreads(threads);
        throw closed();
      }
      current = threads;
      options.onLoaded(undefined);
      return threads;
    } catch (error) {
      if (error instanceof LoadError) options.onLoaded(error.reason);
      setTimeout(() => {
        loading = undefined;
      }, options.retryMs).unref();
      throw error;
    }
  };
  const unload = async (): Promise<void> => {
    const threads = current;
    loading = undefined;
    current = undefined;
    if (!threads) return;
    await closeThreads(threads);
    // V8 doesn't count memory that threads shared, so nothing else would make it look.
    collectGarbageWhenIdle();
  };
  return {
    current: () => current,
    load: () => {
      loading ??= load();
      return loading;
    },
    during: async (work) => {
      if (isClosed) throw closed();
      underWay++;
      clearTimeout(idleTimer);
      try {
        return await work();
      } finally {
        underWay--;
        if (underWay === 0 && !isClosed) idleTimer = setTimeout(() => void unload(), options.idleMs).unref();
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(idleTimer);
      await unload();
    },
  };
}

const closeThreads = async ({ questions, passages }: E5Threads): Promise<void> => {
  await Promise.all([questions.close(), passages.close()]);
};

async function startThreads(
  { folder, runtime, cores }: E5Options,
  texts: SharedTexts | undefined,
): Promise<{ threads: E5Threads; shared: EncoderThreadData['shared'] }> {
  const questions = Math.min(cores, MOST_QUESTION_THREADS[runtime]);
  const passages = Math.min(Math.max(1, cores - 1), MOST_PASSAGE_THREADS[runtime]);
  const all = Array.from({ length: questions + passages }, (_, index) => index);
  const shared = await loadShared({ folder, runtime, threads: all.length, texts });
  const signals = new Int32Array(new SharedArrayBuffer(4 * (1 + all.length)));
  const threads = {
    questions: createThreadPool({ shared, signals, reads: 'questions' }, all.slice(0, questions)),
    passages: createThreadPool({ shared, signals, reads: 'passages' }, all.slice(questions)),
  };
  return { threads, shared };
}

const loadShared = (workerData: LoaderData): Promise<EncoderThreadData['shared']> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./loader-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.once('message', (result: LoaderResult) =>
      'shared' in result ? resolve(result.shared) : reject(new LoadError(result.fault)),
    );
    worker.once('error', (error) => reject(new LoadError(error.message)));
    worker.once('exit', () => reject(new LoadError('its thread ended')));
  });

/** reason: a clause. */
class LoadError extends ModelError {
  readonly reason: string;

  constructor(reason: string) {
    super(`The model ${E5_NAME} could not be loaded: ${reason}.`, { isRetryable: true });
    this.reason = reason;
  }
}

const closed = (): ModelError => new ModelError(`The model ${E5_NAME} was closed.`, { isRetryable: true });
