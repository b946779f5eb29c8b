import type { RankedSentence } from './rank-sentences.ts';
import type { Passage } from './reply.ts';

/** What speaks for a reply, each about 0 to 1. */
export type ReplyEvidence = {
  /** Of the best sentence, as rank-sentences.ts has them. */
  said: number;
  implied: number;
  pairs: number;
  /** Cosine of the question and the passage of the best sentence. */
  closeness: number;
  /** The chance that its source is the right one among those found, and that any is. */
  lead: number;
};

/** Logistic curve, fitted by bench/chat-evaluation.ts on SQuAD 2.0: answerable questions against the same questions
 *  without their document. */
export const CURVE: ReplyEvidence & { bias: number } = {
  bias: -4.9,
  said: 3,
  implied: 1.3,
  pairs: 2,
  closeness: 2.4,
  lead: 3,
};

/** Under this confidence the best sentence is no answer at all, and the fallback is said instead. Between it and 0.5
 *  the reply is given, for the reader to judge. */
export const REFUSAL = 0.1;

/** The chance that a reply from these sentences answers the question, 0 to 1.
 *  ranked: best first. */
export function confidenceOf(ranked: readonly RankedSentence[]): number {
  const { said, implied, pairs, closeness, lead } = evidenceOf(ranked);
  const logOdds =
    CURVE.bias +
    CURVE.said * said +
    CURVE.implied * implied +
    CURVE.pairs * pairs +
    CURVE.closeness * closeness +
    CURVE.lead * lead;
  return Math.round(1e4 / (1 + Math.exp(-logOdds))) / 1e4;
}

/** The confidence of a fallback, under `REFUSAL`: higher when the passages came near. */
export const confidenceOfFallback = (passages: readonly Passage[]): number =>
  Math.round(1e4 * REFUSAL * Math.max(0, ...passages.map(({ score }) => Math.min(1, score)))) / 1e4;

/** What speaks for a reply that the best of these sentences leads. */
export function evidenceOf(ranked: readonly RankedSentence[]): ReplyEvidence {
  const [best] = ranked;
  if (!best) return { said: 0, implied: 0, pairs: 0, closeness: 0, lead: 0 };
  const { said, implied, pairs } = best.evidence;
  return { said, implied, pairs, closeness: best.passage.closeness, lead: leadOf(ranked, best) };
}

/** How strong a sentence is that answers by chance: what the best of each source is measured against. */
const STRENGTH_OF_NONE = 2;

/** A softmax over the best sentence of each source, and none. */
function leadOf(ranked: readonly RankedSentence[], best: RankedSentence): number {
  const strengths = new Map<string, number>();
  for (const { passage, strength } of ranked) {
    if (!strengths.has(passage.sourceId)) strengths.set(passage.sourceId, strength);
  }
  const odds = [STRENGTH_OF_NONE, ...strengths.values()].map((strength) =>
    Math.exp(strength - best.strength),
  );
  return 1 / odds.reduce((sum, value) => sum + value, 0);
}
