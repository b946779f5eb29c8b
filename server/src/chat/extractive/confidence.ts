import { numbersIn, saysName } from '#chat/passages/names-and-numbers.ts';
import type { Passage } from '#chat/passages/passage.ts';
import type { RankedUnit } from './rank-units.ts';
import type { AnalyzedQuestion } from './read-question.ts';

/** Features of a reply, each about 0 to 1 except the count. */
export type ReplyFeatures = {
  /** From the best unit, see rank-units.ts. */
  said: number;
  implied: number;
  pairs: number;
  /** Closeness of the question and the passage of the best unit. */
  closeness: number;
  /** Probability that its source is the right one among those found, and that any is. */
  lead: number;
  /** How far the BM25 share of its passage is ahead of those of other sources. */
  ahead: number;
  /** Names and numbers of the question that its passage lacks. */
  strangers: number;
};

/** Logistic curve of whether the reply is right, fitted with bench/fit-answers.ts on docs-qa-dev, squad2, xquad in English,
 *  German and Chinese, and collections of 1 to 9 documents, each set counting the same: with the document that answers,
 *  and without it. */
const CURVE: ReplyFeatures & { bias: number } = {
  bias: -4.5,
  said: 1.45,
  implied: 1.65,
  pairs: 1.2,
  closeness: 2.2,
  lead: 4.1,
  ahead: 2.5,
  strangers: -0.76,
};

/** The same where the question is in another language than the best passage. Fitted on XQuAD's questions in German, Spanish, Chinese,
 *  Turkish and Arabic over its English paragraphs, and in English and Russian over the German ones, also with bench/fit-answers.ts.
 *  For each pair, fitted on the others, the calibration error is .03 to .07.
 *  relevance: log-odds that its source is relevant, by the search. */
const FOREIGN_CURVE = { bias: -0.53, relevance: 0.82, strangers: -1.07 };

/** A long question may name things that need no answer. */
const MOST_STRANGERS = 3;

/** Below this confidence, the fallback is given instead. Between it and 0.5, the reply is given for the reader to judge. */
export const REFUSAL = 0.08;

/** Probability that a reply from these units answers the question, 0 to 1.
 *  ranked: best first. */
export function confidenceOf(question: AnalyzedQuestion, ranked: readonly RankedUnit[]): number {
  const { said, implied, pairs, closeness, lead, ahead, strangers } = replyFeatures(question, ranked);
  const [best] = ranked;
  const logOdds = best?.passage.isForeign
    ? FOREIGN_CURVE.bias +
      FOREIGN_CURVE.relevance * best.evidence.relevance +
      FOREIGN_CURVE.strangers * Math.min(MOST_STRANGERS, strangers)
    : CURVE.bias +
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

/** Features of a reply led by the best of these units. */
export function replyFeatures(question: AnalyzedQuestion, ranked: readonly RankedUnit[]): ReplyFeatures {
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

/** The best unit of each other source, except copies of the best unit. */
function rivalsOf(best: RankedUnit, ranked: readonly RankedUnit[]): RankedUnit[] {
  const seen = new Set(
    ranked.filter(({ text }) => text === best.text).map(({ passage }) => passage.sourceId),
  );
  return ranked.filter(({ passage: { sourceId } }) => {
    const isFirst = !seen.has(sourceId);
    seen.add(sourceId);
    return isFirst;
  });
}

/** Strength of a unit that answers by chance, against which the best of each source is measured. */
const STRENGTH_OF_NONE = 2;
/** How many log-odds of strength make one of lead. */
const TEMPERATURE = 1.6;

/** A softmax over the best unit, its rivals and no answer. */
function leadOf(best: RankedUnit, rivals: readonly RankedUnit[]): number {
  const odds = [STRENGTH_OF_NONE, best.strength, ...rivals.map(({ strength }) => strength)].map((strength) =>
    Math.exp((strength - best.strength) / TEMPERATURE),
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

/** Explains the confidence of a reply from these units, in English.
 *  ranked: best first. */
export function explainEvidence(question: AnalyzedQuestion, ranked: readonly RankedUnit[]): string {
  const [best] = ranked;
  const { said, implied, closeness, lead, strangers } = replyFeatures(question, ranked);
  const words = Math.round(100 * Math.min(1, said + implied));
  const meaning = closeness >= NEAR ? 'close' : closeness >= FAR ? 'fairly close' : 'not close';
  const names = strangers === 0 ? '' : ` It lacks ${strangers} of the names and numbers in the question.`;
  if (best?.passage.isForeign)
    return `The best passage is in another language than the question, and its meaning ${relationOf(best.evidence)} what is asked.${names}`;
  const rival = lead < CLEAR_LEAD ? 'other sources match about as well' : 'no other source matches as well';
  return `The best passage covers ${words}% of the words in the question, is ${meaning} in meaning, and ${rival}.${names}`;
}

/** By the log-odds of 0.75 and 0.25. */
const relationOf = ({ relevance }: RankedUnit['evidence']): string =>
  relevance > 1.1 ? 'matches' : relevance > -1.1 ? 'is near to' : 'is not near to';

/** Closeness of a question and its answer, and of texts about the same subject. */
const NEAR = 0.5;
const FAR = 0.3;

/** From this lead on, one source stands out. */
const CLEAR_LEAD = 0.5;
