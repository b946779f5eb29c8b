import { setTimeout as sleep } from 'node:timers/promises';
import { observeStep } from '#lib/observe.ts';
import type { SearchModels } from '#models/model.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import { OutdatedSearchError } from '#storage/search-session.ts';
import type { SearchSession, WorkspaceStore } from '#storage/store.ts';
import { prepareCandidates } from './find-candidates.ts';
import { ChunkGoneError, type FoundHits, HitSelector } from './hit-selector.ts';
import { byRank, type RankedChunk, rankCandidates } from './rank-candidates.ts';
import { searchAndRerank } from './rerank-hits.ts';
import { requiredPhrases, type SearchRequest } from './search-request.ts';

export type { Hit } from './hit-selector.ts';
export type { SearchRequest, SearchType } from './search-request.ts';

/** Candidates from each of the two ways of searching; more only if so many are rejected that hits are missing. */
const CANDIDATES = [50, 400, 3_200];
/** The same with phrases, which are searched in the texts of the candidates. */
const CANDIDATES_WITH_PHRASES = [400];

/** Finds the chunks that answer a query best, by score, then id: candidates by meaning and by terms, each with one
 *  score, without duplicates. A reranker, if there is one, replaces the scores of the best. */
export async function search(
  { models }: { models: SearchModels },
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<FoundHits> {
  const retrieve = (wanted: SearchRequest) => searchCurrent(models, store, wanted);
  return await observeStep('search', () =>
    models.reranker ? searchAndRerank(models.reranker, store, request, retrieve) : retrieve(request),
  );
}

/** After this many rounds, missing chunks are skipped, so that deleting thousands of sources cannot keep a search from
 *  ending. */
const MOST_ROUNDS = 6;
const LONGEST_PAUSE_MS = 32;

/** Repeats the search until none of its results was switched, replaced or deleted meanwhile. A source whose content is
 *  being replaced is found with either the old or the new content. */
async function searchCurrent(
  models: SearchModels,
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<FoundHits> {
  let session = await store.beginSearch(request.knowledgeBaseIds);
  for (let round = 1; ; round++) {
    try {
      return await searchOnce(models, { store, session }, request, { mayMiss: round >= MOST_ROUNDS });
    } catch (error) {
      // What went wrong with an outdated session may go right: its model may be gone, and the knowledge bases not need it.
      const outdated = error instanceof OutdatedSearchError ? error : await outdatedOf(session);
      if (outdated) {
        session = outdated.next;
        continue;
      }
      if (!(error instanceof IndexSwitchedError || error instanceof ChunkGoneError)) throw error;
      // The commit is visible in a moment: search again.
      await sleep(Math.min(2 ** (round - 1), LONGEST_PAUSE_MS));
      session = await session.again();
    }
  }
}

async function outdatedOf(session: SearchSession): Promise<OutdatedSearchError | undefined> {
  try {
    await session.prove();
    return undefined;
  } catch (error) {
    if (error instanceof OutdatedSearchError) return error;
    throw error;
  }
}

async function searchOnce(
  models: SearchModels,
  { store, session }: { store: WorkspaceStore; session: SearchSession },
  request: SearchRequest,
  { mayMiss }: { mayMiss: boolean },
): Promise<FoundHits> {
  const { find, isDegraded, failures } = await prepareCandidates(models, store, request, session.bases);
  const picker = new HitSelector(session, request, mayMiss);
  let last: RankedChunk | undefined;
  for (const count of requiredPhrases(request).length > 0 ? CANDIDATES_WITH_PHRASES : CANDIDATES) {
    const candidates = await find(count);
    const ranked = rankCandidates(candidates, request);
    // More candidates only add behind those already seen, so that a longer list begins with the shorter one.
    const behind = last;
    await picker.take(behind ? ranked.filter((chunk) => byRank(behind, chunk) < 0) : ranked);
    last = ranked.at(-1);
    const isAll = candidates.length < count || ranked.length < candidates.length;
    if (picker.isDone || isAll) break;
  }
  await session.prove();
  return { hits: picker.hits, isDegraded, failures };
}
