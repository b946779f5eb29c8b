/** Increment this when the same chunks would be indexed differently: another analyzer, other labels, or another segment
 *  layout. Stored content is then reindexed in the background. The old index answers until that is done, so every
 *  version must read the layout before its own. */
const INDEX_FORMAT = 4;

/** Names everything that an index depends on. modelId: the id of the embedder's model. */
export const indexVersionOf = (modelId: string): string => `${modelId}/${INDEX_FORMAT}`;

/** The id of the embedder that made the vectors of this index version. */
export const modelIdOf = (indexVersion: string): string =>
  indexVersion.slice(0, indexVersion.lastIndexOf('/'));
