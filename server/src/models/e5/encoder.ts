import { dotProduct } from '#lib/dot-product.ts';
import type { DeepVectors } from '#models/model.ts';
import { unitVector } from '#models/unit-vector.ts';
import type { Span } from '#text/sentences.ts';
import type { SharedTexts } from './load-weights.ts';
import { createTokenizer, type Tokens } from './tokenize.ts';
import { BEGIN, END, UNKNOWN } from './vocabulary.ts';

export const DIMENSIONS = 384;
/** Tokens that are read together, with the begin and the end of each window. */
export const WINDOW = 512;
/** Windows of a text that are read; what comes after does not count. A chunk has rarely two, but one character can become
 *  eighteen by NFKC. */
const MOST_WINDOWS = { question: 1, passage: 4 };
/** How much of the mean question is taken off a query: short passages would otherwise be near every question. */
const MEAN_SHARE = 0.3;
/** A product with the mean question above which a passage would be near every question. */
const NEAR_ALL = 0.77;

/** Reads windows of at most 512 tokens, one at a time. */
export type WindowReader = {
  /** betweenLayers: called between two layers, or once before them; what it throws ends the reading. */
  read(ids: readonly number[], betweenLayers: () => void): void | Promise<void>;
  /** The mean of the tokens from `from` to before `to` of the window that was read last. */
  average(from: number, to: number): Float32Array;
};

/** Reads texts in one thread. betweenLayers: see WindowReader. */
export type Encoder = {
  readQuery(text: string): Promise<Float32Array>;
  readPassage(text: string, blocks: readonly Span[], betweenLayers: () => void): Promise<DeepVectors>;
};

export function createEncoder(
  { vocabulary, questionMean }: SharedTexts,
  { read: readWindow, average }: WindowReader,
): Encoder {
  const tokenize = createTokenizer(vocabulary);
  const prefixes = { query: tokenize('query:').ids, passage: tokenize('passage:').ids };

  /** onWindow: called after each window with its first token and the one after its last. */
  const read = async (
    allIds: readonly number[],
    mostWindows: number,
    betweenLayers: () => void,
    onWindow: (from: number, to: number) => void = () => {},
  ): Promise<Float32Array> => {
    const sum = new Float32Array(DIMENSIONS);
    const ids = allIds.slice(0, mostWindows * (WINDOW - 2));
    for (let from = 0; from < ids.length; from += WINDOW - 2) {
      const part = ids.slice(from, from + WINDOW - 2);
      await readWindow([BEGIN, ...part, END], betweenLayers);
      const vector = unitVector(average(0, part.length + 2)) ?? sum;
      for (let d = 0; d < DIMENSIONS; d++) sum[d] = (sum[d] ?? 0) + (vector[d] ?? 0) * part.length;
      onWindow(from, from + part.length);
    }
    return unitVector(sum) ?? new Float32Array(DIMENSIONS);
  };
  const withoutNearAll = (vector: Float32Array): Float32Array =>
    dotProduct(vector, questionMean) > NEAR_ALL ? new Float32Array(DIMENSIONS) : vector;

  return {
    readQuery: async (text) => {
      const { ids } = tokenize(text);
      if (!hasWords(text, ids)) return new Float32Array(DIMENSIONS);
      const vector = await read([...prefixes.query, ...ids], MOST_WINDOWS.question, () => {});
      for (let d = 0; d < DIMENSIONS; d++) vector[d] = (vector[d] ?? 0) - MEAN_SHARE * (questionMean[d] ?? 0);
      return unitVector(vector) ?? vector;
    },
    readPassage: async (text, blocks, betweenLayers) => {
      const zeros = (): Float32Array => new Float32Array(DIMENSIONS);
      const tokens = tokenize(text);
      if (!hasWords(text, tokens.ids)) return { passage: zeros(), blocks: blocks.map(zeros) };
      const before = prefixes.passage.length;
      const ranges = blocks.map((block) => tokensOf(tokens, block));
      const vectors = blocks.map(zeros);
      const ids = [...prefixes.passage, ...tokens.ids];
      const passage = await read(ids, MOST_WINDOWS.passage, betweenLayers, (from, to) => {
        for (const [i, range] of ranges.entries()) {
          const first = range.from + before;
          const last = Math.min(range.to + before, to);
          // A block belongs to the window in which it begins.
          if (range.from === range.to || first < from || first >= to) continue;
          const { start, end } = blocks[i] ?? { start: 0, end: 0 };
          if (!hasWords(text.slice(start, end), tokens.ids.slice(range.from, range.to))) continue;
          vectors[i] = withoutNearAll(unitVector(average(first - from + 1, last - from + 1)) ?? zeros());
        }
      });
      return { passage: withoutNearAll(passage), blocks: vectors };
    },
  };
}

/** The tokens that begin within the span. */
function tokensOf({ starts }: Tokens, { start, end }: Span): { from: number; to: number } {
  const from = firstAtLeast(starts, start);
  return { from, to: Math.max(from, firstAtLeast(starts, end)) };
}

/** The index of the first value that is not less; values ascend. */
function firstAtLeast(values: readonly number[], least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether there is a letter, a digit or a symbol, and a piece of the vocabulary. */
const hasWords = (text: string, ids: readonly number[]): boolean =>
  /[\p{L}\p{N}\p{S}]/u.test(text) && ids.some((id) => id !== UNKNOWN && id !== WORD_MARK_ID);

/** The piece that is the mark before a word and nothing else. */
const WORD_MARK_ID = 6;
