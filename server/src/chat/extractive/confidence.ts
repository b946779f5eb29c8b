import { numbersIn, saysName } from '#chat/passages/names-and-numbers.ts';
import type { Passage } from '#chat/passages/passage.ts';
import type { RankedSentence } from './rank-sentences.ts';
import type { AnalyzedQuestion } from './read-question.ts';

/** Features of a reply, each about 0 to 1 except the count. */
export type ReplyFeatures = {
  /** From the best sentence, see rank-sentences.ts. */
  said: number;
  implied: number;
  pairs: number;
  /** Cosine of the question and the passage of the best sentence. */
  closeness: number;
  /** Probability that its source is the right one among those found, and that any is. */
  lead: number;
  /** How far the BM25 share of its passage is ahead of those of other sources. */
  ahead: number;
  /** Names and numbers of the question that its passage lacks. */
  strangers: number;
};

/** Logistic curve, fitted by bench/chat-evaluation.ts on SQuAD 2.0: answerable questions against the same questions
 *  without their document. */
export const CURVE: ReplyFeatures & { bias: number } = {
  bias: -3.7,
  said: 3,
  implied: 0.8,
  pairs: 2.2,
  closeness: 1.7,
  lead: 1.5,
  ahead: 4.8,
  strangers: -0.55,
};

/** A long question may name things that need no answer. */
const MOST_STRANGERS = 3;

/** Below this confidence, the fallback is given instead. Between it and 0.5, the reply is given for the reader to judge. */
export const REFUSAL = 0.12;

/** Probability that a reply from these sentences answers the question, 0 to 1.
 *  ranked: best first. */
export function confidenceOf(question: AnalyzedQuestion, ranked: readonly RankedSentence[]): number {
  const { said, implied, pairs, closeness, lead, ahead, strangers } = replyFeatures(question, ranked);
  const logOdds =
    CURVE.bias +
    CURVE.said * said +
    CURVE.implied * implied +
    CURVE.pairs * pairs +
    CURVE.closeness * closeness +
    CURVE.lead * lead +
    CURVE.ahead * ahead +
    CURVE.strangers * Math.min(MOST_STRANGERS, strangers);
  return Math.round(1e4 / (1 + Math.exp(-logOdds))) / 1e4;
}

/** The confidence of a fallback, below `REFUSAL`: higher if the passages came close. */
export const confidenceOfFallback = (passages: readonly Passage[]): number =>
  Math.round(1e4 * REFUSAL * Math.max(0, ...passages.map(({ score }) => Math.min(1, score)))) / 1e4;

/** Features of a reply led by the best of these sentences. */
export function replyFeatures(question: AnalyzedQuestion, ranked: readonly RankedSentence[]): ReplyFeatures {
  const [best] = ranked;
  if (!best) return { said: 0, implied: 0, pairs: 0, closeness: 0, lead: 0, ahead: 0, strangers: 0 };
  const { said, implied, pairs } = best.evidence;
  const { closeness, share } = best.passage;
  const rivals = rivalsOf(best, ranked);
  return {
    said,
    implied,
    pairs,
    closeness,
    lead: leadOf(best, rivals),
    ahead: share - Math.max(0, ...rivals.map(({ passage }) => passage.share)),
    strangers: strangersOf(question, best.passage),
  };
}

/** The best sentence of each other source, except copies of the best sentence. */
function rivalsOf(best: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence[] {
  const seen = new Set(
    ranked.filter(({ text }) => text === best.text).map(({ passage }) => passage.sourceId),
  );
  return ranked.filter(({ passage: { sourceId } }) => {
    const isFirst = !seen.has(sourceId);
    seen.add(sourceId);
    return isFirst;
  });
}

/** Strength of a sentence that answers by chance, against which the best of each source is measured. */
const STRENGTH_OF_NONE = 2;

/** A softmax over the best sentence, its rivals and no answer. */
function leadOf(best: RankedSentence, rivals: readonly RankedSentence[]): number {
  const odds = [STRENGTH_OF_NONE, best.strength, ...rivals.map(({ strength }) => strength)].map((strength) =>
    Math.exp(strength - best.strength),
  );
  return 1 / odds.reduce((sum, value) => sum + value, 0);
}

function strangersOf(
  { names, numbers }: AnalyzedQuestion,
  { text, sourceName, heading = '' }: Passage,
): number {
  const all = `${sourceName} ${heading} ${text}`;
  const said = new Set(numbersIn(all));
  return (
    names.filter((name) => !saysName(all, name)).length + numbers.filter((number) => !said.has(number)).length
  );
}

/** Explains a confidence in one English sentence. */
export function explainEvidence({ said, implied, closeness, lead, strangers }: ReplyFeatures): string {
  const words = percent(Math.min(1, said + implied));
  const lacking = strangers > 0 ? ` and lacks ${strangers} of its names and numbers` : '';
  const rival = lead < CLEAR_LEAD ? 'other sources fit about as well' : 'no other source fits as well';
  return `The best sentence and its headings say ${words} of what is asked, its passage has a closeness of ${closeness.toFixed(2)} to the question${lacking}, and ${rival}.`;
}

/** From this lead on, one source stands out. */
const CLEAR_LEAD = 0.5;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
