import { withMeasuredChance } from '#models/calibration/measured-chance.ts';
import { createRemoteReranker, type RemoteRerankerOptions } from '#models/remote/remote-reranker.ts';
import {
  openTransformersReranker,
  type TransformersRerankerOptions,
} from '#models/transformers/transformers-reranker.ts';
import type { Reranker } from './model.ts';

/** Settings that choose and configure the reranker. */
export type RerankSettings = Omit<RemoteRerankerOptions, 'provider'> & {
  readonly provider: 'none' | 'transformers' | RemoteRerankerOptions['provider'];
  readonly dtype: TransformersRerankerOptions['dtype'];
  /** How many of the best passages to rerank. */
  readonly candidates: number;
};

/** Opens the configured reranker, without a request to a provider; undefined if none is configured. Throws an Error
 *  that names what is missing. */
export async function openReranker(settings: RerankSettings): Promise<Reranker | undefined> {
  const { provider, model = '', candidates, dtype } = settings;
  switch (provider) {
    case 'none':
      return undefined;
    case 'transformers':
      return withMeasuredChance(await openTransformersReranker({ model, dtype }), candidates);
    default:
      return withMeasuredChance(createRemoteReranker({ ...settings, provider }), candidates);
  }
}
