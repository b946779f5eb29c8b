import { analyzePassage } from '#lib/analyze.ts';
import { detectLanguage, type Language } from '#lib/language.ts';
import type { ContextBlock } from './assemble-context.ts';
import { type Evidence, findSupport, isDisputed, saysName } from './find-support.ts';
import { isOrder } from './orders.ts';
import { type Claim, numbersIn, readClaim } from './read-claim.ts';
import { languageOf, readSentences, type Sentence } from './read-sentences.ts';

/** What a sentence of a reply rests on.
 *  supported: sentences of the sources say it. believed: the model cites a passage, and nothing speaks against it, but the
 *  words cannot be compared (another language, a mere `Yes.`). unsupported: no source says it. empty: it says nothing. */
export type Grounding = {
  verdict: 'supported' | 'believed' | 'unsupported' | 'empty';
  /** What it is cited with, best first; none unless it is supported or believed. */
  support: readonly Sentence[];
  /** How much of it they say, 0 to 1; of what is only believed, a half. */
  share: number;
  /** Other sources say the same. */
  isConfirmed: boolean;
  /** Another source says so with other numbers. */
  isDisputed: boolean;
};

/** Compares the sentences of a reply with the passages that the model was shown. */
export class Grounder {
  readonly #evidence: Evidence[] = [];
  readonly #language: Language;
  readonly #questionLanguage: Language;

  /** question: as the user wrote it. */
  constructor(blocks: readonly ContextBlock[], question: string) {
    this.#language = languageOf(blocks[0]?.passages ?? []);
    this.#questionLanguage = detectLanguage(question);
    const termsOf = (text: string) => analyzePassage(text, this.#language).terms;
    for (const { number, passages } of blocks) {
      for (const sentence of withoutOrders(readSentences(passages))) {
        const around = `${sentence.context} ${sentence.asked}`;
        this.#evidence.push({
          sentence,
          block: number,
          terms: termsOf(sentence.text),
          context: termsOf(around),
          numbers: new Set(numbersIn(`${sentence.text} ${around}`)),
        });
      }
    }
  }

  /** markers that lead to no passage are ignored; without any, all passages are looked through. */
  ground(text: string, markers: readonly number[]): Grounding {
    const claim = readClaim(text, this.#language);
    const cited = this.#evidence.filter(({ block }) => markers.includes(block));
    if (claim.terms.length === 0 && claim.numbers.length === 0)
      return (claim.isYesOrNo && believe(cited[0])) || EMPTY;
    const found = findSupport(claim, cited) ?? findSupport(claim, this.#evidence);
    if (found) {
      const support = found.evidence.map(({ sentence }) => sentence);
      const sources = new Set(support.map(({ passage }) => passage.sourceId));
      const others = this.#evidence.filter(({ sentence }) => !sources.has(sentence.passage.sourceId));
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

  /** Whether this is the language of the question, and not of the passages. */
  #isForeign(language: Language): boolean {
    return language !== 'und' && language === this.#questionLanguage && language !== this.#language;
  }
}

const NONE = { support: [], share: 0, isConfirmed: false, isDisputed: false } as const;
export const UNSUPPORTED: Grounding = { verdict: 'unsupported', ...NONE };
const EMPTY: Grounding = { verdict: 'empty', ...NONE };

const openBracket = /\[[^\]]*$/;

/** An order and the sentence behind it, which often is what it orders to say, are no evidence; neither is half a link. */
function withoutOrders(sentences: readonly Sentence[]): Sentence[] {
  const orders = sentences.map(({ text, context, asked }) => isOrder(`${text} ${asked}`) || isOrder(context));
  return sentences.filter(
    ({ text }, index) => !orders[index] && !orders[index - 1] && !openBracket.test(text),
  );
}

function believe(evidence: Evidence | undefined): Grounding | undefined {
  return evidence && { verdict: 'believed', ...NONE, support: [evidence.sentence], share: 0.5 };
}

/** Numbers and names are the same in all languages. */
function believeFacts(claim: Claim, cited: readonly Evidence[]): Grounding | undefined {
  const facts = (one: Evidence): number =>
    claim.numbers.filter((number) => one.numbers.has(number)).length +
    claim.names.filter((name) => saysName(one, name)).length;
  const isKnown =
    claim.numbers.every((number) => cited.some(({ numbers }) => numbers.has(number))) &&
    claim.names.every((name) => cited.some((one) => saysName(one, name)));
  const [best] = cited.toSorted((a, b) => facts(b) - facts(a));
  return isKnown ? believe(best) : undefined;
}
