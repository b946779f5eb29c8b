import { formatDecimal } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Mode } from './playground-search.ts';
import type { Hit } from './search-queries.ts';

const words = rooms.playground.why;

/** Cosines of what people call close in meaning. */
const VERY_CLOSE_FROM = 0.6;
const CLOSE_FROM = 0.35;

/** Explains the score of a result in sentences. */
export function explainHit({ score, score_details: details }: Hit, mode: Mode): string[] {
  if (!details) return [words.score({ share: score })];
  const { matched_words, share, bm25 } = details;
  const byWords = matched_words === 0 ? words.noWords : words.words({ share, bm25: formatDecimal(bm25) });
  const cosine = formatDecimal(details.cosine);
  const byMeaning =
    details.cosine >= VERY_CLOSE_FROM
      ? words.veryClose({ cosine })
      : details.cosine >= CLOSE_FROM
        ? words.close({ cosine })
        : words.notClose({ cosine });
  return [
    ...(mode === 'keyword' ? [words.byWords, byWords] : []),
    ...(mode === 'semantic' ? [words.byMeaning, byMeaning] : []),
    ...(mode === 'hybrid' ? [byMeaning, byWords] : []),
    ...(details.retrieval_score === undefined
      ? []
      : [words.reranked({ before: formatDecimal(details.retrieval_score) })]),
    words.score({ share: score }),
  ];
}
