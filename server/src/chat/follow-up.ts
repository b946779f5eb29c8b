import type { MessageRow } from '#storage/tables.ts';

/** The message as a question that stands on its own. */
export function standaloneQuestion(message: string, history: readonly MessageRow[]): string {
  const previous = history.findLast(({ role }) => role === 'user')?.text;
  const isShort = message.trim().split(/\s+/).length <= 3;
  return previous && isShort ? `${message} ${previous}`.slice(0, 2_048) : message;
}
