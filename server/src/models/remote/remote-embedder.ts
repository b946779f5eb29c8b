import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { memoizeAsync } from '#lib/async/memoize-async.ts';
import { semaphore } from '#lib/async/semaphore.ts';
import { tokenBucket } from '#lib/async/token-bucket.ts';
import { modelSetting } from '#lib/model-setting.ts';
import { ModelError } from '#models/model-error.ts';
import { embedVisible, passageText, type RawEmbedder } from '#models/raw-embedder.ts';
import { unitVector } from '#models/unit-vector.ts';
import { explainTimeout } from './provider-failure.ts';
import { loadSdkEmbed, type Purpose, type SdkModel } from './sdk-embedding.ts';
import { PROVIDER_URL } from './sdk-provider.ts';
import { tryTwice } from './try-twice.ts';

export type RemoteEmbedderOptions = Omit<SdkModel, 'name' | 'baseUrl'> & {
  /** The provider's default if absent, see PROVIDER_URL. */
  readonly baseUrl?: string | undefined;
  /** Prepended to each query and each passage, as e5 models expect. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Texts per request. */
  readonly batchSize: number;
  /** Concurrent requests with passages. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number | undefined;
};

/** With pauses of 2, 4, 8 and 16 s, or what the provider asks for up to a minute. */
const PASSAGE_RETRIES = 4;
/** A user is waiting for a query. */
const QUERY_SECONDS = 10;
const QUERIES_REMEMBERED = 1_000;

/** The embedder of a model behind an API. Nothing is sent before its first use. Queries go before passages when
 *  requests must wait. */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): RawEmbedder {
  const { provider, model, dimensions, queryPrefix, passagePrefix, batchSize } = options;
  const subject: SdkModel = {
    ...options,
    name: `${provider}/${model}`,
    baseUrl: options.baseUrl ?? PROVIDER_URL[provider],
  };
  const limited = semaphore(options.concurrency);
  const takeToken = tokenBucket(options.requestsPerMinute);
  const known = new LRUCache<string, Float32Array>({ max: QUERIES_REMEMBERED });
  const check = createVectorCheck(subject);
  const load = memoizeAsync(() =>
    loadSdkEmbed(subject, (of, aborted) => takeToken({ isUrgent: of === 'query', signal: aborted })),
  );

  const embedBatch = async (texts: string[], purpose: Purpose, signal: AbortSignal) => {
    const embed = await load();
    const retries = purpose === 'query' ? 0 : PASSAGE_RETRIES;
    return check(await embed(texts, { purpose, retries, signal }), texts.length);
  };

  const embedQueryBatch = async (texts: string[], caller: AbortSignal): Promise<Float32Array[]> => {
    const seconds = Math.min(QUERY_SECONDS, options.timeoutSeconds);
    const signal = AbortSignal.any([caller, AbortSignal.timeout(1000 * seconds)]);
    try {
      return await tryTwice(() => embedBatch(texts, 'query', signal), signal);
    } catch (error) {
      caller.throwIfAborted();
      throw error === signal.reason ? explainTimeout(subject, seconds) : error;
    }
  };

  const embedAll = (
    texts: readonly string[],
    { prefix, run, signal }: { prefix: string; run: RunBatch; signal: AbortSignal | undefined },
  ): Promise<Float32Array[]> =>
    embedVisible(texts, (visible) =>
      inBatches(
        visible.map((text) => `${prefix}${text}`),
        { size: batchSize, run, signal },
      ),
    );

  return {
    id: [provider, model, dimensions, hashOf(options)].filter((part) => part !== undefined).join('/'),
    name: subject.name,
    async embedQueries(texts, signal) {
      const found = new Map(texts.map((text) => [text, known.get(text)]));
      const missing = [...found].filter(([, vector]) => vector === undefined).map(([text]) => text);
      const vectors = await embedAll(missing, { prefix: queryPrefix, run: embedQueryBatch, signal });
      for (const [row, text] of missing.entries()) {
        const vector = vectors[row] ?? new Float32Array();
        known.set(text, vector);
        found.set(text, vector);
      }
      return texts.map((text) => found.get(text) ?? new Float32Array());
    },
    embedPassages: (passages, signal) =>
      embedAll(passages.map(passageText), {
        prefix: passagePrefix,
        run: (batch, stop) => limited(() => embedBatch(batch, 'passage', stop)),
        signal,
      }),
  };
}

type RunBatch = (texts: string[], signal: AbortSignal) => Promise<Float32Array[]>;

/** Hash of the settings that decide vectors besides the model, in eight digits; undefined without any. */
function hashOf({ baseUrl, queryPrefix, passagePrefix }: RemoteEmbedderOptions): string | undefined {
  if (baseUrl === undefined && queryPrefix === '' && passagePrefix === '') return undefined;
  const decisive = JSON.stringify([baseUrl ?? null, queryPrefix, passagePrefix]);
  return createHash('sha256').update(decisive).digest('hex').slice(0, 8);
}

/** Runs all batches, and stops the others if one fails. */
async function inBatches(
  texts: readonly string[],
  { size, run, signal }: { size: number; run: RunBatch; signal: AbortSignal | undefined },
): Promise<Float32Array[]> {
  const failure = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  const batches: string[][] = [];
  for (let from = 0; from < texts.length; from += size) batches.push(texts.slice(from, from + size));
  const runOrStop = async (batch: string[]): Promise<Float32Array[]> => {
    try {
      stop.throwIfAborted();
      return await run(batch, stop);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  };
  return (await Promise.all(batches.map(runOrStop))).flat();
}

/** Checks and normalises the vectors of a provider. All must have one length: the configured one, or that of the first
 *  answer. */
function createVectorCheck({
  name,
  settings,
  dimensions,
}: SdkModel): (embeddings: readonly (readonly number[])[], count: number) => Float32Array[] {
  let length = dimensions;
  const wrong = (sentence: string) => new ModelError(`${name} ${sentence}`, { isRetryable: false });
  return (embeddings, count) => {
    if (embeddings.length !== count) throw wrong('returned a different number of vectors than texts.');
    return embeddings.map((values) => {
      length ??= values.length;
      if (values.length !== length || length === 0) {
        throw wrong(
          `returned a vector of ${values.length} numbers instead of ${length}: check ${modelSetting(settings, 'dimensions')} and ${modelSetting(settings, 'model')}.`,
        );
      }
      const vector = unitVector(values);
      if (!vector) throw wrong('returned a vector with a value that is not a number.');
      return vector;
    });
  };
}
