import { phrasesOf } from '#text/phrases.ts';
import type { SearchRequest } from './search.ts';

/** The phrases that every hit must hold: keyword search takes quotation marks at their word. */
export const phrasesIn = ({ query, searchType }: SearchRequest): string[] =>
  searchType === 'keyword' ? phrasesOf(query) : [];
