/** The class of a UTF-16 code unit for the word scanner. Plain numbers, so that they fit a byte table. */
export const characterClass = {
  /** White space, punctuation, symbols: ends a word. */
  other: 1,
  /** A letter without capital, or of a script without case. */
  letter: 2,
  capital: 3,
  digit: 4,
  /** A combining mark: belongs to the letter before it. */
  mark: 5,
  /** Punctuation that may occur inside a code, a URL or a compound. */
  joiner: 6,
  /** A letter of a script written without spaces between words (Han, kana, Thai, Lao, Khmer, Burmese). */
  unspaced: 7,
  /** A Hangul syllable: words are separated by spaces, but particles are attached to them. */
  hangul: 8,
} as const;

const joiners = "_-.@/\\'’ʼ‐·&+#:,";
const isUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const isHangul = /\p{Script=Hangul}/u;
const isLetterOrNumber = /[\p{L}\p{N}]/u;
const isCapital = /\p{Lu}/u;
const isDigit = /\p{Nd}/u;
const isMark = /\p{M}/u;

const classes = new Uint8Array(0x10000);

/** The class of a code unit. For a surrogate, the most common class among the characters it can encode. Filled as
 *  characters occur: a table of all 65,536 would take 20 ms at startup. */
export function classOfCodeUnit(codeUnit: number): number {
  return classes[codeUnit] || classify(codeUnit);
}

function classify(codeUnit: number): number {
  const found = classOfCharacter(codeUnit);
  classes[codeUnit] = found;
  return found;
}

function classOfCharacter(codeUnit: number): number {
  // Planes 2 and 3 (high surrogates D840-D88F) are Han. The rest of plane 1 after NFKC is rare letters and emoji; both
  // are skipped. A low surrogate belongs to the high one before it.
  if (codeUnit >= 0xd840 && codeUnit <= 0xd88f) return characterClass.unspaced;
  if (codeUnit >= 0xd800 && codeUnit <= 0xdfff)
    return codeUnit >= 0xdc00 ? characterClass.mark : characterClass.other;
  const character = String.fromCharCode(codeUnit);
  if (joiners.includes(character)) return characterClass.joiner;
  if (isMark.test(character)) return characterClass.mark;
  if (!isLetterOrNumber.test(character)) return characterClass.other;
  if (isUnspaced.test(character)) return characterClass.unspaced;
  if (isHangul.test(character)) return characterClass.hangul;
  if (isDigit.test(character)) return characterClass.digit;
  return isCapital.test(character) ? characterClass.capital : characterClass.letter;
}
