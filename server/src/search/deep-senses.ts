import { detectLanguageOfQuery, type Language } from '#text/language.ts';
import type { Sense } from './score.ts';

/** Makes the function that says in which sense the deep model compares a query with a chunk, by the language of its source:
 *  `foreign` if the two differ. A source whose language cannot be told is taken for one of the others. That of a query of a
 *  few words cannot be told: nothing is foreign to it.
 *  languages: of all sources that are searched. */
export function deepSenses(query: string, languages: readonly Language[]): (language: string) => Sense {
  const own = detectLanguageOfQuery(query);
  const known = languages.filter((language) => language !== 'und');
  const isForeignToAll = known.length > 0 && !known.some((language) => language === own);
  return (language) =>
    own !== 'und' && (language === 'und' ? isForeignToAll : language !== own) ? 'foreign' : 'deep';
}
