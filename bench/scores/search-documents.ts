import { join } from 'node:path';
import { indexChunks } from '../../server/src/ingestion/indexing/index-chunks.ts';
import type { SourceId } from '../../server/src/lib/ids.ts';
import type { Embedder } from '../../server/src/models/model.ts';
import { loadStaticEmbedder } from '../../server/src/models/static/static-embedder.ts';
import { correctTypos } from '../../server/src/search/correct-typos.ts';
import { type ScoreFeatures, scoreFeatures } from '../../server/src/search/score.ts';
import type { Segment } from '../../server/src/segment/segment.ts';
import {
  createSearchIndex,
  type SearchIndex,
  searchIndexes,
} from '../../server/src/storage/memory-index/search-index.ts';
import { analyzeQuery } from '../../server/src/text/analyze-query.ts';
import type { Language } from '../../server/src/text/language.ts';
import type { Collection } from './judged-sets.ts';

/** As in the service. */
const CANDIDATES = 50;

/** A document that is one chunk. */
export type Indexed = { id: string; text: string; segment: Segment };

/** The bundled embedder. */
export const loadEmbedder = (): Promise<Embedder> =>
  loadStaticEmbedder(join(import.meta.dirname, '../../server/models/static-en-multi-256'));

export async function indexDocuments(
  embedder: Embedder,
  documents: Collection['documents'],
  language: Language,
): Promise<Indexed[]> {
  return await Promise.all(
    documents.map(async ({ id, name, text }) => ({
      id,
      text,
      segment: await indexChunks(embedder, { chunks: [{ text }], name, language }),
    })),
  );
}

export const add = (index: SearchIndex, { id, segment }: Indexed): void =>
  index.add({ sourceId: id as SourceId, revision: 1 }, segment);

export function indexOf(documents: readonly Indexed[]): SearchIndex {
  const index = createSearchIndex();
  for (const document of documents) add(index, document);
  return index;
}

/** The candidates of all modes, with their evidence: each mode brings those of its own, and a keyword hit has a share. */
export async function find(
  embedder: Embedder,
  index: SearchIndex,
  query: string,
): Promise<{ sourceId: SourceId; evidence: ScoreFeatures }[]> {
  const { vector, closenessOf } = await embedder.embedQuery(query);
  const found = searchIndexes([index], {
    queryVector: vector,
    queryTerms: await correctTypos(analyzeQuery(query, index.languages as Language[]), async (terms) =>
      terms.map((term) => index.count(term)),
    ),
    limit: CANDIDATES,
  });
  const bestShare = Math.max(0, ...found.map(({ share }) => share));
  return found.map((candidate) => ({
    sourceId: candidate.sourceId,
    evidence: scoreFeatures({ ...candidate, closeness: closenessOf(candidate.cosine) }, bestShare),
  }));
}
