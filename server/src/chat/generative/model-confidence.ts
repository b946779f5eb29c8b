import type { Grounding } from '#chat/grounding/grounder.ts';

/** Confidence of a fully supported reply if the search found nothing relevant: the sources say it, but perhaps not in
 *  answer to this question. */
const LEAST_SUPPORTED = 0.4;
/** How far full agreement closes the gap to 1, and how much confidence full dispute removes. */
const AGREEMENT = 0.3;
const DISPUTE = 0.4;

/** The probability that a model's reply is right, 0 to 1. Support is the share of the sentences' content that the sources
 *  say. The base is (0.4 + 0.6 · retrieval) · support². The share of sentences that other sources confirm closes 0.3 of
 *  the gap to 1; the share that others dispute removes 0.4. Set by judgement rather than fitted, because it depends on
 *  the model.
 *  retrieval: confidence of an extractive reply from the same passages. */
export function confidenceWithModel(retrieval: number, sentences: readonly Grounding[]): number {
  if (sentences.length === 0) return 0;
  const shareOf = (value: (grounding: Grounding) => number): number =>
    sentences.reduce((sum, grounding) => sum + value(grounding), 0) / sentences.length;
  const support = shareOf(({ share }) => share);
  const confirmed = shareOf(({ isConfirmed, share }) => (isConfirmed ? share : 0));
  const disputed = shareOf(({ isDisputed }) => Number(isDisputed));
  const found = (LEAST_SUPPORTED + (1 - LEAST_SUPPORTED) * retrieval) * support ** 2;
  const agreed = found + (1 - found) * AGREEMENT * support * confirmed;
  return Math.round(1e4 * agreed * (1 - DISPUTE * disputed)) / 1e4;
}

/** Explains a confidence in one English sentence. */
export function explainConfidence(retrieval: number, sentences: readonly Grounding[]): string {
  const count = (holds: (grounding: Grounding) => boolean): number => sentences.filter(holds).length;
  const believed = count(({ verdict }) => verdict === 'believed');
  const confirmed = count(({ isConfirmed }) => isConfirmed);
  const disputed = count(({ isDisputed }) => isDisputed);
  const parts = [
    `${count(({ verdict }) => verdict === 'supported')} of ${sentences.length} sentences of the model are supported by the sources`,
    ...(confirmed > 0 ? [`${confirmed} by more than one`] : []),
    ...(believed > 0 ? [`${believed} cite a passage that cannot be compared word by word`] : []),
    ...(disputed > 0 ? [`${disputed} contradict a number of another source`] : []),
    `the passages alone would answer with a confidence of ${retrieval.toFixed(2)}`,
  ];
  return `${parts.join(', ')}.`;
}
