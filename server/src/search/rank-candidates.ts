import type { CandidateChunk } from './find-candidates.ts';
import { rivalsOf, score } from './score.ts';
import type { SearchRequest } from './search-request.ts';

export type RankedChunk = { candidate: CandidateChunk; score: number };

/** Scores the candidates and sorts them by score, then id, without those below `minScore`. */
export function rankCandidates(
  candidates: readonly CandidateChunk[],
  { minScore = 0 }: SearchRequest,
): RankedChunk[] {
  const rivals = rivalsOf(candidates);
  return candidates
    .map((candidate) => ({
      candidate,
      score: roundScore(score(candidate.searchType, candidate, rivals)),
    }))
    .filter((ranked) => ranked.score >= minScore)
    .sort(byRank);
}

/** The order of hits: negative if `a` comes before `b`. */
export const byRank = (a: RankedChunk, b: RankedChunk): number =>
  b.score - a.score || compareIds(a.candidate, b.candidate);

/** Rounds to the six digits that clients see, so that `min_score` compares with what they see. */
export const roundScore = (score: number): number => Math.round(score * 1e6) / 1e6;

/** The order of the chunk ids, without creating them. */
const compareIds = (a: CandidateChunk, b: CandidateChunk): number =>
  a.sourceId === b.sourceId ? a.position - b.position : a.sourceId < b.sourceId ? -1 : 1;
