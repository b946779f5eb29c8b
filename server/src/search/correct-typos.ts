import type { QueryTerm } from '#text/analyze-query.ts';
import { oneEditAway } from '#text/one-edit.ts';

/** How many chunks of the scope hold each of the terms, in their order. */
type CountTerms = (terms: readonly string[]) => Promise<readonly number[]>;

/** A shorter word is one slip away from too many others. Of the stem, which may be a letter or two shorter than the word. */
const SHORTEST = 5;
/** More words than these that nobody knows are no slips, but another subject. */
const MOST_WORDS = 3;
/** What a rescued word weighs of what it would, had it been typed so. */
const CERTAINTY = 0.8;
/** Letters alone: names, codes and numbers mean what they say. */
const plainWord = /^\p{L}+$/u;

/** Takes words of a query that stand nowhere in the scope for slips, and puts in their place the most frequent word of the
 *  scope that is one slip away, if there is one. It compares stems, which costs 0.1 ms a word; a slip that leaves the
 *  word with another ending to its stem is not seen, and to stem all 450 candidates would cost 5 ms. */
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
