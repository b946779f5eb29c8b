import type { Prompt } from '#models/model.ts';
import type { MessageRow } from '#storage/tables.ts';
import { ASCII_CHARACTERS_PER_TOKEN } from '#text/estimate-tokens.ts';

/** The fields of an earlier message that a turn uses. */
export type EarlierMessage = Pick<MessageRow, 'role' | 'text' | 'sources'>;

/** The most that one message may take of the history; longer ones are cut at the end. */
const LARGEST_SHARE = 0.25;

/** The conversation to show a model: the newest messages that fit, starting with a message of the user.
 *  history: oldest first. budget: tokens. */
export function recallHistory(history: readonly EarlierMessage[], budget: number): Prompt['turns'] {
  const longest = Math.floor(budget * ASCII_CHARACTERS_PER_TOKEN * LARGEST_SHARE);
  let left = budget * ASCII_CHARACTERS_PER_TOKEN;
  const turns: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const { role, text } of history.toReversed()) {
    if (role === 'welcome' || text.trim() === '') continue;
    const kept = text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
    if (kept.length > left) break;
    left -= kept.length;
    const speaker = role === 'user' ? 'user' : 'assistant';
    const [later] = turns;
    // Providers require the roles to alternate.
    if (later?.role === speaker) later.text = `${kept}\n\n${later.text}`;
    else turns.unshift({ role: speaker, text: kept });
  }
  return turns.slice(turns.findIndex(({ role }) => role === 'user') >>> 0);
}
