import { RecentMap } from '#lib/recent-map.ts';
import type { Language } from './language.ts';
import { type RunKind, readable, scanRuns } from './scan-runs.ts';
import { type RunWords, termOf, wordsOfRun } from './terms.ts';

/** The terms of a passage with their frequencies, and its length in words for BM25. length counts each word once,
 *  without multi-word names and without the character pairs of CJK and Thai. */
export type TermCounts = { terms: Map<string, number>; length: number };

/** Turns a passage into its search terms. language: the language of its source. Never throws; linear in the length of
 *  the text; 20 MB/s of English on one core. */
export function analyzePassage(text: string, language: Language): TermCounts {
  const terms = new Map<string, number>();
  let length = 0;
  visitWords(text, language, ({ words, extras }) => {
    length += words.length;
    for (const term of words) terms.set(term, (terms.get(term) ?? 0) + 1);
    for (const term of extras) terms.set(term, (terms.get(term) ?? 0) + 1);
  });
  return { terms, length };
}

/** The distinct terms of a passage, in their order: those of `analyzePassage`, in less time. */
export function distinctTerms(text: string, language: Language): string[] {
  const terms = new Set<string>();
  visitWords(text, language, ({ words, extras }) => {
    for (const term of words) terms.add(term);
    for (const term of extras) terms.add(term);
  });
  return [...terms];
}

function visitWords(text: string, language: Language, visit: (words: RunWords) => void): void {
  const known = cacheOf(language);
  scanRuns(readable(text), (run, kind) => {
    visit(known.get(run) ?? remember(known, run, termsOf(run, kind, language)));
  });
}

function termsOf(run: string, kind: RunKind, language: Language): RunWords {
  const { words, extras } = wordsOfRun(run, kind);
  return {
    words: words.map((word) => termOf(word, language)),
    extras: extras.map((word) => termOf(word, language)),
  };
}

/** Texts repeat their words: the cache hits 98% in prose, and stemming a word takes 10 µs. */
const caches = new Map<Language, RecentMap<RunWords>>();
const MOST_WORDS = 32_768;
const maxCachedRunLength = 40;

function cacheOf(language: Language): RecentMap<RunWords> {
  const known = caches.get(language) ?? new RecentMap<RunWords>(MOST_WORDS);
  caches.set(language, known);
  return known;
}

function remember(cache: RecentMap<RunWords>, run: string, terms: RunWords): RunWords {
  if (run.length <= maxCachedRunLength) cache.set(run, terms);
  return terms;
}
