import { numbersIn, saysName } from '#chat/passages/names-and-numbers.ts';
import type { Passage } from '#chat/passages/passage.ts';
import { readSentences, type Sentence } from '#chat/passages/read-sentences.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import { detectLanguage, type Language } from '#text/language.ts';
import { type EvidenceSentence, findSupport, isDisputed, textAround } from './find-support.ts';
import { isPromptInjection } from './prompt-injection.ts';
import { type Claim, readClaim } from './read-claim.ts';

/** Passages that a reply cites under one number. */
type NumberedPassages = { number: number; passages: readonly Passage[] };

/** How a sentence of a reply is supported.
 *  supported: sentences of the sources say it. believed: the model cites a passage, and nothing contradicts it, but the
 *  words cannot be compared (another language, or only `Yes.`). unsupported: no source says it. empty: it has no content. */
export type Grounding = {
  verdict: 'supported' | 'believed' | 'unsupported' | 'empty';
  /** Sentences to cite, best first; empty unless supported or believed. */
  support: readonly Sentence[];
  /** How much of it the support says, 0 to 1; a half if it is only believed. */
  share: number;
  /** Other sources say the same. */
  isConfirmed: boolean;
  /** Another source says it with other numbers. */
  isDisputed: boolean;
};

/** Compares the sentences of a reply with the passages that the model was shown. */
export class Grounder {
  readonly #blocks: readonly NumberedPassages[];
  readonly #reader: TermReader;
  readonly #questionLanguage: Language;
  /** Read at the first sentence: before it, and if the model has no answer, only the passages are needed. */
  #known: readonly EvidenceSentence[] | undefined;

  /** question: as the user wrote it. reader: of the passages. */
  constructor(blocks: readonly NumberedPassages[], question: string, reader: TermReader) {
    this.#blocks = blocks;
    this.#reader = reader;
    this.#questionLanguage = detectLanguage(question);
  }

  /** Unknown markers are ignored; without any, all passages are searched. */
  ground(text: string, markers: readonly number[]): Grounding {
    const claim = readClaim(text, this.#reader.language);
    this.#known ??= this.#blocks.flatMap((block) => readEvidence(block, this.#reader));
    const known = this.#known;
    const cited = known.filter(({ block }) => markers.includes(block));
    if (claim.terms.length === 0 && claim.numbers.length === 0)
      return (claim.isYesOrNo && believe(cited[0])) || EMPTY;
    const found = findSupport(claim, cited) ?? findSupport(claim, known);
    if (found) {
      const support = found.evidence.map(({ sentence }) => sentence);
      const sources = new Set(support.map(({ passage }) => passage.sourceId));
      const others = known.filter(({ sentence }) => !sources.has(sentence.passage.sourceId));
      return {
        verdict: 'supported',
        support,
        share: found.said,
        isConfirmed: sources.size > 1 || findSupport(claim, others) !== undefined,
        isDisputed: isDisputed(claim, others),
      };
    }
    const language = detectLanguage(text);
    return (this.#isForeign(language) && believeFacts(readClaim(text, language), cited)) || UNSUPPORTED;
  }

  /** Whether this is the language of the question, but not of the passages. */
  #isForeign(language: Language): boolean {
    return language !== 'und' && language === this.#questionLanguage && language !== this.#reader.language;
  }
}

const NONE = { support: [], share: 0, isConfirmed: false, isDisputed: false } as const;
export const UNSUPPORTED: Grounding = { verdict: 'unsupported', ...NONE };
const EMPTY: Grounding = { verdict: 'empty', ...NONE };

const readEvidence = ({ number, passages }: NumberedPassages, reader: TermReader): EvidenceSentence[] =>
  withoutOrders(readSentences(passages)).map((sentence) => ({
    sentence,
    block: number,
    terms: reader.termsOf(sentence.text),
    context: reader.termsOf(`${sentence.context} ${sentence.asked}`.trimEnd()),
    numbers: numbersIn(textAround(sentence)),
  }));

const hasOpenBracket = (text: string): boolean => text.lastIndexOf('[') > text.lastIndexOf(']');

/** Removes injected instructions, which are not evidence, the sentence after each, which is often what the instruction
 *  demands, and half links. */
function withoutOrders(sentences: readonly Sentence[]): Sentence[] {
  const orders = sentences.map(
    ({ text, context, asked }) => isPromptInjection(`${text} ${asked}`) || isPromptInjection(context),
  );
  return sentences.filter(({ text }, index) => !orders[index] && !orders[index - 1] && !hasOpenBracket(text));
}

function believe(evidence: EvidenceSentence | undefined): Grounding | undefined {
  return evidence && { verdict: 'believed', ...NONE, support: [evidence.sentence], share: 0.5 };
}

/** Numbers and names are the same in all languages. */
function believeFacts(claim: Claim, cited: readonly EvidenceSentence[]): Grounding | undefined {
  const facts = (one: EvidenceSentence): number =>
    claim.numbers.filter((number) => one.numbers.includes(number)).length +
    claim.names.filter((name) => saysName(textAround(one.sentence), name)).length;
  const isKnown =
    claim.numbers.every((number) => cited.some(({ numbers }) => numbers.includes(number))) &&
    claim.names.every((name) => cited.some(({ sentence }) => saysName(textAround(sentence), name)));
  const [best] = cited.toSorted((a, b) => facts(b) - facts(a));
  return isKnown ? believe(best) : undefined;
}
