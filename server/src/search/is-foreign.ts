import { detectLanguage, type Language } from '#text/language.ts';

/** Whether a query is in a language that no source is in. Queries of a few words, whose language cannot be told, are not.
 *  languages: of the sources; `und` where it could not be told. */
export function isForeign(query: string, languages: readonly Language[]): boolean {
  const language = detectLanguage(query);
  const known = languages.filter((one) => one !== 'und');
  return language !== 'und' && known.length > 0 && !known.includes(language);
}
