import { LIMITS } from '#isomorphic/limits.ts';

const LENGTH = LIMITS.queryCharacters;
/** A piece, repeated until a query has no more room. */
export const filled = (piece: string): string =>
  piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
/** As many different words of `length` letters as fit. */
const distinctWords = (length: number): string =>
  filled(
    Array.from({ length: LENGTH }, (_, index) =>
      index
        .toString(26)
        .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
        .padStart(length, 'q'),
    ).join(' '),
  );

/** Queries that nobody would ask, and that somebody will send. */
export const ODD_QUERIES = [
  'a',
  '7',
  '店',
  'ก',
  '\u0301',
  '!',
  '…',
  '"',
  '""',
  '“”',
  '- - -',
  '¿?¡!.,;:()[]{}<>|/\\',
  'the of and a',
  '的 了 在',
  'Имяmixed 店shop ร้านcafe',
  'האור lighthouse \u202bהמגדלור\u202c 1871',
  '\u200f\u200eabc\u202e cba\u2069',
  '\u200b\u200c\u200d\u2060\ufeff x',
  'le\u200bt\u00adters',
  filled('a'),
  filled('ß'),
  filled('İ'),
  filled('ﷺ'),
  filled('a '),
  filled('ab-'),
  filled('x.'),
  filled("l'"),
  filled('aB'),
  filled('a1'),
  filled('://'),
  filled('店'),
  filled('ภาษา'),
  filled('ကျွန်ုပ်'),
  filled('가나'),
  filled('👩‍👩‍👧‍👦'),
  filled('🇳🇴'),
  filled('a\u0301'),
  `a${'\u0301'.repeat(2_000)}`,
  '\u0301'.repeat(2_000),
  `${'\u0e4d'.repeat(1_000)}${'\u0301\u0327'.repeat(500)}`,
  '"'.repeat(500),
  '"'.repeat(501),
  '“'.repeat(1_000),
  '«»'.repeat(1_000),
  filled('"a" '),
  filled('"apples" '),
  filled('「店」'),
  Array.from({ length: 700 }, (_, index) => `"${index % 10}"`)
    .join('')
    .slice(0, LENGTH),
  distinctWords(1),
  distinctWords(4),
  distinctWords(8),
  filled('windwo neihgbour repiars wodden '),
  filled('(((((((((('),
  filled('\\'),
  filled('%_*?'),
  filled('a\n'),
  filled('\u2028\u2029\u0085'.concat('b')),
  '𠮷'.repeat(LENGTH),
  Array.from({ length: LENGTH }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
  Array.from({ length: LENGTH }, (_, index) => String.fromCodePoint(0x1000 + (index % 40), 0x102d))
    .join('')
    .slice(0, LENGTH),
  Array.from({ length: LENGTH }, (_, index) => String.fromCodePoint(0xac00 + 7 * (index % 1_500))).join(''),
];
