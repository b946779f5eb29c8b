import { functionWordTest } from './function-words.ts';
import { detectLanguage, type Language } from './language.ts';
import { readable, scanRuns } from './scan-runs.ts';
import { termOf, wordsOfRun } from './terms.ts';

/** A term to look up. weight: its importance, 0 to 1, times how often the query repeats it. group: shared by the stems
 *  of one word in several languages, of which a passage has one; undefined for a word with one stem. */
export type QueryTerm = { term: string; weight: number; group?: number };

/** The weight of a function word, lower than that of any other word. */
export const FUNCTION_WORD_WEIGHT = 0.15;

/** Turns a query into distinct terms in its order, at most 64. With more it keeps those with the highest weight, then
 *  the longest, which are the rarest. languages: the languages of the searched passages. A query is often too short to
 *  detect its language, so each word is stemmed in all of them and matches passages in any. If empty, the query's own
 *  language is used. */
export function analyzeQuery(text: string, languages: readonly Language[]): QueryTerm[] {
  const detected = detectLanguage(text);
  const scope = languages.length > 0 ? languages : [detected];
  const isFunctionWord = functionWordTest(text, detected, scope);
  const terms = new Map<string, QueryTerm>();
  const timesOf = new Map<string, number>();
  let group = 0;
  // Stem each word once: stemming in twenty languages takes up to 0.2 ms, and a query may repeat a word a thousand
  // times.
  for (const [word, { share, times }] of distinctWords(text)) {
    const weight = isFunctionWord(word) ? termWeights.functionWord : share;
    const stems = stemsOf(word, detected, scope);
    group += 1;
    for (const [term, certainty] of stems) {
      const known = terms.get(term);
      if (known) known.weight = Math.max(known.weight, weight * certainty);
      else terms.set(term, { term, weight: weight * certainty, ...(stems.size > 1 && { group }) });
      if (weight > termWeights.functionWord) timesOf.set(term, (timesOf.get(term) ?? 0) + times);
    }
  }
  return heaviest(withoutOnlyFunctionWords([...terms.values()]).map((term) => repeated(term, timesOf)));
}

/** The words of a query in order. share: see termWeights. times: how often it occurs as a word, not within a name. */
function distinctWords(text: string): Map<string, { share: number; times: number }> {
  const found = new Map<string, { share: number; times: number }>();
  const add = (word: string, share: number, times: number) => {
    const known = found.get(word) ?? { share, times: 0 };
    found.set(word, { share: Math.max(known.share, share), times: known.times + times });
  };
  scanRuns(readable(text), (run, kind) => {
    const { words, extras } = wordsOfRun(run, kind);
    for (const word of words) add(word, 1, 1);
    for (const word of extras) add(word, termWeights.extra, 0);
  });
  return found.size > maxWords ? longest(found) : found;
}

/** The most words of a query to stem. Stemming 400 new ones in 26 languages blocked all other requests for 90 ms. */
const maxWords = 80;

function longest<Word extends { share: number }>(words: Map<string, Word>): Map<string, Word> {
  const byShare = [...words].toSorted(([a, of], [b, other]) => other.share - of.share || b.length - a.length);
  const kept = new Set(byShare.slice(0, maxWords).map(([word]) => word));
  return new Map([...words].filter(([word]) => kept.has(word)));
}

/** A query of several sentences repeats its topic: counting repetitions raises keyword nDCG@10 by 0.08 on CISI and 0.04
 *  on CACM, whose queries are such, and costs nothing elsewhere. Counting more than five is no better, and would let
 *  one word drown out the others. */
const repeated = (term: QueryTerm, timesOf: ReadonlyMap<string, number>): QueryTerm => ({
  ...term,
  weight: term.weight * Math.min(mostTimes, Math.max(1, timesOf.get(term.term) ?? 1)),
});
const mostTimes = 5;

/** Tuned for nDCG@10 on Cranfield, CACM, CISI, SQuAD, CMRC and XQuAD; each is flat around its optimum. functionWord:
 *  see FUNCTION_WORD_WEIGHT (0.05 and 0.3 are worse); extra: whole names and character pairs; otherLanguage: the stem
 *  in a searched language other than the query's (+0.003 in twelve languages mixed). */
const termWeights = { functionWord: FUNCTION_WORD_WEIGHT, extra: 0.5, otherLanguage: 0.5 };
const maxTerms = 64;

function stemsOf(word: string, detected: Language, scope: readonly Language[]): Map<string, number> {
  const isKnown = scope.includes(detected);
  const stems = new Map(
    scope.map((language) => [termOf(word, language), isKnown ? termWeights.otherLanguage : 1]),
  );
  return isKnown ? stems.set(termOf(word, detected), 1) : stems;
}

function withoutOnlyFunctionWords(terms: QueryTerm[]): QueryTerm[] {
  const saysSomething = terms.some(({ weight }) => weight > termWeights.functionWord);
  return saysSomething ? terms : terms.map((term) => ({ ...term, weight: 1 }));
}

function heaviest(terms: QueryTerm[]): QueryTerm[] {
  if (terms.length <= maxTerms) return terms;
  const byWeight = terms.toSorted((a, b) => b.weight - a.weight || b.term.length - a.term.length);
  const kept = new Set(byWeight.slice(0, maxTerms));
  return terms.filter((term) => kept.has(term));
}
