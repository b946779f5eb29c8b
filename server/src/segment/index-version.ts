/** Goes up when the same chunks would be indexed differently: another analyzer, other labels, or another layout of a segment.
 *  Stored content is then indexed again in the background, and its old index answers until that is done: every version
 *  reads the layout before its own. */
const INDEX_FORMAT = 4;

/** Names everything that an index depends on. modelId: that of its embedder. */
export const indexVersionOf = (modelId: string): string => `${modelId}/${INDEX_FORMAT}`;

/** The embedder whose vectors an index of this version holds. */
export const modelIdOf = (indexVersion: string): string =>
  indexVersion.slice(0, indexVersion.lastIndexOf('/'));
