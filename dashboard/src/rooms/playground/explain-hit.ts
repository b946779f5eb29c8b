import { playground } from '#shared/strings/playground.ts';
import type { Mode } from './playground-search.ts';
import type { Hit } from './search-queries.ts';

const words = playground.why;

/** Explains the score of a result in sentences. */
export function explainHit({ score, score_details: details }: Hit, mode: Mode): string[] {
  if (!details) return [words.score(score)];
  const byWords = words.words(details.matched_words, details.share, details.bm25);
  const byMeaning = words.closeness(details.cosine);
  return [
    ...(mode === 'keyword' ? [words.byWords, byWords] : []),
    ...(mode === 'semantic' ? [words.byMeaning, byMeaning] : []),
    ...(mode === 'hybrid' ? [byMeaning, byWords] : []),
    ...(details.retrieval_score === undefined ? [] : [words.reranked(details.retrieval_score)]),
    words.score(score),
  ];
}
