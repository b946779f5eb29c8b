import { functionWordTest } from '#lib/function-words.ts';
import { detectLanguage } from '#lib/language.ts';
import { LIMITS } from '#lib/limits.ts';
import type { MessageRow } from '#storage/tables.ts';
import { leansOnWhatWasSaid, wordsOf } from './leaning-words.ts';
import { answerSmallTalk } from './small-talk.ts';

/** Makes a message into a question that can be searched without the conversation. One that stands on its own is
 *  returned unchanged, so that a new subject is not mixed with the old; a follow-up gets the content words of the
 *  questions before it, the newest first, back to one that stood on its own.
 *  history: oldest first. Returns at most 2,048 characters, unless the message itself is longer. */
export function standaloneQuestion(message: string, history: readonly MessageRow[]): string {
  const asked = history
    .filter(({ role, text }) => role === 'user' && answerSmallTalk(text) === undefined)
    .map(({ text }) => text);
  if (asked.length === 0 || !isFollowUp(message) || answerSmallTalk(message) !== undefined) return message;
  const context: string[] = [];
  for (const question of asked.toReversed()) {
    context.push(...contentWords(question));
    if (!isFollowUp(question)) break;
  }
  if (context.join('').length < ENOUGH_CONTEXT) context.push(...contentWords(nameOfBestSource(history)));
  return appendNew(message, context);
}

/** With fewer characters than this from the questions (`help`), the source of the last reply tells better what was
 *  spoken of. */
const ENOUGH_CONTEXT = 6;

function isFollowUp(message: string): boolean {
  return leansOnWhatWasSaid(message, contentWords(message));
}

/** The words that say something of their own, in order. Text without spaces is one word a clause. */
function contentWords(text: string): string[] {
  const language = detectLanguage(text);
  const isFunctionWord = functionWordTest(text, language, [language]);
  return wordsOf(text).filter((word) => !isFunctionWord(word));
}

function nameOfBestSource(history: readonly MessageRow[]): string {
  const reply = history.findLast(({ role }) => role === 'agent');
  const [best] = reply ? (JSON.parse(reply.sources) as { name: string }[]) : [];
  return best?.name.replace(fileExtension, '') ?? '';
}

const fileExtension = /\.[a-z0-9]{1,5}$/i;

function appendNew(message: string, words: readonly string[]): string {
  const known = new Set(wordsOf(message).map((word) => word.toLowerCase()));
  let question = message;
  for (const word of words) {
    if (known.has(word.toLowerCase())) continue;
    if (question.length + 1 + word.length > LIMITS.queryCharacters) break;
    known.add(word.toLowerCase());
    question += ` ${word}`;
  }
  return question;
}
