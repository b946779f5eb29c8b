import { grow } from './grow.ts';
import type { PostingsVisitor } from './posting-lists.ts';
import type { ScopePart, SearchScope } from './search-scope.ts';
import { TopRows } from './top-rows.ts';

/** A distinct term of the query; weight 1 is a full one. */
export type WeightedTerm = { readonly term: string; readonly weight: number };

/** k1: how late more of a term stops counting. b: how far long chunks are marked down, 0 to 1. */
export type Bm25Options = { readonly k1: number; readonly b: number };

/** What is presumed of a scope before its chunks are seen. In a handful of chunks a word that one of them holds is not
 *  common, nor is a chunk long because the others are short: a scope counts as having `chunkCount` chunks at least, and
 *  its average length is taken with that many more of `length` words. So a score hardly changes when unrelated sources
 *  are added. nDCG@10 stays within 0.002 of plain BM25 with scopes of 240 chunks and is higher with more. */
export const PRIOR = { chunkCount: 500, length: 120 };

/** Scores every row of a scope that holds a term of the query, one term after the other:
 *
 *      score(row) = sum over terms of  weight * idf * (k1 + 1) * tf / (tf + k1 * (1 - b + b * length / average length))
 *      idf        = ln(1 + (N - df + 0.5) / (df + 0.5))
 *
 *  df is that of the scope, N and the average length are too, but see PRIOR. One accumulator serves all searches of a
 *  thread: `run`, read, then `clear`. Source: Robertson, Zaragoza, The Probabilistic Relevance Framework, 2009; the 1 + in the logarithm
 *  is Lucene's and keeps idf positive. */
export class Bm25Accumulator {
  #scores = new Float32Array(0);
  /** The rows whose score is not 0. */
  #touched: Uint32Array = new Uint32Array(1024);
  #touchedCount = 0;

  /** Scores the rows; returns what no row can reach: the sum of weight * idf * (k1 + 1), terms that no chunk holds
   *  included. */
  run(scope: SearchScope, terms: readonly WeightedTerm[], { k1, b }: Bm25Options): number {
    if (this.#scores.length < scope.rowCount) this.#scores = new Float32Array(2 * scope.rowCount);
    const lengthFactor = (k1 * b) / expectedLength(scope);
    const chunkCount = Math.max(scope.chunkCount, PRIOR.chunkCount);
    let reachable = 0;
    for (const { term, weight } of terms) {
      const df = scope.parts.reduce((sum, part) => sum + countChunks(part, term), 0);
      const factor = weight * (k1 + 1) * Math.log(1 + (chunkCount - df + 0.5) / (df + 0.5));
      reachable += factor;
      if (df === 0) continue;
      for (const part of scope.parts) {
        const visitor = this.#adder(part, factor, k1 * (1 - b), lengthFactor);
        part.postings.visit(term, part.span.first, part.span.end, visitor);
      }
    }
    return reachable;
  }

  /** BM25 of a row; 0 when it holds no term of the query. */
  score(row: number): number {
    return this.#scores[row] ?? 0;
  }

  /** The `limit` best rows, in no order, and all that tie with the last of them. */
  top(limit: number): Uint32Array {
    const best = new TopRows(limit);
    for (let i = 0; i < this.#touchedCount; i++) {
      const row = this.#touched[i] ?? 0;
      best.offer(row, this.#scores[row] ?? 0);
    }
    return best.rows();
  }

  /** Makes the accumulator ready for the next search. */
  clear(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#scores[this.#touched[i] ?? 0] = 0;
    this.#touchedCount = 0;
  }

  /** What adds one term's part to the scores of the rows in a block of postings. */
  #adder(
    { span, lengths, firstRow }: ScopePart,
    factor: number,
    base: number,
    lengthFactor: number,
  ): PostingsVisitor {
    const scores = this.#scores;
    return (cells, from, to) => {
      this.#touched = grow(this.#touched, this.#touchedCount + to - from);
      const touched = this.#touched;
      let count = this.#touchedCount;
      for (let i = from; i < to; i++) {
        const cell = cells[i] ?? 0;
        const slot = cell >>> 8;
        if (slot < span.first || slot >= span.end) continue;
        const length = lengths[slot - span.first] ?? 0;
        if (length === 0) continue;
        const row = firstRow + slot;
        const frequency = cell & 0xff;
        const score = scores[row] ?? 0;
        if (score === 0) touched[count++] = row;
        scores[row] = score + (factor * frequency) / (frequency + base + lengthFactor * length);
      }
      this.#touchedCount = count;
    };
  }
}

/** Words of an average chunk. */
const expectedLength = ({ chunkCount, tokenCount }: SearchScope): number =>
  (tokenCount + PRIOR.chunkCount * PRIOR.length) / (chunkCount + PRIOR.chunkCount);

/** Chunks of the part that hold the term. */
function countChunks({ postings, span, lengths, isWhole }: ScopePart, term: string): number {
  if (isWhole) return postings.count(term);
  let found = 0;
  postings.visit(term, span.first, span.end, (cells, from, to) => {
    for (let i = from; i < to; i++) {
      const slot = (cells[i] ?? 0) >>> 8;
      if (slot >= span.first && slot < span.end && (lengths[slot - span.first] ?? 0) > 0) found++;
    }
  });
  return found;
}
