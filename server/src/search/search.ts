import { setTimeout as sleep } from 'node:timers/promises';
import { observeStep } from '#lib/observe.ts';
import type { SearchModels } from '#models/model.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { prepareCandidates } from './find-candidates.ts';
import { ChunkGoneError, type FoundHits, HitSelector } from './hit-selector.ts';
import { byRank, type RankedChunk, rankCandidates } from './rank-candidates.ts';
import { searchAndRerank } from './rerank-hits.ts';
import { requiredPhrases, type SearchRequest } from './search-request.ts';

export type { Hit } from './hit-selector.ts';
export type { SearchRequest, SearchType } from './search-request.ts';

/** Candidates that each of the two ways of searching brings to the ranking; more only when so many of them are left out
 *  that hits are missing. */
const CANDIDATES = [50, 400, 3_200];
/** With phrases, which are looked for in the texts of the candidates. */
const CANDIDATES_WITH_PHRASES = [400];

/** Finds the chunks that answer a query best, ordered by score, then by id: candidates by meaning and by terms, each
 *  with one score whatever found it, and of these the best that say something of their own. Where there is a reranker,
 *  its judgement of the best is the score. */
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

/** Rounds of one search after which chunks that are gone are left out: sources that are deleted by the thousand must not
 *  keep it from an end. */
const MOST_ROUNDS = 6;
const LONGEST_PAUSE_MS = 32;

/** Searches until nothing that was found has been switched, replaced or deleted meanwhile: a source whose content is replaced
 *  is found by the old or by the new one. */
async function searchCurrent(
  models: SearchModels,
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<FoundHits> {
  for (let round = 1; ; round++) {
    try {
      return await searchOnce(models, store, request, { mayMiss: round >= MOST_ROUNDS });
    } catch (error) {
      if (!(error instanceof IndexSwitchedError || error instanceof ChunkGoneError)) throw error;
      // What was just committed is known in a moment: another round sees it.
      await sleep(Math.min(2 ** (round - 1), LONGEST_PAUSE_MS));
    }
  }
}

async function searchOnce(
  models: SearchModels,
  store: WorkspaceStore,
  request: SearchRequest,
  { mayMiss }: { mayMiss: boolean },
): Promise<FoundHits> {
  const { find, failures } = await prepareCandidates(models, store, request);
  const picker = new HitSelector(store, request, mayMiss);
  let last: RankedChunk | undefined;
  for (const count of requiredPhrases(request).length > 0 ? CANDIDATES_WITH_PHRASES : CANDIDATES) {
    const candidates = await find(count);
    const ranked = rankCandidates(candidates, request);
    // What more candidates bring goes behind those already seen, so that a longer list begins with the shorter one.
    const behind = last;
    await picker.take(behind ? ranked.filter((chunk) => byRank(behind, chunk) < 0) : ranked);
    last = ranked.at(-1);
    const isAll = candidates.length < count || ranked.length < candidates.length;
    if (picker.isDone || isAll) break;
  }
  return { hits: picker.hits, isDegraded: failures.length > 0, failures };
}
