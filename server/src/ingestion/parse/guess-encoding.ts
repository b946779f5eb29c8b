import { LETTER_FREQUENCIES } from './letter-frequencies.ts';
import { multiByteScores } from './multi-byte-scores.ts';

/** Guesses the legacy encoding of a text by how plausible it reads in each: with the letters of one language, in words
 *  that are not broken up. Returns a TextDecoder name; windows-1252 if no result is plausible. A sentence is mostly
 *  enough; a word or two is not. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  let best = { encoding: 'windows-1252', score: LEAST_SCORE };
  for (const [encoding, score] of multiByteScores(sample)) if (score > best.score) best = { encoding, score };
  for (const { encoding, languages } of SINGLE_BYTE) {
    const score =
      scoreOf(new TextDecoder(encoding).decode(sample), languages) -
      (RARE.has(encoding) ? 0.2 : encoding === 'windows-1252' ? -0.06 : 0);
    if (score > best.score) best = { encoding, score: score + HEAD_START };
  }
  return best.encoding;
}

/** The lead that an encoding needs over an earlier, more common one in the table. */
const HEAD_START = 0.04;
/** Encodings that hardly any program of this century writes. */
const RARE = new Set(['windows-1258', 'ibm866', 'iso-8859-5', 'macintosh', 'x-mac-cyrillic']);
const LEAST_SCORE = 0.3;
const SAMPLE_BYTES = 32_768;

/** A sample that starts near the first non-ASCII byte. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  return bytes.subarray(Math.max(0, first - 32), Math.max(0, first) + SAMPLE_BYTES);
}

type Letters = ReadonlyMap<string, number>;

/** The weight of each letter as evidence for a language. It grows with the frequency of the letter, and is 1 on average
 *  in a text of that language. */
function weightsOf(language: keyof typeof LETTER_FREQUENCIES): Letters {
  const letters = LETTER_FREQUENCIES[language].split(' ').map((entry) => {
    const [letter = ''] = entry;
    const share = Number(entry.slice(letter.length)) / 1_000;
    return { letter, share, weight: Math.max(0, 1 + Math.log10(share) / 2.5) };
  });
  const average = letters.reduce((sum, { share, weight }) => sum + share * weight, 0);
  return new Map(letters.map(({ letter, weight }) => [letter, weight / average]));
}

const WESTERN = (
  [
    'french',
    'german',
    'spanish',
    'italian',
    'portuguese',
    'swedish',
    'danish',
    'norwegian',
    'finnish',
    'dutch',
    'catalan',
    'icelandic',
    'estonian',
  ] as const
).map(weightsOf);
const CENTRAL = (
  ['polish', 'czech', 'slovak', 'hungarian', 'croatian', 'slovene', 'romanian', 'german'] as const
).map(weightsOf);
const CYRILLIC = (['russian', 'ukrainian', 'belarusian', 'bulgarian', 'serbian'] as const).map(weightsOf);

/** The order of preference if two encodings score the same. */
const SINGLE_BYTE: readonly { encoding: string; languages: readonly Letters[] }[] = [
  { encoding: 'windows-1252', languages: WESTERN },
  { encoding: 'windows-1251', languages: CYRILLIC },
  { encoding: 'windows-1250', languages: CENTRAL },
  { encoding: 'iso-8859-2', languages: CENTRAL },
  { encoding: 'koi8-r', languages: CYRILLIC },
  { encoding: 'koi8-u', languages: CYRILLIC },
  { encoding: 'windows-1254', languages: [weightsOf('turkish')] },
  { encoding: 'windows-1257', languages: (['lithuanian', 'latvian', 'estonian'] as const).map(weightsOf) },
  { encoding: 'windows-1253', languages: [weightsOf('greek')] },
  { encoding: 'windows-1255', languages: [weightsOf('hebrew')] },
  { encoding: 'windows-1256', languages: (['arabic', 'persian'] as const).map(weightsOf) },
  { encoding: 'windows-874', languages: [weightsOf('thai')] },
  { encoding: 'windows-1258', languages: [weightsOf('vietnamese')] },
  { encoding: 'ibm866', languages: CYRILLIC },
  { encoding: 'iso-8859-5', languages: CYRILLIC },
  { encoding: 'macintosh', languages: WESTERN },
  { encoding: 'x-mac-cyrillic', languages: CYRILLIC },
];

/** A score for how plausible a text is: 1 if every non-ASCII character is a frequent letter of one language. */
function scoreOf(text: string, languages: readonly Letters[]): number {
  const letters = new Map<string, number>();
  let torn = 0;
  let count = 0;
  let before = ' ';
  const characters = [...text];
  for (const [index, character] of characters.entries()) {
    if (character >= '\u0080') {
      count += 1;
      const isLetter = LETTER.test(character);
      const next = characters[index + 1] ?? ' ';
      const isInWord = LETTER.test(before) && LETTER.test(next);
      if (CONTROL.test(character)) torn += 2;
      else if (MARK.test(character) && !LETTER.test(before)) torn += 1;
      else if (isLetter && UPPER.test(character) && LOWER.test(before)) torn += 1;
      else if (!isLetter && isInWord && !JOINING.test(character)) torn += 1;
      else if (isLetter) {
        if (UPPER.test(character) && UPPER.test(before)) torn += 0.15;
        const lower = character.toLowerCase();
        letters.set(lower, (letters.get(lower) ?? 0) + 1);
        if (isForeign(before, character) || DIGIT.test(before) || DIGIT.test(next)) torn += 1;
      } else
        torn -= isInWord || isQuote(before, character, next) ? 0.9 : ORDINARY.test(character) ? 0.6 : -0.3;
    } else if (UPPER.test(character) && before >= '\u0080' && LOWER.test(before)) torn += 1;
    else if (isForeign(character, before)) torn += 1;
    before = character;
  }
  if (count === 0) return 0;
  const best = languages.reduce((most, weights) => {
    let sum = 0;
    for (const [letter, times] of letters) sum += times * (weights.get(letter) ?? -0.5);
    return Math.max(most, sum);
  }, -count);
  return (best - torn) / count;
}

const LETTER = /[\p{L}\p{M}]/u;
const MARK = /\p{M}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const DIGIT = /\d/;
const CONTROL = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
/** The characters that can be inside a word, and the symbols that ordinary text has outside words. */
const JOINING = /[’\u00b7\u00ad\u2013\u2014\u00a0]/;
const ORDINARY = /[“”„‘’‚«»‹›–—…•·°§€£№©®\u00a0¿¡½²³µ×]/;

/** A quotation mark at the start or end of a quotation. */
const isQuote = (before: string, mark: string, next: string): boolean =>
  (/[«“„‘»]/.test(mark) && /[\s([]/.test(before) && /\S/.test(next)) ||
  (/[»”“’«]/.test(mark) && /\S/.test(before) && /[^\p{L}\d]/u.test(next));

/** A letter of another alphabet next to an ASCII letter. */
const isForeign = (letter: string, other: string): boolean =>
  (/[a-z]/i.test(letter) && FOREIGN.test(other)) || (/[a-z]/i.test(other) && FOREIGN.test(letter));
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u;
