import { detectLanguage } from '#text/language.ts';
import type { Sense } from './score.ts';

/** Makes the function that says in which sense the deep model compares a query with a chunk, by the language of its source:
 *  `foreign` if the two are known to differ. That of a query of a few words cannot be told. */
export function deepSenses(query: string): (language: string) => Sense {
  const own = detectLanguage(query);
  return (language) => (own === 'und' || language === 'und' || language === own ? 'deep' : 'foreign');
}
