import type { MessageRow } from '#storage/tables.ts';
import { detectLanguageOfQuery } from '#text/language.ts';
import { wordsToFind } from '#text/search-words.ts';

/** Null for a welcome message, which is the same in all conversations. */
export const wordsOf = ({ role, text }: Pick<MessageRow, 'role' | 'text'>): string | null =>
  role === 'welcome' ? null : wordsToFind(text).join(' ');

/** Null if it cannot be told of any of the questions. */
export function languageOf(messages: readonly Pick<MessageRow, 'role' | 'text'>[]): string | null {
  for (const { role, text } of messages) {
    const language = role === 'user' ? detectLanguageOfQuery(text) : 'und';
    if (language !== 'und') return language;
  }
  return null;
}
