import type { Reply } from '#chat/reply.ts';
import { SMALL_TALK } from './small-talk-phrases.ts';

/** The reply to small talk; undefined for all other messages. There is nothing to doubt in it. */
export function replyToSmallTalk(message: string): Reply | undefined {
  const text = answerSmallTalk(message);
  if (text === undefined) return undefined;
  return {
    text,
    sources: [],
    citations: [],
    confidence: 1,
    confidenceReason: 'The message is small talk: nothing was looked up to answer it.',
    isDegraded: false,
    usage: undefined,
  };
}

/** Answers a message that is nothing but a greeting, thanks or a goodbye, in its language; undefined for all others,
 *  also when a question follows the greeting. */
export function answerSmallTalk(message: string): string | undefined {
  if (message.length > LONGEST) return undefined;
  const said = plain(message);
  for (const { pattern, answerTo } of READERS) {
    if (pattern.test(said)) return answerTo(said);
  }
  return undefined;
}

const LONGEST = 100;

/** Lower case, apostrophes gone, every other mark a space. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const READERS = SMALL_TALK.map(({ said, answered, fillers }) => {
  const [greeting, thanks, farewell] = [
    phrasesOf(said.greeting),
    phrasesOf(said.thanks),
    phrasesOf(said.farewell),
  ];
  const anything = `(?:${greeting}|${thanks}|${farewell})`;
  // Fillers alone say nothing: `great` may be an answer to something else.
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
  // Who thanks and leaves is told goodbye; who greets and thanks is told that they are welcome.
  const answerTo = (text: string) =>
    farewellIn(text) ? answered.farewell : thanksIn(text) ? answered.thanks : answered.greeting;
  return { pattern, answerTo };
});

/** Longest first, so that a phrase is not cut by its own beginning. */
function phrasesOf(list: string): string {
  return list
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .join('|');
}
