/** The pieces of a Unigram vocabulary, in memory that threads share. */
export type Vocabulary = {
  /** Where the UTF-16 units of each piece begin, and where those of the last end. */
  offsets: Uint32Array<SharedArrayBuffer>;
  units: Uint16Array<SharedArrayBuffer>;
  /** The logarithm of each piece's chance. */
  scores: Float32Array<SharedArrayBuffer>;
  /** A hash table: 1 more than the id of a piece at the slot of its hash, or at the next free one; 0 is empty. */
  slots: Int32Array<SharedArrayBuffer>;
  /** Units of the longest piece. */
  longest: number;
  /** The score of a character that is in no piece. */
  unknownScore: number;
};

export const BEGIN = 0;
export const END = 2;
export const UNKNOWN = 3;
/** Ids that no text has: begin, padding, end, unknown. */
const RESERVED = 4;

export const HASH_START = 0x811c9dc5;
/** FNV-1a, a unit at a time. */
export const hashNext = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
export const slotOf = (hash: number, slots: Int32Array): number => (hash ^ (hash >>> 15)) & (slots.length - 1);

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** Packs the `model.vocab` of a tokenizer.json: each piece with its score, by id. */
export function packVocabulary(pieces: readonly (readonly [piece: string, score: number])[]): Vocabulary {
  const unitCount = pieces.reduce((sum, [piece]) => sum + piece.length, 0);
  // At most half full, so that a search ends soon.
  const slotCount = 2 ** Math.ceil(Math.log2(pieces.length * 2));
  const vocabulary: Vocabulary = {
    offsets: new Uint32Array(shared((pieces.length + 1) * 4)),
    units: new Uint16Array(shared(unitCount * 2)),
    scores: new Float32Array(shared(pieces.length * 4)),
    slots: new Int32Array(shared(slotCount * 4)),
    longest: 1,
    unknownScore: 0,
  };
  const { offsets, units, scores, slots } = vocabulary;
  let at = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, [piece, score]] of pieces.entries()) {
    offsets[id] = at;
    scores[id] = score;
    least = Math.min(least, score);
    let hash = HASH_START;
    for (let i = 0; i < piece.length; i++) {
      const unit = piece.charCodeAt(i);
      units[at++] = unit;
      hash = hashNext(hash, unit);
    }
    if (id < RESERVED) continue;
    vocabulary.longest = Math.max(vocabulary.longest, piece.length);
    let slot = slotOf(hash, slots);
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = id + 1;
  }
  offsets[pieces.length] = at;
  // As SentencePiece has it: worse than every piece.
  vocabulary.unknownScore = least - 10;
  return vocabulary;
}
