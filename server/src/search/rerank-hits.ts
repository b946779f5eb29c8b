import type { LabelledPassage, Reranker } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { FoundHits, Hit } from './hit-selector.ts';
import { byRank, roundScore } from './rank-candidates.ts';
import type { SearchRequest } from './search-request.ts';

/** Hits of a source to rerank for each one it may contribute, because the reranker may not prefer the first. */
const JUDGED_FOR_ONE = 3;

/** Searches, and reorders the best hits with a reranker, whose judgement becomes their score. If the reranker fails,
 *  the hits stay as found and the answer is degraded. */
export async function searchAndRerank(
  reranker: Reranker,
  store: WorkspaceStore,
  request: SearchRequest,
  search: (request: SearchRequest) => Promise<FoundHits>,
): Promise<FoundHits> {
  const { maxPerSource, limit } = request;
  const { hits, failures, isDegraded } = await search({
    ...request,
    limit: Math.max(reranker.candidates, limit),
    minScore: undefined,
    maxPerSource: maxPerSource && JUDGED_FOR_ONE * maxPerSource,
  });
  if (hits.length === 0) return { hits, failures, isDegraded };
  try {
    const chances = await reranker.rerank(request.query, hits.map(toPassage));
    const judged = hits.map((hit, index) => ({
      ...hit,
      retrievalScore: hit.score,
      score: roundScore(chances[index] ?? 0),
    }));
    return { hits: await takeBest(store, judged.sort(byRank), request), failures, isDegraded };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const found = await search(request);
    return { hits: found.hits, failures: [...found.failures, error], isDegraded: true };
  }
}

/** The passage as indexed: with the name of its source and its headings. */
const toPassage = ({ chunk }: Hit): LabelledPassage => ({
  text: chunk.text,
  label: chunk.heading === null ? chunk.source_name : `${chunk.source_name}\n${chunk.heading}`,
});

/** The hits that the request asks for. ranked: best first. */
async function takeBest(
  store: WorkspaceStore,
  ranked: readonly Hit[],
  { limit, minScore = 0, maxPerSource = Number.POSITIVE_INFINITY }: SearchRequest,
): Promise<Hit[]> {
  const ofSource = new Map<string, number>();
  const hits: Hit[] = [];
  for (const hit of ranked) {
    if (hits.length === limit || hit.score < minScore) break;
    const before = ofSource.get(hit.chunk.source_id) ?? 0;
    // Sources deleted during reranking no longer have rows.
    if (before >= maxPerSource || !(await store.contents.chunk(hit.candidate))) continue;
    ofSource.set(hit.chunk.source_id, before + 1);
    hits.push(hit);
  }
  return hits;
}
