/** Counts up when the same chunks would be indexed otherwise: analyzer, labels, or the layout of a segment. What is stored
 *  is then indexed anew in the background, and answers as it is until that is done: a program reads the layout before
 *  its own. */
const INDEX_FORMAT = 4;

/** Names all that an index depends on. modelId: of its embedder. */
export const indexVersionOf = (modelId: string): string => `${modelId}/${INDEX_FORMAT}`;

/** The embedder whose vectors an index of this version holds. */
export const modelIdOf = (indexVersion: string): string =>
  indexVersion.slice(0, indexVersion.lastIndexOf('/'));
