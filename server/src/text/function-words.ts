import { foldAccents } from './fold.ts';
import type { Language } from './language.ts';
import { stopWords } from './stop-words.ts';

/** Creates the test for function words in a query. It uses the query's own language if that is searched, otherwise all
 *  searched languages: an English query for `die casting` keeps its die among German passages. A word in capitals is a
 *  name (US, IT), unless the whole query is in capitals. */
export function functionWordTest(
  text: string,
  detected: Language,
  scope: readonly Language[],
): (word: string) => boolean {
  const languages = scope.includes(detected) && detected !== 'und' ? [detected] : [detected, ...scope];
  const lists = languages.map(functionWordsOf);
  const isShouted = text === text.toUpperCase();
  return (word) => {
    if (!isShouted && inCapitals.test(word)) return false;
    const plain = foldAccents(word.toLowerCase());
    return lists.some((list) => list.has(plain));
  };
}

const inCapitals = /^\p{Lu}{2,}$/u;
const foldedLists = new Map<Language, ReadonlySet<string>>();

function functionWordsOf(language: Language): ReadonlySet<string> {
  const known = foldedLists.get(language);
  if (known) return known;
  const words: ReadonlyMap<Language, ReadonlySet<string>> = stopWords;
  const folded = new Set([...(words.get(language === 'und' ? 'en' : language) ?? [])].map(foldAccents));
  foldedLists.set(language, folded);
  return folded;
}
