import { foldAccents } from './fold.ts';
import { readable } from './scan-runs.ts';

/** The phrases that a query puts in quotation marks, at most eight, as `comparable` writes them. */
export function phrasesOf(query: string): string[] {
  const phrases = Array.from(query.matchAll(quoted), (match) => comparable(match.slice(1).join('')));
  return phrases.filter((phrase) => phrase !== '').slice(0, MAX_PHRASES);
}

/** A text as phrases are compared in it: case and accents folded, one space for all between letters and digits. */
export const comparable = (text: string): string =>
  foldAccents(readable(text).toLowerCase()).replace(betweenWords, ' ').trim();

/** Whether a phrase stands in a text, both as `comparable` writes them: whole words, but in scripts that have no spaces. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  unspaced.test(phrase) ? text.includes(phrase) : ` ${text} `.includes(` ${phrase} `);

const MAX_PHRASES = 8;
/** Pairs of quotation marks; a single mark is an inch or a slip. */
const quoted =
  /"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|»([^«»]*)«|＂([^＂]*)＂|「([^「」]*)」|『([^『』]*)』/g;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
