import { fileURLToPath } from 'node:url';
import { withMeasuredScale } from '#models/calibration/measured-scale.ts';
import { createRemoteEmbedder, type RemoteEmbedderOptions } from '#models/remote/remote-embedder.ts';
import { createStaticEmbedder, readStaticModel, type StaticModel } from '#models/static/static-embedder.ts';
import {
  openTransformersEmbedder,
  type TransformersEmbedderOptions,
} from '#models/transformers/transformers-embedder.ts';
import type { Embedder } from './model.ts';
import type { RawEmbedder } from './raw-embedder.ts';

/** The folder of the bundled model. */
export const BUNDLED_MODEL = fileURLToPath(new URL('../../models/static-en-multi-256', import.meta.url));

/** The settings of the embedding model. */
export type EmbeddingSettings =
  // model: a Model2Vec folder; the bundled model if absent or `instant`.
  | { readonly provider: 'static'; readonly model?: string | undefined }
  | ({ readonly provider: 'transformers' } & TransformersEmbedderOptions)
  | RemoteEmbedderOptions;

/** Whether these settings mean the bundled model. */
export const isBundled = (settings: EmbeddingSettings): boolean =>
  settings.provider === 'static' && (settings.model === undefined || settings.model === 'instant');

/** staticModel: set if other threads can create the embedder too. */
export type OpenedEmbedder = { embedder: Embedder; staticModel?: StaticModel };

/** Opens the configured embedder, without a request to a provider. Throws an Error that names what is missing. */
export async function openEmbedder(settings: EmbeddingSettings): Promise<OpenedEmbedder> {
  switch (settings.provider) {
    case 'static': {
      if (settings.model === undefined || isBundled(settings)) return await openBundledEmbedder();
      const staticModel = await readStaticModel(settings.model);
      return { embedder: withMeasuredScale(asRaw(createStaticEmbedder(staticModel))), staticModel };
    }
    case 'transformers':
      return { embedder: withMeasuredScale(await openTransformersEmbedder(settings)) };
    default:
      return { embedder: withMeasuredScale(createRemoteEmbedder(settings)) };
  }
}

/** Scores are fitted on the scale of this model. */
export async function openBundledEmbedder(): Promise<OpenedEmbedder> {
  const staticModel = await readStaticModel(BUNDLED_MODEL);
  return { embedder: createStaticEmbedder(staticModel), staticModel };
}

/** The vectors of an embedder without its scale. */
const asRaw = ({ id, name, embedQuery, embedPassages }: Embedder): RawEmbedder => ({
  id,
  name,
  embedPassages,
  embedQueries: (texts, signal) =>
    Promise.all(texts.map(async (text) => (await embedQuery(text, signal)).vector)),
});
