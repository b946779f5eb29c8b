import type { QueryTerm } from '#text/analyze-query.ts';
import { oneEditAway } from '#text/one-edit.ts';

/** The number of chunks in the scope that contain each term, in order. */
type CountTerms = (terms: readonly string[]) => Promise<readonly number[]>;

/** Shorter words are one edit away from too many others. Measured on the stem, which may be a letter or two shorter. */
const SHORTEST = 5;
/** More unknown words than this are not typos, but another subject. */
const MOST_WORDS = 3;
/** Weight of a corrected word, relative to one typed that way. */
const CERTAINTY = 0.8;
/** Only letters: names, codes and numbers are not corrected. */
const plainWord = /^\p{L}+$/u;

/** Replaces words of a query that occur nowhere in the scope with the most frequent word that is one edit away, if
 *  there is one. It compares stems, at 0.1 ms per word; a typo that changes the ending of the stem is missed, since
 *  stemming all 450 candidates would cost 5 ms. */
export async function correctTypos(terms: readonly QueryTerm[], count: CountTerms): Promise<QueryTerm[]> {
  const counts = await count(terms.map(({ term }) => term));
  const isKnown = (word: readonly QueryTerm[]): boolean =>
    word.some((term) => (counts[terms.indexOf(term)] ?? 0) > 0);
  const words = [...Map.groupBy(terms, (term) => term.group ?? term.term).values()];
  const slips = words.filter((word) => !isKnown(word) && word.some(isPlain));
  if (slips.length === 0 || slips.length > MOST_WORDS) return [...terms];
  const rescued = new Map<QueryTerm, QueryTerm>();
  for (const slip of slips) {
    for (const term of slip.filter(isPlain)) {
      const best = await mostFrequent([...oneEditAway(term.term)], count);
      if (best && !terms.some((other) => other.term === best))
        rescued.set(term, { ...term, term: best, weight: term.weight * CERTAINTY });
    }
  }
  return terms.map((term) => rescued.get(term) ?? term);
}

const isPlain = ({ term, weight }: QueryTerm): boolean =>
  term.length >= SHORTEST && weight >= 0.5 && plainWord.test(term);

async function mostFrequent(terms: readonly string[], count: CountTerms): Promise<string | undefined> {
  const counts = await count(terms);
  let best: string | undefined;
  let most = 0;
  for (const [index, term] of terms.entries()) {
    const found = counts[index] ?? 0;
    if (found <= most) continue;
    most = found;
    best = term;
  }
  return best;
}
