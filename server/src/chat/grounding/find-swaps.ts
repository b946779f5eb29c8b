import { alignWords, readWords, type Word } from './align-words.ts';

/** Words of a claim that stand in the place of others of its source. isCertain: numbers, which never mean the same. */
export type Swap = { claimed: string; source: string; isCertain: boolean };

/** Words around a change that must be the same, and the share of the claim that its source must have in the same order: a
 *  paraphrase seldom keeps so much around what it changes. */
const LEAST_FRAME = 4;
const LEAST_SHARE = 0.6;
/** In words, two signs of a script without spaces counting as one. A longer change is another clause. */
const LONGEST_CHANGE = 6;

export type SwapRequest = {
  claim: string;
  source: string;
  /** Whether the sources have a word anywhere: what they never say cannot be a word of theirs in another's place. */
  isKnown: (word: string) => boolean;
  isFunctionWord: (word: string) => boolean;
};

/** The places where a claim says almost the same as a sentence of a source, but with words from elsewhere. Words that the
 *  sentence itself has are moved, not swapped. */
export function findSwaps({ claim, source, isKnown, isFunctionWord }: SwapRequest): Swap[] {
  const said = readWords(source, isFunctionWord);
  // A clause that was moved is only laid beside its own words if it is compared by itself.
  const parts = [claim, ...clausesOf(claim)].map((part) => readWords(part, isFunctionWord));
  return parts.flatMap((part) => swapsIn(part, said, isKnown));
}

const clauseEnd = /[,;，；、]/u;
const SHORTEST_CLAUSE = 5;

/** The clauses of a sentence that has several. */
function clausesOf(claim: string): string[] {
  const clauses = claim.split(clauseEnd);
  if (clauses.length === 1) return [];
  return clauses.filter((clause) => wordsIn(clause).length >= SHORTEST_CLAUSE);
}

function swapsIn(claim: readonly Word[], said: readonly Word[], isKnown: SwapRequest['isKnown']): Swap[] {
  const own = new Set(said.map(({ text }) => text));
  const { share, changes } = alignWords(claim, said);
  if (share < LEAST_SHARE) return [];
  return changes.flatMap(({ claimed, source: others, frame }): Swap[] => {
    if (frame < LEAST_FRAME || sizeOf(claimed) > LONGEST_CHANGE || sizeOf(others) > LONGEST_CHANGE) return [];
    const content = claimed.filter(({ isContent }) => isContent).map(({ text }) => text);
    if (content.every((text) => own.has(text)) || !content.every(isKnown)) return [];
    return [
      {
        claimed: textOf(claimed),
        source: textOf(others),
        isCertain: content.some((text) => number.test(text) && !own.has(text)),
      },
    ];
  });
}

const number = /^\p{N}/u;

/** The words of a text, for SwapRequest.isKnown. */
export const wordsIn = (text: string): string[] => readWords(text, () => false).map((word) => word.text);

type Words = readonly { text: string }[];
const textOf = (words: Words): string => words.map(({ text }) => text).join(' ');
const sign = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]$/u;
const sizeOf = (words: Words): number =>
  words.reduce((sum, { text }) => sum + (sign.test(text) ? 0.5 : 1), 0);
