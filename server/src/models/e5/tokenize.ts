import { forEachWord } from './normalise.ts';
import { HASH_START, hashNext, slotOf, UNKNOWN, type Vocabulary } from './vocabulary.ts';

/** Ids of pieces, and where in the text each begins, in UTF-16 units. */
export type Tokens = { ids: number[]; starts: number[] };

/** The mark before each word. */
const WORD_MARK = 0x2581;

/** SentencePiece's Unigram model: of all ways to cut a word into pieces, the one of the greatest chance (Viterbi). Characters that
 *  are in no piece become one unknown piece. */
export function createTokenizer(vocabulary: Vocabulary): (text: string) => Tokens {
  const { scores, unknownScore, longest } = vocabulary;
  // For each place in a word: the best score up to it, and the piece that ends there with where it begins.
  let best = new Float64Array(0);
  let pieceStarts = new Int32Array(0);
  let pieces = new Int32Array(0);
  let units = new Uint16Array(0);

  const mark = (word: string): number => {
    const count = word.length + 1;
    if (count >= best.length) {
      best = new Float64Array(2 * count + 64);
      pieceStarts = new Int32Array(best.length);
      pieces = new Int32Array(best.length);
      units = new Uint16Array(best.length);
    }
    units[0] = WORD_MARK;
    for (let i = 1; i < count; i++) units[i] = word.charCodeAt(i - 1);
    best.fill(Number.NEGATIVE_INFINITY, 0, count + 1);
    best[0] = 0;
    return count;
  };
  const offer = (id: number, start: number, end: number, score: number): void => {
    if (score <= (best[end] ?? 0)) return;
    best[end] = score;
    pieceStarts[end] = start;
    pieces[end] = id;
  };
  const cut = (count: number): void => {
    for (let start = 0; start < count; start++) {
      const before = best[start] ?? 0;
      if (before === Number.NEGATIVE_INFINITY) continue;
      const isPair = ((units[start] ?? 0) & 0xfc00) === 0xd800 && start + 1 < count;
      const next = start + (isPair ? 2 : 1);
      let isKnown = false;
      let hash = HASH_START;
      for (let end = start + 1; end <= Math.min(count, start + longest); end++) {
        hash = hashNext(hash, units[end - 1] ?? 0);
        const id = find(vocabulary, hash, units, start, end);
        if (id < 0) continue;
        if (end === next) isKnown = true;
        offer(id, start, end, before + (scores[id] ?? 0));
      }
      if (!isKnown) offer(UNKNOWN, start, next, before + unknownScore);
    }
  };

  return (text) => {
    const tokens: Tokens = { ids: [], starts: [] };
    forEachWord(text, (word, start, length) => {
      const count = mark(word);
      cut(count);
      const first = tokens.ids.length;
      const scale = length / word.length;
      for (let end = count; end > 0; end = pieceStarts[end] ?? 0) {
        const id = pieces[end] ?? UNKNOWN;
        const at = start + Math.floor(Math.max((pieceStarts[end] ?? 0) - 1, 0) * scale);
        const last = tokens.ids.length - 1;
        if (id === UNKNOWN && last >= first && tokens.ids[last] === UNKNOWN) tokens.starts[last] = at;
        else {
          tokens.ids.push(id);
          tokens.starts.push(at);
        }
      }
      reverse(tokens.ids, first);
      reverse(tokens.starts, first);
    });
    return tokens;
  };
}

/** The id of the piece with these units, or a negative number. */
function find(
  { slots, offsets, units: all }: Vocabulary,
  hash: number,
  units: Uint16Array,
  start: number,
  end: number,
): number {
  for (let slot = slotOf(hash, slots); ; slot = (slot + 1) & (slots.length - 1)) {
    const id = (slots[slot] ?? 0) - 1;
    if (id < 0) return id;
    const from = offsets[id] ?? 0;
    if ((offsets[id + 1] ?? 0) - from !== end - start) continue;
    let same = start;
    while (same < end && all[from + same - start] === units[same]) same++;
    if (same === end) return id;
  }
}

function reverse(values: number[], from: number): void {
  for (let low = from, high = values.length - 1; low < high; low++, high--) {
    const value = values[low] ?? 0;
    values[low] = values[high] ?? 0;
    values[high] = value;
  }
}
