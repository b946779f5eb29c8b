import type { CandidateChunk } from './find-candidates.ts';
import { score } from './score.ts';
import type { SearchRequest } from './search-request.ts';

export type RankedChunk = { candidate: CandidateChunk; score: number };

/** Scores the candidates and orders them by score, then by id; those under `minScore` are left out. */
export function rankCandidates(
  candidates: readonly CandidateChunk[],
  { minScore = 0 }: SearchRequest,
): RankedChunk[] {
  const bestShare = candidates.reduce((best, { share }) => Math.max(best, share), 0);
  return candidates
    .map((candidate) => ({
      candidate,
      score: roundScore(score(candidate.searchType, candidate, bestShare)),
    }))
    .filter((ranked) => ranked.score >= minScore)
    .sort(byRank);
}

/** The order of the hits: below 0 when `a` comes before `b`. */
export const byRank = (a: RankedChunk, b: RankedChunk): number =>
  b.score - a.score || compareIds(a.candidate, b.candidate);

/** Six digits: enough to tell hits apart, and all that the caller sees, so that `min_score` means what it says. */
export const roundScore = (score: number): number => Math.round(score * 1e6) / 1e6;

/** The order of the chunk ids, without making them. */
const compareIds = (a: CandidateChunk, b: CandidateChunk): number =>
  a.sourceId === b.sourceId ? a.position - b.position : a.sourceId < b.sourceId ? -1 : 1;
