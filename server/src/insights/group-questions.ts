import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { analyzeQuery, FUNCTION_WORD_WEIGHT } from '#text/analyze-query.ts';

/** The share of all words of two questions that both must contain to be the same question. */
const SAME_FROM = 0.6;

export type QuestionGroup<Item> = {
  terms: ReadonlySet<string>;
  /** In their original order. */
  items: Item[];
};

/** Groups questions that ask the same: their terms, without function words, are nearly those of the group's first
 *  question. */
export async function groupQuestions<Item extends { question: string }>(
  items: readonly Item[],
): Promise<QuestionGroup<Item>[]> {
  const index = questionIndex<QuestionGroup<Item>>();
  const groups: QuestionGroup<Item>[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const item of items) {
    const terms = questionTerms(item.question);
    const group = index.find(terms);
    if (group) group.items.push(item);
    else {
      const made = { terms, items: [item] };
      groups.push(made);
      index.add(terms, made);
    }
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
  }
  return groups;
}

/** Other requests wait at most this long. */
const TURN_MS = 5;

/** Finds the value added under the question that asks the same. */
export function questionIndex<Value>() {
  const known: { terms: ReadonlySet<string>; value: Value }[] = [];
  const byTerm = new Map<string, number[]>();
  return {
    add: (terms: ReadonlySet<string>, value: Value): void => {
      const place = known.push({ terms, value }) - 1;
      for (const term of terms) {
        const places = byTerm.get(term);
        if (places) places.push(place);
        else byTerm.set(term, [place]);
      }
    },
    find: (terms: ReadonlySet<string>): Value | undefined => {
      const shared = new Map<number, number>();
      for (const term of terms)
        for (const place of byTerm.get(term) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
      let best: { value: Value; share: number } | undefined;
      for (const [place, count] of shared) {
        const other = known[place];
        if (!other) continue;
        const share = count / (terms.size + other.terms.size - count);
        if (share >= SAME_FROM && share > (best?.share ?? 0)) best = { value: other.value, share };
      }
      return best?.value;
    },
  };
}

const cache = new LRUCache<string, ReadonlySet<string>>({ max: 20_000 });

/** The terms that identify a question. */
export function questionTerms(question: string): ReadonlySet<string> {
  const text = question.slice(0, LONGEST);
  const known = cache.get(text);
  if (known) return known;
  const telling = analyzeQuery(text, []).filter(({ weight }) => weight > FUNCTION_WORD_WEIGHT);
  const terms = new Set(telling.map(({ term }) => term));
  // Only punctuation, for example.
  if (terms.size === 0) terms.add(text.trim());
  cache.set(text, terms);
  return terms;
}

/** The most characters considered. The rest is rarely part of the question. */
const LONGEST = 1_000;

/** The same key for questions with the same terms. */
export const gapKey = (question: string): string =>
  createHash('sha256')
    .update([...questionTerms(question)].sort().join(' '))
    .digest('hex');
