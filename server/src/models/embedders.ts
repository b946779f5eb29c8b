import { indexVersionOf, modelIdOf } from '#segment/index-version.ts';
import type { DeepModel, Embedder, Embedders } from './model.ts';

/** A model that reads whole what `instant` has indexed. deepModel: undefined if it is switched off or, because of the fault, cannot
 *  run here; its name is then one more name for the instant model, so that knowledge bases which chose it keep their index. */
type Deep = {
  name: string;
  deepModel: DeepModel | undefined;
  instant: Embedder;
  fault?: () => string | undefined;
};

/** others: usable by name, and kept for the indexes they built; the first of several with one name counts. */
export function createEmbedders(
  standard: Embedder,
  others: readonly Embedder[] = [],
  deep?: Deep,
): Embedders {
  const all = [standard, ...others];
  const ofIndex = (indexVersion: string) => all.find(({ id }) => id === modelIdOf(indexVersion));
  const ofChoice = (choice: string | null): Embedder =>
    all.find(({ name }) => name === choice) ??
    (choice === deep?.name ? deep?.instant : undefined) ??
    standard;
  const indexVersionFor = (choice: string | null): string => indexVersionOf(ofChoice(choice).id);
  const deepOf: Embedders['deepOf'] = (indexVersion, choice) => {
    if (!deep || modelIdOf(indexVersion) !== deep.instant.id || choice === deep.instant.name)
      return undefined;
    // A knowledge base on its way to another model has nothing more to be read.
    return modelIdOf(indexVersionFor(choice)) === deep.instant.id ? deep.deepModel : undefined;
  };
  const namesOf = (embedder: Embedder): string[] =>
    deep?.deepModel && embedder.id === deep.instant.id ? [deep.name, embedder.name] : [embedder.name];
  return {
    names: [...new Set(all.flatMap(namesOf))],
    indexVersionFor,
    ofIndex,
    deepOf,
    deepFault: () => deep?.fault?.(),
    nameOf: (indexVersion, choice) =>
      deepOf(indexVersion, choice)?.name ?? ofIndex(indexVersion)?.name ?? modelIdOf(indexVersion),
  };
}
