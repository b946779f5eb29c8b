import { asksForPerson } from '#chat/handover/asks-for-person.ts';
import { splitWords } from '#chat/passages/split-words.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { functionWordTest } from '#text/function-words.ts';
import { detectLanguage, type Language } from '#text/language.ts';
import { isFollowUp } from './is-follow-up.ts';
import type { EarlierMessage } from './recall-history.ts';
import { answerSmallTalk } from './small-talk.ts';

/** Turns a message into a question that can be searched without the conversation. A message that stands on its own is
 *  unchanged, so that subjects do not mix. A follow-up gets the content words of earlier questions, newest first, back to
 *  one that stood on its own.
 *  history: oldest first. Returns at most 2,048 characters, unless the message itself is longer. */
export function standaloneQuestion(message: string, history: readonly EarlierMessage[]): string {
  const asked = history
    .filter(({ role, text }) => role === 'user' && saysSomething(text))
    .map(({ text }) => text);
  if (asked.length === 0 || answerSmallTalk(message) !== undefined) return message;
  // `Was kostet das?` is too short to detect its language; the conversation is longer.
  const language = detectLanguage([...asked, message].join('\n'));
  if (!isFollowUp(message, contentWords(message, language))) return message;
  const context: string[] = [];
  for (const question of asked.toReversed()) {
    context.push(...contentWords(question, language));
    if (!isFollowUp(question, contentWords(question, language))) break;
  }
  if (context.join('').length < ENOUGH_CONTEXT)
    context.push(...contentWords(nameOfBestSource(history), language));
  return appendNew(message, context);
}

/** Whether a message is about the subject, which greetings and requests for a person aren't. */
const saysSomething = (message: string): boolean =>
  answerSmallTalk(message) === undefined && asksForPerson(message) === undefined;

/** If the questions contribute fewer characters than this (`help`), the source of the last reply is a better hint at the
 *  subject. */
const ENOUGH_CONTEXT = 6;

/** The content words, in order. In text without spaces, each clause is one word.
 *  language: for texts whose own cannot be detected. */
function contentWords(text: string, language: Language): string[] {
  const detected = detectLanguage(text);
  const known = detected === 'und' ? language : detected;
  const isFunctionWord = functionWordTest(text, known, [known]);
  return splitWords(text).filter((word) => !isFunctionWord(word));
}

function nameOfBestSource(history: readonly EarlierMessage[]): string {
  const reply = history.findLast(({ role }) => role === 'agent');
  const [best] = reply ? (JSON.parse(reply.sources) as { name: string }[]) : [];
  return best?.name.replace(fileExtension, '') ?? '';
}

const fileExtension = /\.[a-z0-9]{1,5}$/i;

function appendNew(message: string, words: readonly string[]): string {
  const known = new Set(splitWords(message).map((word) => word.toLowerCase()));
  let question = message;
  for (const word of words) {
    if (known.has(word.toLowerCase())) continue;
    if (question.length + 1 + word.length > LIMITS.queryCharacters) break;
    known.add(word.toLowerCase());
    question += ` ${word}`;
  }
  return question;
}
