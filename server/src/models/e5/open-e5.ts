import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { DeepModel } from '#models/model.ts';
import { createLifetime, E5_NAME, type E5Options, type E5Threads } from './e5-threads.ts';
import { DIMENSIONS } from './encoder.ts';
import type { Reading } from './thread-pool.ts';

/** Loading takes 0.4 seconds of a free core. A question waits so long for it beyond its patience. */
const LOAD_PATIENCE_MS = 1_000;
const CACHED_QUERIES = 1_000;
/** Weights and threads take 100 MB. Loading them again takes less than the first time, which checks the files. */
const IDLE_MS = 45_000;
const DEFAULTS = {
  runtime: 'wasm' as const,
  cores: availableParallelism(),
  idleMs: IDLE_MS,
  retryMs: 60_000,
  onLoaded: () => {},
};
const PATIENCE_MS = 50;
/** Their vectors differ: cosines of 0.997. */
const RUNTIME_IDS = { wasm: 'wasm', onnx: 'onnx-int8' };

/** The bundled encoder of a hundred languages. Loads nothing before it is needed. */
export function openE5(options: Partial<E5Options> & Pick<E5Options, 'folder'>): DeepModel {
  const settings = { ...DEFAULTS, ...options };
  const lifetime = createLifetime(settings);
  const queries = createQueryReader();
  return {
    id: `${E5_NAME}/${RUNTIME_IDS[settings.runtime]}/1`,
    name: E5_NAME,
    dimensions: DIMENSIONS,
    embedQuery: async (text, { patienceMs = PATIENCE_MS, signal } = {}) => {
      signal?.throwIfAborted();
      const read = async (): Promise<Float32Array | undefined> => {
        const threads = lifetime.current() ?? (await within(lifetime.load(), LOAD_PATIENCE_MS + patienceMs));
        return threads && (await queries.read(threads, text, patienceMs));
      };
      return queries.known(text) ?? (await untilAborted(lifetime.during(read), signal));
    },
    embedPassage: (text, blocks, signal) =>
      lifetime.during(async () => {
        signal?.throwIfAborted();
        const { passages } = lifetime.current() ?? (await untilAborted(lifetime.load(), signal));
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
    close: lifetime.close,
  };
}

/** Remembers the vectors of the last texts, and reads equal texts under way once. */
type QueryReader = {
  known(text: string): Float32Array | undefined;
  /** Undefined if it did not begin in time. */
  read(threads: E5Threads, text: string, patienceMs: number): Promise<Float32Array | undefined>;
};

function createQueryReader(): QueryReader {
  const cache = new LRUCache<string, Float32Array>({ max: CACHED_QUERIES });
  const underWay = new Map<string, { reading: Reading; waiting: number }>();

  const begin = ({ questions }: E5Threads, text: string) => {
    const query = { reading: questions.read({ text, blocks: [] }), waiting: 0 };
    underWay.set(text, query);
    const forget = (): void => void underWay.delete(text);
    query.reading.vectors.then(({ passage }) => cache.set(text, passage)).then(forget, forget);
    return query;
  };
  return {
    known: (text) => cache.get(text),
    read: async (threads, text, patienceMs) => {
      const query = underWay.get(text) ?? begin(threads, text);
      const { reading } = query;
      query.waiting++;
      try {
        return (await Promise.race([reading.vectors, untilGivenUp(reading, patienceMs)]))?.passage;
      } finally {
        query.waiting--;
        if (query.waiting === 0 && !reading.hasBegun()) {
          underWay.delete(text);
          reading.cancel(new Error('Nobody waits for it.'));
        }
      }
    },
  };
}

/** Undefined when the time is over, or if it fails: a question is then answered by the instant vectors. */
function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return Promise.race([promise.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/** Resolves when the time is over and the reading has not begun. */
function untilGivenUp(reading: Reading, patienceMs: number): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (reading.hasBegun()) return promise;
  if (patienceMs <= 0) return Promise.resolve(undefined);
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
