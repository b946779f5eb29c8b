import type { Segment } from '../server/src/segment/segment.ts';
import { createSegmentBuilder } from '../server/src/segment/segment-builder.ts';
import { analyzePassage } from '../server/src/text/analyze.ts';
import { createTextMaker } from './texts.ts';

/** Chunks that go into the database together, as a merge brings them. */
const RUN_CHUNKS = 2_000;

/** Chunks with numbers that follow each other, in the forms in which the designs take them. */
export type Run = {
  /** Of the first chunk; the n-th of the run has firstNo + n. */
  readonly firstNo: number;
  /** Terms, counts and lengths; without vectors. */
  readonly segment: Segment;
  /** Of each chunk the text of a tsvector: 'term':1,7 'other':2 */
  readonly tsvectors: readonly string[];
};

/** A corpus of made-up English: chunks of 80 to 200 words, 140 in the mean. */
export function makeRuns(chunkCount: number): Run[] {
  const makeText = createTextMaker(chunkCount);
  const runs: Run[] = [];
  for (let firstNo = 0; firstNo < chunkCount; firstNo += RUN_CHUNKS) {
    const count = Math.min(RUN_CHUNKS, chunkCount - firstNo);
    runs.push(
      toRun(
        firstNo,
        Array.from({ length: count }, (_, i) => makeText(80 + (((firstNo + i) * 53) % 121))),
      ),
    );
  }
  return runs;
}

/** Analyses chunks of English text. */
export function toRun(firstNo: number, texts: readonly string[]): Run {
  const builder = createSegmentBuilder({ chunkCount: texts.length, dimensions: 0, language: 'en' });
  const tsvectors = texts.map((text) => {
    const positionsOf = new Map<string, number[]>();
    const terms = text.split(/\s+/).flatMap(termsOfWord);
    for (const [i, term] of terms.entries()) {
      const positions = positionsOf.get(term);
      if (positions) positions.push(i + 1);
      else positionsOf.set(term, [i + 1]);
    }
    const counts = new Map([...positionsOf].map(([term, positions]) => [term, positions.length]));
    builder.add(new Float32Array(0), { terms: counts, length: terms.length });
    return [...positionsOf].map(([term, positions]) => `${quoted(term)}:${positions.join()}`).join(' ');
  });
  return { firstNo, segment: builder.finish(), tsvectors };
}

/** How tsvector and tsquery write a term. */
export const quoted = (term: string): string => `'${term.replaceAll(/['\\]/g, '$&$&')}'`;

/** Word by word, because a tsvector wants to know where each term stands, and the analyser tells only how often. */
function termsOfWord(word: string): readonly string[] {
  const known = termsOf.get(word);
  if (known) return known;
  const terms = [...analyzePassage(word, 'en').terms.keys()];
  termsOf.set(word, terms);
  return terms;
}
const termsOf = new Map<string, readonly string[]>();

/** Where the postings of a term begin and end in the columns of a segment; null when it has none. */
export function findTerm({ terms, offsets }: Segment, term: string): { from: number; to: number } | null {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? '') < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? { from: offsets[low] ?? 0, to: offsets[low + 1] ?? 0 } : null;
}

/** The terms of the chunks from `firstNo` up to and with `lastNo`, which stand in one run. */
export function termsBetween(
  { firstNo: runFirstNo, segment }: Run,
  firstNo: number,
  lastNo: number,
): string[] {
  const { terms, offsets, positions } = segment;
  return terms.filter((_, rank) => {
    const held = positions.subarray(offsets[rank], offsets[rank + 1]);
    return held.some((position) => runFirstNo + position >= firstNo && runFirstNo + position <= lastNo);
  });
}
