import { saysName } from '#chat/passages/names-and-numbers.ts';
import type { Sentence } from '#chat/passages/read-sentences.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import { functionWordTest } from '#text/function-words.ts';
import { detectLanguage, type Language } from '#text/language.ts';
import { findSupport, isDisputed, type Support } from './find-support.ts';
import { findSwaps, wordsIn } from './find-swaps.ts';
import type { Meanings } from './meanings.ts';
import { type Claim, readClaim } from './read-claim.ts';
import { type EvidenceSentence, type NumberedPassages, readEvidence, textAround } from './read-evidence.ts';

/** How a sentence of a reply is supported.
 *  supported: sentences of the sources say it. believed: the model cites a passage, and nothing contradicts it, but they
 *  cannot be compared (another language without a deep model, or only `Yes.`). unsupported: no source says it. empty: it has
 *  no content. */
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
  /** All words of the evidence; read when a sentence may have swapped some. */
  #words: ReadonlySet<string> | undefined;
  readonly #isFunctionWord: (word: string) => boolean;
  readonly #meanings: Meanings;

  /** question: as the user wrote it. reader: of the passages. */
  constructor(blocks: readonly NumberedPassages[], question: string, reader: TermReader, meanings: Meanings) {
    this.#blocks = blocks;
    this.#reader = reader;
    this.#meanings = meanings;
    this.#questionLanguage = detectLanguage(question);
    this.#isFunctionWord = functionWordTest(question, reader.language, [reader.language]);
  }

  /** Unknown markers are ignored; without any, all passages are searched. */
  async ground(text: string, markers: readonly number[]): Promise<Grounding> {
    const claim = readClaim(text, this.#reader.language);
    this.#known ??= this.#blocks.flatMap((block) => readEvidence(block, this.#reader));
    const known = this.#known;
    const cited = known.filter(({ place }) => markers.includes(place));
    if (claim.terms.length === 0 && claim.numbers.length === 0)
      return (claim.isYesOrNo && believe(cited[0])) || EMPTY;
    for (const evidence of [cited, known]) {
      const found = findSupport(claim, evidence);
      if (!found || (await this.#hasSwapped(text, found))) continue;
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
    if (!this.#isForeign(language)) return UNSUPPORTED;
    return (await this.#compare(text, withFacts(readClaim(text, language), cited))) ?? UNSUPPORTED;
  }

  /** Whether it has words from elsewhere in the place of those of its source, which mean something else. */
  async #hasSwapped(text: string, { evidence }: Support): Promise<boolean> {
    const source = evidence[0]?.sentence.text ?? '';
    if (source.includes(text)) return false;
    const isKnown = (word: string): boolean => {
      this.#words ??= new Set(this.#known?.flatMap(({ sentence }) => wordsIn(textAround(sentence))));
      return this.#words.has(word);
    };
    const swaps = findSwaps({ claim: text, source, isKnown, isFunctionWord: this.#isFunctionWord });
    for (const swap of swaps) {
      const [closeness = 0] =
        (!swap.isCertain && (await this.#meanings.closeness(swap.claimed, [swap.source]))) || [];
      if (closeness < SAME_MEANING) return true;
    }
    return false;
  }

  /** Compares a sentence in another language with those that have its numbers and names. */
  async #compare(text: string, candidates: readonly EvidenceSentence[]): Promise<Grounding | undefined> {
    const nearest = candidates.slice(0, MOST_COMPARED);
    const closeness = await this.#meanings.closeness(
      text,
      nearest.map(({ sentence }) => sentence.text),
    );
    // Short sources in the same language may not be recognised as such.
    if (!closeness) return this.#reader.language === 'und' ? undefined : believe(candidates[0]);
    const [best = 0, next = UNRELATED] = closeness.toSorted((a, b) => b - a);
    const evidence = nearest[closeness.indexOf(best)];
    if (!evidence || best + (best - next) < TRANSLATED) return undefined;
    return { verdict: 'supported', ...NONE, support: [evidence.sentence], share: TRANSLATED_SHARE };
  }

  /** Whether this is the language of the question, but not of the passages. */
  #isForeign(language: Language): boolean {
    return language !== 'und' && language === this.#questionLanguage && language !== this.#reader.language;
  }
}

/** Least cosine of words that mean the same, such as `named` and `called`. Measured in docs/decisions/0052. */
const SAME_MEANING = 0.83;
/** Least cosine of a sentence and its translation, plus its distance to the next sentence: how near two languages are differs
 *  by more than the sentences do. */
const TRANSLATED = 0.85;
/** The cosine of two sentences of one text, where there is only one. */
const UNRELATED = 0.74;
/** The deep model compares no letters: less sure than words. */
const TRANSLATED_SHARE = 0.9;
/** Sentences that one in another language is compared with. */
const MOST_COMPARED = 16;

const NONE = { support: [], share: 0, isConfirmed: false, isDisputed: false } as const;
export const UNSUPPORTED: Grounding = { verdict: 'unsupported', ...NONE };
export const EMPTY: Grounding = { verdict: 'empty', ...NONE };

function believe(evidence: EvidenceSentence | undefined): Grounding | undefined {
  return evidence && { verdict: 'believed', ...NONE, support: [evidence.sentence], share: 0.5 };
}

/** The cited sentences, those with most of the claim's numbers and names first; none if one of these is missing. Numbers and
 *  names are the same in all languages. */
function withFacts(claim: Claim, cited: readonly EvidenceSentence[]): EvidenceSentence[] {
  const facts = (one: EvidenceSentence): number =>
    claim.numbers.filter((number) => one.numbers.includes(number)).length +
    claim.names.filter((name) => saysName(textAround(one.sentence), name)).length;
  const isKnown =
    claim.numbers.every((number) => cited.some(({ numbers }) => numbers.includes(number))) &&
    claim.names.every((name) => cited.some(({ sentence }) => saysName(textAround(sentence), name)));
  return isKnown ? cited.toSorted((a, b) => facts(b) - facts(a)) : [];
}
