import { withMeasuredChance } from '#models/calibration/measured-chance.ts';
import { createRemoteReranker, type RemoteRerankerOptions } from '#models/remote/remote-reranker.ts';
import {
  openTransformersReranker,
  type TransformersRerankerOptions,
} from '#models/transformers/transformers-reranker.ts';
import type { Reranker } from './model.ts';

/** The settings of the reranker. */
export type RerankSettings =
  | { readonly provider: 'none' }
  // candidates: how many of the best passages to rerank.
  | ({ readonly provider: 'transformers'; readonly candidates: number } & TransformersRerankerOptions)
  | (RemoteRerankerOptions & { readonly candidates: number });

/** Opens the configured reranker, without a request to a provider; undefined if none is configured. Throws an Error
 *  that names what is missing. */
export async function openReranker(settings: RerankSettings): Promise<Reranker | undefined> {
  switch (settings.provider) {
    case 'none':
      return undefined;
    case 'transformers':
      return withMeasuredChance(await openTransformersReranker(settings), settings.candidates);
    default:
      return withMeasuredChance(createRemoteReranker(settings), settings.candidates);
  }
}
