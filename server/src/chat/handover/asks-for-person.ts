import { plainWords } from '#chat/turn/plain-words.ts';
import type { Language } from '#text/language.ts';
import { HANDOVER_PHRASES, type HandoverPhrases } from './handover-phrases.ts';

/** The language of a message that asks for a person, in a sentence or a clause of its own; undefined for all others, including
 *  a question that names one ("Can a person enter with a dog?"). */
export function asksForPerson(message: string): Language | undefined {
  if (message.length > LONGEST) return undefined;
  const parts = message.split(/[,.!?;:，。！？]/).map(plainWords);
  const wordings = [plainWords(message), ...(message.includes('?') ? parts.slice(0, 1) : parts)].map((said) =>
    said.replace(SUBJECT, ''),
  );
  return READERS.find(({ sentences, fillers, please }) =>
    wordings
      .flatMap((said) => [said, said.replace(please, ' ')])
      .some((text) => sentences.has(withoutFillers(text, fillers))),
  )?.language;
}

/** "I want to speak with a person about billing": of a few words, or it may be a question. */
const SUBJECT = / (?:about|regarding|wegen|über) \S+(?: \S+){0,2}$/;

const LONGEST = 100;

const listOf = (phrases: string): string[] => phrases.split('|');

/** Every sentence of a language: about 2,000. */
const sentencesOf = ({ asks, people, whole }: HandoverPhrases): Set<string> =>
  new Set([
    ...listOf(whole),
    ...listOf(asks).flatMap((ask) => listOf(people).map((person) => ask.replace('%', person))),
  ]);

const READERS = Object.entries(HANDOVER_PHRASES).map(([language, phrases]) => ({
  language: language as Language,
  sentences: sentencesOf(phrases),
  please: ` ${phrases.please} `,
  // Languages without spaces between words have none behind their fillers either.
  fillers: listOf(phrases.fillers).flatMap((filler) =>
    language === 'zh' || language === 'ja' ? [{ filler, gap: '' }] : [{ filler, gap: ' ' }],
  ),
}));

/** Removes fillers at both ends, as often as there are any. */
function withoutFillers(said: string, fillers: readonly { filler: string; gap: string }[]): string {
  let left = said;
  for (;;) {
    const before = left;
    for (const { filler, gap } of fillers) {
      if (left.startsWith(filler + gap)) left = left.slice(filler.length).trim();
      if (left.endsWith(gap + filler)) left = left.slice(0, -filler.length).trim();
    }
    if (left === before) return left;
  }
}
