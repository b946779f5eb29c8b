import type { ChunkOfSource } from '#storage/store.ts';

/** A chunk is a duplicate if more of it than this overlaps the hits of its source, by offsets. The sentence that
 *  neighbours share is less. */
const MOST_COVERED = 0.5;
/** It is also a duplicate if no more of its text than this is missing from them, wherever it is. */
const MOST_MISSING = 0.2;
/** Length of the pieces to look for: six words, or a sentence of Chinese. A changed word costs one or two of the 30
 *  pieces of a chunk. With 16 characters, different sentences of the same few words looked equal. */
const PIECE = 32;
/** Too few pieces to judge the share that is missing. */
const FEW_PIECES = 10;
const hasNumber = /\p{N}/u;

/** Remembers the texts of the hits of one search. */
export class HitDeduplicator {
  readonly #chunks: ChunkOfSource[] = [];

  add(chunk: ChunkOfSource): void {
    this.#chunks.push(chunk);
  }

  /** Whether the chunk adds almost nothing: most of it is in hits of its source, or another source of the same name and
   *  knowledge base has the same text, as with a file added twice. */
  repeats(chunk: ChunkOfSource): boolean {
    const ofSource = this.#chunks.filter((heard) => heard.source_id === chunk.source_id);
    if (ofSource.length === 0) return this.#chunks.some((heard) => isCopy(heard, chunk));
    return coveredShare(chunk, ofSource) > MOST_COVERED || isSaid(chunk, ofSource);
  }
}

/** Whether a reader could not tell the two apart. */
const isCopy = (a: ChunkOfSource, b: ChunkOfSource): boolean =>
  a.text === b.text &&
  a.heading === b.heading &&
  a.source_name === b.source_name &&
  a.knowledge_base_id === b.knowledge_base_id;

/** The share of a chunk covered by others of its source, 0 to 1. */
function coveredShare({ start_offset, end_offset }: ChunkOfSource, others: readonly ChunkOfSource[]): number {
  let covered = 0;
  let from = start_offset;
  for (const other of others.toSorted((a, b) => a.start_offset - b.start_offset)) {
    const to = Math.min(other.end_offset, end_offset);
    covered += Math.max(0, to - Math.max(other.start_offset, from));
    from = Math.max(from, to);
  }
  return covered / (end_offset - start_offset);
}

/** Whether nearly all pieces of a text occur in others. Pieces with numbers must: the same sentence with another number
 *  is another statement. */
function isSaid({ text }: ChunkOfSource, others: readonly ChunkOfSource[]): boolean {
  const said = others.map((other) => other.text).join('\n');
  const pieces = Math.ceil(text.length / PIECE);
  let missing = 0;
  // Starts in the middle, as copies differ at their ends. Most texts are rejected after three pieces of about 5 µs.
  for (let looked = 0; looked < pieces; looked++) {
    const at = ((looked + (pieces >> 1)) % pieces) * PIECE;
    const piece = text.slice(at, at + PIECE);
    if (said.includes(piece)) continue;
    missing += 1;
    if (missing > MOST_MISSING * Math.max(looked, FEW_PIECES) || hasNumber.test(piece)) return false;
  }
  return missing <= MOST_MISSING * pieces;
}
