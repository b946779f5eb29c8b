import { AppError } from '#errors.ts';
import type { Embedders } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import type { ChunkOfSource, WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { detectLanguage } from '#text/language.ts';
import {
  type Comparison,
  findNeighbours,
  type IndexedSource,
  isIndexed,
  sampleOf,
} from './find-neighbours.ts';
import { meanCosine } from './likeness.ts';
import { deepSimilarity, instantSimilarity, kindOf, type Languages, type SimilarKind } from './similarity.ts';

/** by: the vectors that were compared. sources: most similar first. */
export type SimilarSources = {
  by: 'deep' | 'instant';
  sources: { source: SourceRow; similarity: number; kind: SimilarKind }[];
};

type Store = Pick<WorkspaceStore, 'search' | 'sources' | 'contents' | 'knowledgeBases'>;

/** Sources to compare beyond those asked for, because the order of the nearest chunks is not that of the sources. */
const SPARE = 20;
/** The instant model on whose cosines `instantSimilarity` was measured. */
const BUNDLED_NAME = 'static-en-multi-256';
/** The index of a knowledge base is hardly switched twice within a request. */
const MOST_ROUNDS = 3;

/** Finds the sources of the same knowledge base that are most like this one: at most `limit`, and none that has little to
 *  do with it. If the deep model has read all of this source, compares it with the sources that it has read too;
 *  otherwise compares the vectors of the index. Throws 503 if the model of the index is needed and out of reach. */
export async function findSimilar(
  embedders: Embedders,
  store: Store,
  source: SourceRow,
  limit: number,
): Promise<SimilarSources> {
  for (let round = 1; ; round++) {
    try {
      return await findOnce(embedders, store, source, limit);
    } catch (error) {
      if (!(error instanceof IndexSwitchedError) || round === MOST_ROUNDS) throw error;
    }
  }
}

async function findOnce(
  embedders: Embedders,
  store: Store,
  { source_id, knowledge_base_id }: SourceRow,
  limit: number,
): Promise<SimilarSources> {
  const [base] = await store.knowledgeBases.indexVersions([knowledge_base_id]);
  const source = base && (await store.sources.find(source_id));
  if (!source || !isIndexed(source)) return { by: 'instant', sources: [] };
  const { index_version: indexVersion, embedding_choice: choice } = base;
  const model = embedders.deepOf(indexVersion, choice);
  const modelId = model && model.id === source.understood_by ? model.id : undefined;
  const comparison: Comparison = {
    store,
    scope: { knowledgeBaseIds: [knowledge_base_id], indexVersion },
    modelId,
  };
  const sample = await sampleOf(comparison, source);
  const others = await findNeighbours(comparison, source, sample, limit + SPARE);
  const [text = '', ...texts] = await beginningsOf(store, [source, ...others]);
  const similarity = modelId ? deepSimilarity : await instantScale(embedders, indexVersion, text);
  const by = modelId ? 'deep' : 'instant';
  const sources: SimilarSources['sources'] = [];
  for (const [i, other] of others.entries()) {
    const languages: Languages = [detectLanguage(text), detectLanguage(texts[i] ?? '')];
    const share = similarity(meanCosine(sample, await sampleOf(comparison, other)), languages);
    const kind = kindOf(share, languages, by);
    if (kind) sources.push({ source: other, similarity: share, kind });
    // Comparing two long sources takes 4 ms.
    await new Promise(setImmediate);
  }
  return { by, sources: sources.sort((a, b) => b.similarity - a.similarity).slice(0, limit) };
}

/** How the text of each source begins: enough to tell its language. */
async function beginningsOf(
  { contents }: Pick<WorkspaceStore, 'contents'>,
  sources: readonly IndexedSource[],
): Promise<string[]> {
  const addresses = sources.flatMap(({ source_id: sourceId, indexed_revision: revision }) =>
    [0, 1].map((position) => ({ sourceId, revision, position })),
  );
  const bySource = Map.groupBy(
    (await contents.chunks(addresses)).filter((chunk) => chunk !== undefined),
    (chunk: ChunkOfSource) => chunk.source_id,
  );
  return sources.map(({ source_id }) => (bySource.get(source_id) ?? []).map(({ text }) => text).join('\n'));
}

/** Characters of a source that stand for it as a query. */
const QUERY_CHARACTERS = 500;

/** What a cosine in the model of an index means. Of another model than the bundled one only its scale for questions is
 *  known; of one that is no longer configured, nothing. */
async function instantScale(
  embedders: Embedders,
  indexVersion: string,
  text: string,
): Promise<typeof instantSimilarity> {
  const embedder = embedders.ofIndex(indexVersion);
  if (embedder?.name === BUNDLED_NAME) return instantSimilarity;
  try {
    const query = await embedder?.embedQuery(text.slice(0, QUERY_CHARACTERS));
    return (cosine) => Math.min(1, Math.max(0, query?.closenessOf(cosine) ?? cosine));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new AppError('unavailable', 'The embedding model is out of reach. Send the request again later.', {
      cause: error,
    });
  }
}
