import type { Reply } from '#chat/reply.ts';
import { plainWords } from './plain-words.ts';
import { SMALL_TALK } from './small-talk-phrases.ts';

/** The reply to small talk, with full confidence; undefined for all other messages. */
export const replyToSmallTalk = (message: string): Reply | undefined => talk(answerSmallTalk(message));

/** The reply to a message that only acknowledges, such as "ok" or "yes"; undefined for all others. For agents without a
 *  language model, which ask nothing that it could answer. */
export const replyToAcknowledgement = (message: string): Reply | undefined =>
  talk(ACKNOWLEDGED.get(plainWords(message.slice(0, LONGEST))));

const talk = (text: string | undefined): Reply | undefined =>
  text === undefined
    ? undefined
    : {
        kind: 'small_talk',
        text,
        sources: [],
        citations: [],
        confidence: 1,
        confidenceReason: 'The message is small talk: nothing was looked up to answer it.',
        isDegraded: false,
        usage: undefined,
      };

/** Answers a message that is only a greeting, thanks or goodbye, in its language; undefined for all others, including a
 *  greeting followed by a question. */
export function answerSmallTalk(message: string): string | undefined {
  if (message.length > LONGEST) return undefined;
  const said = plainWords(message);
  for (const { pattern, answerTo } of READERS) {
    if (pattern.test(said)) return answerTo(said);
  }
  return undefined;
}

const LONGEST = 100;

const READERS = SMALL_TALK.map(({ said, answered, fillers }) => {
  const [greeting, thanks, farewell] = [
    phrasesOf(said.greeting),
    phrasesOf(said.thanks),
    phrasesOf(said.farewell),
  ];
  const anything = `(?:${greeting}|${thanks}|${farewell})`;
  // Fillers by themselves say nothing: `great` may answer something else.
  // Backtracks: a message of at most LONGEST characters.
  const pattern = new RegExp(
    `^(?:(?:${phrasesOf(fillers)}) ?)*${anything}(?: ?(?:${anything}|${phrasesOf(fillers)}))*$`,
    'u',
  );
  const isSaid = (phrases: string) => {
    const whole = new RegExp(`(?<!\\p{L})(?:${phrases})(?!\\p{L})`, 'u');
    return (text: string) => whole.test(text);
  };
  const [thanksIn, farewellIn] = [isSaid(thanks), isSaid(farewell)];
  // Thanks with a goodbye get a goodbye; a greeting with thanks gets "you're welcome".
  const answerTo = (text: string) =>
    farewellIn(text) ? answered.farewell : thanksIn(text) ? answered.thanks : answered.greeting;
  return { pattern, answerTo };
});

/** What is said to each acknowledgement, in the first language that has it. */
const ACKNOWLEDGED = new Map(
  SMALL_TALK.toReversed().flatMap(({ acknowledged = '', answered }) =>
    acknowledged
      .split('|')
      .filter(Boolean)
      .map((phrase) => [phrase, answered.greeting.replace(/^.*?! ?/u, '')] as const),
  ),
);

/** Longest first, so that no phrase is cut by its own beginning. */
function phrasesOf(list: string): string {
  return list
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .join('|');
}
