import { alignReadable } from './align-readable.ts';
import type { Language } from './language.ts';
import { mergeSpans } from './merge-spans.ts';
import { type RunKind, scanRuns } from './scan-runs.ts';
import type { Span } from './sentences.ts';
import { termOf, wordsOfRun } from './terms.ts';

/** Finds query terms in a passage with the analysis that indexed it (`analyzePassage`). Returns spans in order, in
 *  UTF-16 code units, merged if they touch or overlap. language: the language of the source. */
export function findTerms(text: string, language: Language, terms: ReadonlySet<string>): Span[] {
  if (terms.size === 0) return [];
  const readable = alignReadable(text);
  const found: Span[] = [];
  scanRuns(readable.text, (run, kind, runStart) => {
    for (const { word, start, end } of placesOf(run, kind)) {
      if (!terms.has(termOf(word, language))) continue;
      found.push({ start: readable.from(runStart + start), end: readable.to(runStart + end - 1) });
    }
  });
  return mergeSpans(found);
}

type Place = Span & { word: string };

/** The positions of a run's words within it. */
function placesOf(run: string, kind: RunKind): Place[] {
  const { words, extras } = wordsOfRun(run, kind);
  const folded = run.toLowerCase();
  // A lowercase letter longer than its capital would shift everything after it.
  const isFolded = folded.length === run.length;
  const find = (word: string, from: number): number =>
    isFolded ? folded.indexOf(word.toLowerCase(), from) : run.indexOf(word, from);
  const places: Place[] = [];
  const add = (word: string, start: number): void => {
    // A word spelled differently in the text, such as U.S.A. or 1,000, gets the whole run.
    const place = start < 0 ? { start: 0, end: run.length } : { start, end: start + word.length };
    places.push({ word, ...place });
  };
  let from = 0;
  for (const word of words) {
    const start = find(word, from);
    add(word, start);
    if (start >= 0) from = start + word.length;
  }
  from = 0;
  for (const extra of extras) {
    const start = find(extra, from);
    add(extra, start);
    // A character pair begins after the previous one; names of a run may begin at the same letter.
    if (kind !== 'spaced') from = start + 1;
  }
  return places;
}
