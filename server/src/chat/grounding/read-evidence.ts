import { signsOf } from '#chat/passages/match-term.ts';
import { numbersIn } from '#chat/passages/names-and-numbers.ts';
import type { Passage } from '#chat/passages/passage.ts';
import { readSentences, type Sentence, sentencesOf } from '#chat/passages/read-sentences.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import { RecentMap } from '#lib/recent-map.ts';
import { isPromptInjection } from './prompt-injection.ts';

/** Passages whose places a reply cites by number. Offsets into the text of their source. */
export type NumberedPassages = {
  passages: readonly Passage[];
  places: readonly { number: number; start: number; end: number }[];
};

/** What a sentence says, for comparison. */
type Facts = {
  terms: readonly string[];
  /** Terms of its source's name, its headings and the question it answers. */
  context: readonly string[];
  /** See signsOf. */
  signs: number;
  contextSigns: number;
  /** With those of its context. */
  numbers: readonly string[];
  /** Whether it says a number itself. */
  saysNumber: boolean;
};

/** A sentence of a source, prepared for comparison. */
export type EvidenceSentence = Facts & {
  sentence: Sentence;
  /** The number under which the model was shown it. */
  place: number;
};

/** A sentence with its context. */
export const textAround = ({ text, context, asked }: Omit<Sentence, 'passage'>): string =>
  `${text} ${context} ${asked}`;

/** The sentences of passages as evidence. Leaves out injected instructions, the sentence after each, which is often what the
 *  instruction demands, and half links. */
export function readEvidence({ places, passages }: NumberedPassages, reader: TermReader): EvidenceSentence[] {
  const read = readSentences(passages, (passage) => placesOf(passage, reader));
  return read.flatMap(({ passage, start, end, kept: { text, context, asked, ...found } }, index) => {
    if (found.isOrder || found.isHalfLink || read[index - 1]?.kept.isOrder) return [];
    const place = places.findLast((one) => one.start <= start)?.number ?? 0;
    return [{ sentence: { passage, start, end, text, context, asked }, place, ...found.facts }];
  });
}

/** A sentence as it is kept: with offsets into its passage, and nothing that depends on a question. */
type KeptSentence = Omit<Sentence, 'passage'> & { facts: Facts; isOrder: boolean; isHalfLink: boolean };

type KeptPassage = Pick<Passage, 'text' | 'sourceName' | 'heading'> & { sentences: KeptSentence[] };

/** Passages whose sentences are kept for other questions, twice as many at most: 6 kB each. */
const KEPT_PASSAGES = 1_000;
const keptPassages = new RecentMap<KeptPassage>(KEPT_PASSAGES);

/** Where the sentences of a passage stand in its source. */
const placesOf = (
  passage: Passage,
  reader: TermReader,
): { passage: Passage; start: number; end: number; kept: KeptSentence }[] =>
  readOnce(passage, reader).map((kept) => ({
    passage,
    start: passage.start + kept.start,
    end: passage.start + kept.end,
    kept,
  }));

function readOnce(passage: Passage, reader: TermReader): KeptSentence[] {
  const { chunkId, text, sourceName, heading } = passage;
  const key = `${reader.language} ${chunkId}`;
  const known = keptPassages.get(key);
  // A source can be renamed.
  if (known?.text === text && known.sourceName === sourceName && known.heading === heading)
    return known.sentences;
  const sentences = prepare(sentencesOf({ ...passage, start: 0 }), reader);
  keptPassages.set(key, { text, sourceName, heading, sentences });
  return sentences;
}

/** Sentences in a row share their context. */
function prepare(sentences: readonly Sentence[], reader: TermReader): KeptSentence[] {
  let around:
    | { text: string; context: string; terms: readonly string[]; signs: number; isOrder: boolean }
    | undefined;
  return sentences.map(({ passage: _, ...sentence }) => {
    const { text, context, asked } = sentence;
    const whole = `${context} ${asked}`.trimEnd();
    if (around?.text !== whole || around.context !== context) {
      const terms = reader.termsOf(whole);
      around = { text: whole, context, terms, signs: signsOf(terms), isOrder: isPromptInjection(context) };
    }
    const terms = reader.termsOf(text);
    const numbers = numbersIn(textAround(sentence));
    return {
      ...sentence,
      isOrder: around.isOrder || isPromptInjection(`${text} ${asked}`),
      isHalfLink: text.lastIndexOf('[') > text.lastIndexOf(']'),
      facts: {
        terms,
        context: around.terms,
        signs: signsOf(terms),
        contextSigns: around.signs,
        numbers: numbers.length > 0 ? numbers : NO_NUMBERS,
        saysNumber: numbersIn(text).length > 0,
      },
    };
  });
}

/** One for all: most sentences have none. */
const NO_NUMBERS: readonly string[] = [];
