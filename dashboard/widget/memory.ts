import type { Answer, PersonMessage } from './service.ts';

/** A question, its answer, and what people said after it. */
export type Turn = { question: string; answer: Answer; heard?: PersonMessage[] };

/** hasRequest: whether the visitor asked for a person, and no one has ended that. */
export type StoredConversation = { isOpen: boolean; turns: Turn[]; hasRequest?: boolean };

/** In place of a token: a preview keeps nothing. */
export const PREVIEW = 'preview';

const nothing = (): StoredConversation => ({ isOpen: false, turns: [] });

/** The conversation of this tab. It survives navigation, unless the page may not use storage. */
export function createMemory(token: string) {
  if (token === PREVIEW) return { read: nothing, write: () => {} };
  const storedAs = `footnote-chat ${token}`;
  return {
    read: (): StoredConversation => {
      try {
        const stored = sessionStorage.getItem(storedAs);
        return stored === null ? nothing() : (JSON.parse(stored) as StoredConversation);
      } catch {
        return nothing();
      }
    },
    write: (conversation: StoredConversation): void => {
      try {
        sessionStorage.setItem(storedAs, JSON.stringify(conversation));
      } catch {
        // Storage is full or forbidden.
      }
    },
  };
}
