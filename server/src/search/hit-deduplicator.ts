import type { ChunkOfSource } from '#storage/store.ts';

/** A chunk repeats when more of it than this is, by its offsets, in the hits of its source. The sentence that neighbours
 *  share is less. */
const MOST_COVERED = 0.5;
/** Or when no more of its text than this is missing from them, wherever they took it from. */
const MOST_MISSING = 0.2;
/** Characters of the pieces in which a text is looked for: six words, or a sentence of Chinese. A word that differs
 *  costs a piece or two of the 30 of a chunk. In pieces of 16, other sentences of the same few words looked the same. */
const PIECE = 32;
/** So many do not tell yet what share of a text is missing. */
const FEW_PIECES = 10;
const hasNumber = /\p{N}/u;

/** The texts that the hits of a search have brought so far. */
export class HitDeduplicator {
  readonly #chunks: ChunkOfSource[] = [];

  add(chunk: ChunkOfSource): void {
    this.#chunks.push(chunk);
  }

  /** Whether the chunk brings next to nothing new: most of it is in hits of its source, or a source of the same name in the
   *  same knowledge base has brought it, as happens with a file that was added twice. */
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

/** How much of a chunk lies within others of its source, 0 to 1. */
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

/** Whether nearly all pieces of a text stand in others. A piece with a number must: the same sentence with another
 *  number is another statement. */
function isSaid({ text }: ChunkOfSource, others: readonly ChunkOfSource[]): boolean {
  const said = others.map((other) => other.text).join('\n');
  const pieces = Math.ceil(text.length / PIECE);
  let missing = 0;
  // From the middle, as copies differ at their ends. Most texts are given up after three pieces of some 5 µs.
  for (let looked = 0; looked < pieces; looked++) {
    const at = ((looked + (pieces >> 1)) % pieces) * PIECE;
    const piece = text.slice(at, at + PIECE);
    if (said.includes(piece)) continue;
    missing += 1;
    if (missing > MOST_MISSING * Math.max(looked, FEW_PIECES) || hasNumber.test(piece)) return false;
  }
  return missing <= MOST_MISSING * pieces;
}
