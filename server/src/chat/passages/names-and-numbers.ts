import type { Language } from '#text/language.ts';
import { plainWords } from './split-words.ts';

/** The numbers of a text, normalised: `1,500` and `1 500` as `1500`, `3,5` as `3.5`, `two` as `2`. */
export function numbersIn(text: string): string[] {
  const digits = text.normalize('NFKC').match(number) ?? [];
  const words = text.toLowerCase().match(numberWord) ?? [];
  return [
    ...digits.map((found) => (grouped.test(found) ? found.replace(/\P{N}/gu, '') : found.replace(',', '.'))),
    ...words.map((found) => String(NUMBER_WORDS.indexOf(found))),
  ];
}

const number = /\p{N}+(?:[.,:/’'\u00a0\u202f]\p{N}+| \p{N}{3}(?!\p{N}))*/gu;
const grouped = /^\p{N}{1,3}(?:[.,’'\u00a0\u202f ]\p{N}{3})+$/u;
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** Number words, except `one`, which is as often a pronoun. */
const numberWord = new RegExp(`(?<!\\p{L})(?:${NUMBER_WORDS.slice(2).join('|')})(?!\\p{L})`, 'gu');

/** Capitalised words that grammar does not require to be. In German, which capitalises every noun, only names of two
 *  words count. A text in capitals names nothing by them. */
export const namesIn = (text: string, language: Language): string[] =>
  smallLetter.test(text) ? (text.match(language === 'de' ? germanNames : names) ?? []) : [];

const smallLetter = /\p{Ll}/u;

const names = /(?<=[\p{L}\p{N},;)]["'”’]?\s["'“‘(]?)\p{Lu}[\p{L}\p{M}\p{N}]+/gu;
const germanNames = /(?<=(?<!\p{L})\p{Lu}[\p{L}\p{M}]+\s)\p{Lu}[\p{L}\p{M}\p{N}]+/gu;

/** Whether a text contains a name, letter by letter except for its ending, because a similar name is a different one. */
export function saysName(text: string, name: string): boolean {
  const [first = ''] = wordsOf(name);
  const plain = first.length > 4 && first.endsWith('s') ? first.slice(0, -1) : first;
  const longestEnding = plain.length < 5 ? 1 : 3;
  return wordsOf(text).some((word) => word.startsWith(plain) && word.length - plain.length <= longestEnding);
}

const wordsOf = (text: string): string[] => plainWords(text.normalize('NFKC')).split(' ');
