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
export const slotOf = (hash: number, slots: Int32Array): number =>
  (hash ^ (hash >>> 15)) & (slots.length - 1);

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** Packs the pieces of a tokenizer.json, which its `vocab` holds as `["piece",score]`, by id. Works on the bytes: as objects they
 *  would take 80 MB for a moment, half of which the process would keep. */
export function packVocabulary(json: Buffer): Vocabulary {
  const start = json.indexOf('"vocab":[');
  const offsets: number[] = [];
  const scores: number[] = [];
  // No text has more units than bytes.
  const units = new Uint16Array(json.length);
  let unitCount = 0;
  let longest = 1;
  for (let at = start + '"vocab":['.length; json[at] === BRACKET; at++) {
    const piece = readString(json, at + 1, units, unitCount);
    const end = json.indexOf(']', piece.next);
    if (scores.length >= RESERVED) longest = Math.max(longest, piece.end - unitCount);
    offsets.push(unitCount);
    scores.push(Number(json.toString('latin1', piece.next + 1, end)));
    unitCount = piece.end;
    // After the piece comes a comma, or the end of all.
    at = end + 1;
  }
  offsets.push(unitCount);
  if (start < 0 || scores.length <= RESERVED || scores.some(Number.isNaN))
    throw new Error('tokenizer.json has no vocabulary.');
  const vocabulary: Vocabulary = {
    offsets: new Uint32Array(shared(offsets.length * 4)),
    units: new Uint16Array(shared(unitCount * 2)),
    scores: new Float32Array(shared(scores.length * 4)),
    // At most half full, so that a search ends soon.
    slots: new Int32Array(shared(2 ** Math.ceil(Math.log2(scores.length * 2)) * 4)),
    longest,
    // As SentencePiece has it: worse than every piece.
    unknownScore: scores.reduce((least, score) => Math.min(least, score)) - 10,
  };
  vocabulary.offsets.set(offsets);
  vocabulary.units.set(units.subarray(0, unitCount));
  vocabulary.scores.set(scores);
  fillSlots(vocabulary);
  return vocabulary;
}

function fillSlots({ offsets, units, slots }: Vocabulary): void {
  for (let id = RESERVED; id < offsets.length - 1; id++) {
    let hash = HASH_START;
    for (let i = offsets[id] ?? 0; i < (offsets[id + 1] ?? 0); i++) hash = hashNext(hash, units[i] ?? 0);
    let slot = slotOf(hash, slots);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = id + 1;
  }
}

const BRACKET = 0x5b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Decodes the JSON string that begins at `start` into `units`. Returns the byte after it, and the end of its units. */
function readString(
  json: Buffer,
  start: number,
  units: Uint16Array,
  from: number,
): { next: number; end: number } {
  let close = start + 1;
  let isEscaped = false;
  for (; json[close] !== QUOTE; close++) {
    if (json[close] !== BACKSLASH) continue;
    isEscaped = true;
    close++;
  }
  const text = isEscaped
    ? (JSON.parse(json.toString('utf8', start, close + 1)) as string)
    : json.toString('utf8', start + 1, close);
  for (let i = 0; i < text.length; i++) units[from + i] = text.charCodeAt(i);
  return { next: close + 1, end: from + text.length };
}
