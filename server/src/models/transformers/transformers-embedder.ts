import { createHash } from 'node:crypto';
import { memoizeAsync } from '#lib/async/memoize-async.ts';
import { semaphore } from '#lib/async/semaphore.ts';
import { embedVisible, passageText, type RawEmbedder } from '#models/raw-embedder.ts';
import { unitVector } from '#models/unit-vector.ts';
import {
  assertTransformersInstalled,
  type Dtype,
  explainLocalFailure,
  findLocalModel,
  loadTransformers,
} from './load-transformers.ts';

export type TransformersEmbedderOptions = {
  readonly settings: 'EMBEDDING' | 'PREVIOUS_EMBEDDING';
  /** A folder or an id of the hub. */
  readonly model: string;
  readonly dtype: Dtype;
  /** How token vectors are pooled, as the model was trained. */
  readonly pooling: 'mean' | 'cls';
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** Texts per batch. */
  readonly batchSize: number;
};

/** The embedder of a model that runs in this process, on threads of the ONNX runtime. Loaded on first use. Computes one
 *  batch at a time, queries before waiting passages. Throws an OperatorError if the library or a file of the model is
 *  missing. */
export async function openTransformersEmbedder(options: TransformersEmbedderOptions): Promise<RawEmbedder> {
  const { settings, pooling, dtype, queryPrefix, passagePrefix, batchSize } = options;
  assertTransformersInstalled(`${settings}_PROVIDER`);
  const model = await findLocalModel(options.model, dtype, `${settings}_MODEL`);
  const oneAtATime = semaphore(1);
  const load = memoizeAsync(async () =>
    (await loadTransformers()).pipeline('feature-extraction', model.source, model.options),
  );

  const embedBatch = async (texts: readonly string[], prefix: string): Promise<Float32Array[]> => {
    try {
      const extract = await load();
      const { data, dims } = await extract(
        texts.map((text) => `${prefix}${text}`),
        { pooling, normalize: true },
      );
      const length = dims.at(-1) ?? 0;
      return texts.map((_, row) => {
        const vector = unitVector(data.subarray(row * length, (row + 1) * length));
        if (!vector) throw new Error('a vector has a value that is not a number');
        return vector;
      });
    } catch (error) {
      throw explainLocalFailure(model.name, `${settings}_MODEL, _DTYPE and _POOLING`, error);
    }
  };

  const embedAll = (
    texts: readonly string[],
    { prefix, isUrgent, signal }: { prefix: string; isUrgent: boolean; signal: AbortSignal | undefined },
  ): Promise<Float32Array[]> =>
    embedVisible(texts, async (visible) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < visible.length; from += batchSize) {
        const batch = visible.slice(from, from + batchSize);
        signal?.throwIfAborted();
        vectors.push(...(await oneAtATime(() => embedBatch(batch, prefix), { isUrgent })));
      }
      return vectors;
    });

  return {
    id: [model.name, dtype, pooling, model.hash, hashOf(queryPrefix, passagePrefix)]
      .filter((part) => part !== undefined)
      .join('/'),
    name: model.name,
    embedQueries: (texts, signal) => embedAll(texts, { prefix: queryPrefix, isUrgent: true, signal }),
    embedPassages: (passages, signal) =>
      embedAll(passages.map(passageText), { prefix: passagePrefix, isUrgent: false, signal }),
  };
}

/** Hash of the prefixes, in eight digits; undefined without them. */
function hashOf(queryPrefix: string, passagePrefix: string): string | undefined {
  if (queryPrefix === '' && passagePrefix === '') return undefined;
  return createHash('sha256')
    .update(JSON.stringify([queryPrefix, passagePrefix]))
    .digest('hex')
    .slice(0, 8);
}
