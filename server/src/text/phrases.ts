import { foldAccents } from './fold.ts';
import { readable } from './scan-runs.ts';

/** The phrases in quotation marks in a query, at most eight, as `comparable` returns them. */
export function phrasesOf(query: string): string[] {
  const phrases = Array.from(query.matchAll(quoted), (match) => comparable(match.slice(1).join('')));
  return phrases.filter((phrase) => phrase !== '').slice(0, MAX_PHRASES);
}

/** Normalises a text for comparing phrases: case and accents folded, one space for everything between letters and
 *  digits. */
export const comparable = (text: string): string =>
  foldAccents(readable(text).toLowerCase()).replace(betweenWords, ' ').trim();

/** True if a text contains a phrase, both as `comparable` returns them. Matches whole words, except in scripts without
 *  spaces. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  unspaced.test(phrase) ? text.includes(phrase) : ` ${text} `.includes(` ${phrase} `);

const MAX_PHRASES = 8;
/** Pairs of quotation marks. A single mark means an inch or is a typo. */
const quoted =
  /"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|»([^«»]*)«|＂([^＂]*)＂|「([^「」]*)」|『([^『』]*)』/g;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
