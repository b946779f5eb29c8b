import { indexVersionOf, modelIdOf } from '#segment/index-version.ts';
import type { Embedder, Embedders } from './model.ts';

/** others: usable by name, and kept for the indexes they built; the first of several with one name counts. */
export function createEmbedders(standard: Embedder, others: readonly Embedder[] = []): Embedders {
  const all = [standard, ...others];
  const ofIndex = (indexVersion: string) => all.find(({ id }) => id === modelIdOf(indexVersion));
  return {
    names: [...new Set(all.map(({ name }) => name))],
    indexVersionFor: (choice) => indexVersionOf((all.find(({ name }) => name === choice) ?? standard).id),
    ofIndex,
    nameOf: (indexVersion) => ofIndex(indexVersion)?.name ?? modelIdOf(indexVersion),
  };
}
