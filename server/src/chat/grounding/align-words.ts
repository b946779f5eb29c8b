import { matchTerm } from '#chat/passages/match-term.ts';

/** A word of a text as it is compared; a sign of a script without spaces counts as a word. */
export type Word = { text: string; start: number; end: number; isContent: boolean };

/** Words of a claim in the place of others of its source. frame: how many words directly around them are the same. */
export type Change = { claimed: readonly Word[]; source: readonly Word[]; frame: number };

/** share: of the claim's words that the source has in the same order. */
export type Alignment = { share: number; changes: Change[] };

/** Longer sentences are compared up to here. */
const MOST_WORDS = 120;
/** Word pairs count by what they say; inflected forms nearly as much as equal ones. */
const FUNCTION_WORD = 0.3;
const INFLECTED = 0.8;
/** A frame is counted up to so many words on each side. */
const WIDEST_SIDE = 4;

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`;
const unspacedSign = new RegExp(`[${unspaced}]`, 'u');
const word = new RegExp(String.raw`[${unspaced}]|\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}]+`, 'gu');

/** The words of a text, in order. */
export const readWords = (text: string, isFunctionWord: (word: string) => boolean): Word[] =>
  Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    text: found.toLowerCase(),
    start: index,
    end: index + found.length,
    isContent: unspacedSign.test(found) || !isFunctionWord(found),
  })).slice(0, MOST_WORDS);

/** Lays a claim beside its source, word by word. */
export function alignWords(claim: readonly Word[], source: readonly Word[]): Alignment {
  const equal = longestCommon(claim, source);
  const borders: Pair[] = [[-1, -1], ...equal, [claim.length, source.length]];
  const changes: Change[] = [];
  for (const [at, [i, j]] of borders.slice(0, -1).entries()) {
    const [nextI, nextJ] = borders[at + 1] ?? [0, 0];
    const claimed = claim.slice(i + 1, nextI);
    const others = source.slice(j + 1, nextJ);
    if (!claimed.some(isContent) || !others.some(isContent)) continue;
    const before = runOf(equal.slice(0, at).reverse(), -1);
    const frame = before + runOf(equal.slice(at), 1);
    changes.push({ claimed, source: others, frame });
  }
  return { share: equal.length / Math.max(1, claim.length), changes };
}

const isContent = (one: Word): boolean => one.isContent;

/** Positions of equal words in two texts. */
type Pair = [number, number];

/** How many of the pairs follow one another without a gap. */
function runOf(pairs: readonly Pair[], step: 1 | -1): number {
  let length = 0;
  let before: Pair | undefined;
  for (const [i, j] of pairs) {
    if (length === WIDEST_SIDE || (before && (i !== before[0] + step || j !== before[1] + step))) break;
    length++;
    before = [i, j];
  }
  return length;
}

/** The pairs of equal words in the same order that say most. */
function longestCommon(a: readonly Word[], b: readonly Word[]): Pair[] {
  const width = b.length + 1;
  const best = new Float32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const gain = likeness(a[i], b[j]);
      const paired = gain > 0 ? gain + at(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), paired);
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (at(i, j) === at(i + 1, j)) i++;
    else if (at(i, j) === at(i, j + 1)) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}

function likeness(a: Word | undefined, b: Word | undefined): number {
  if (!a || !b) return 0;
  if (a.text === b.text) return a.isContent ? 1 : FUNCTION_WORD;
  if (!a.isContent || !b.isContent || a.text[0] !== b.text[0]) return 0;
  return INFLECTED * matchTerm(a.text, [b.text]);
}
