import { foldAccents } from './fold.ts';
import { readable, scanRuns } from './scan-runs.ts';
import { characterPairs } from './segment-unspaced.ts';
import { splitRun } from './split-run.ts';

/** A word to look for. isBeginning: words that begin with it are meant too. */
export type SearchedWord = { word: string; isBeginning: boolean };

/** How much of a text is split, and how many different words of it are kept. */
const MOST_CHARACTERS = 100_000;
const MOST_WORDS = 8_000;
/** The most words of a search that are looked for. */
const MOST_SEARCHED = 32;
const MOST_LETTERS = 48;
/** Shorter words are searched as they are: half of all words begin with a certain letter. */
const LEAST_BEGINNING = 3;

/** The distinct words of a text under which a search finds it: in lower case, without accents and without ASCII
 *  punctuation. Not stemmed, because the text may be in any language: a search looks for beginnings of words instead. Scripts
 *  without spaces, and Korean, give the pairs of neighbouring characters, and the last one by itself. They don't depend on the
 *  dictionaries of a version of ICU, because databases keep them. Linear in the length of the text. */
export function wordsToFind(text: string): string[] {
  const found = new Set<string>();
  const add = (word: string): void => {
    if (found.size < MOST_WORDS && isPlain(word)) found.add(word);
  };
  scanRuns(readable(text.slice(0, MOST_CHARACTERS)), (run, kind) => {
    if (kind !== 'spaced') {
      for (const pair of pairsOf(run)) add(pair);
      return;
    }
    const { words, names } = splitRun(run);
    for (const each of [...words, ...names]) {
      const word = folded(each);
      add(word);
      add(withoutArticle(word));
    }
  });
  return [...found];
}

/** The words that a text must all have to be found by a search, at most 32. Empty if it has none. */
export function searchedWords(search: string): SearchedWord[] {
  const searched = new Map<string, SearchedWord>();
  const add = (word: string, isBeginning: boolean): void => {
    if (searched.size < MOST_SEARCHED && isPlain(word)) searched.set(word, { word, isBeginning });
  };
  // In lower case, so that `iPhone` is one word, which the words of a text include.
  scanRuns(readable(search.slice(0, MOST_CHARACTERS)).toLowerCase(), (run, kind) => {
    if (kind === 'spaced') {
      for (const each of splitRun(run).words) {
        const word = withoutArticle(folded(each));
        add(word, [...word].length >= LEAST_BEGINNING);
      }
      return;
    }
    const pairs = pairsOf(run);
    if (pairs.length === 1) add(pairs[0] ?? '', true);
    else for (const pair of pairs.slice(0, -1)) add(pair, false);
  });
  return [...searched.values()];
}

const folded = (word: string): string =>
  foldAccents(word.toLowerCase()).slice(0, MOST_LETTERS).toWellFormed();

/** The pairs of a run, and its last character. */
function pairsOf(run: string): string[] {
  const pairs = characterPairs(run);
  const last = /\P{M}\p{M}*$/u.exec(run.slice(-MOST_LETTERS))?.[0];
  return last === undefined || pairs[0] === last ? pairs : [...pairs, last];
}

/** Without space and ASCII punctuation, which separate and mark words in queries of databases. */
const isPlain = (word: string): boolean => /^[0-9a-z\u0080-\u{10ffff}]+$/u.test(word);

const ARTICLES = ['وال', 'بال', 'كال', 'فال', 'ال'];

/** An Arabic word without the article written with it, if two letters are left. */
function withoutArticle(word: string): string {
  const article = ARTICLES.find((each) => word.startsWith(each));
  return article !== undefined && word.length >= article.length + 2 ? word.slice(article.length) : word;
}
