import type { Candidate } from '#storage/store.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

/** One logistic curve for each mode, from raw evidence to the chance that the chunk is relevant. The evidence is
 *  absolute (a cosine, and a share of the most that BM25 could give), so that a score does not depend on what else was
 *  found. Fitted by `bench/fit-scores.ts`; the data, the fit and its reliability table are in bench/README.md. */
const CURVES: Record<SearchType, { bias: number; cosine: number; share: number }> = {
  semantic: { bias: -7.6, cosine: 12.2, share: 0 },
  keyword: { bias: -5.9, cosine: 0, share: 14.2 },
  hybrid: { bias: -7.09, cosine: 3.723, share: 13.643 },
};

/** The relevance of a candidate, 0 to 1, higher is more relevant. */
export function score(
  searchType: SearchType,
  { cosine, share }: Pick<Candidate, 'cosine' | 'share'>,
): number {
  const curve = CURVES[searchType];
  return 1 / (1 + Math.exp(-(curve.bias + curve.cosine * cosine + curve.share * share)));
}
