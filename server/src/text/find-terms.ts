import { alignReadable } from './align-readable.ts';
import type { Language } from './language.ts';
import { mergeSpans } from './merge-spans.ts';
import { type RunKind, scanRuns } from './scan-runs.ts';
import type { Span } from './sentences.ts';
import { termOf, wordsOfRun } from './terms.ts';

/** Where terms of a query stand in a passage, by the analysis that the passage is found by (`analyzePassage`): in order, in
 *  UTF-16 code units, joined where they touch or overlap. language: of the source it stands in. */
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

/** Where the words of a run stand in it. */
function placesOf(run: string, kind: RunKind): Place[] {
  const { words, extras } = wordsOfRun(run, kind);
  const folded = run.toLowerCase();
  // A small letter that is longer than its capital would move all that follows.
  const isFolded = folded.length === run.length;
  const find = (word: string, from: number): number =>
    isFolded ? folded.indexOf(word.toLowerCase(), from) : run.indexOf(word, from);
  const places: Place[] = [];
  const add = (word: string, start: number): void => {
    // What is written otherwise in the text, as U.S.A. and 1,000 are, is the whole run.
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
    // A pair of characters begins behind the one before it; names of a run may begin at the same letter.
    if (kind !== 'spaced') from = start + 1;
  }
  return places;
}
