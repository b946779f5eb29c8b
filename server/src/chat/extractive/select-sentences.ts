import type { ResponseLength } from '#storage/tables.ts';
import type { RankedSentence } from './rank-sentences.ts';

/** most: sentences of a reply. drop: how much weaker than the best a sentence may be, in the logarithm of the odds. */
const LENGTHS: Record<ResponseLength, { most: number; drop: number }> = {
  short: { most: 2, drop: 4 },
  medium: { most: 5, drop: 6 },
  detailed: { most: 10, drop: 9 },
};

/** What a sentence gains when it goes on from one that is chosen, or leads to it: an answer seldom is one sentence. */
const AFTER_CHOSEN = 4;
const BEFORE_CHOSEN = 2;

/** Share of common terms from which two sentences say the same. */
const REPETITION = 0.6;

/** The sentences of a reply, the strongest first: each answers, or stands beside one that does, and says something that
 *  the others do not. As many as the length allows, and fewer when no more are relevant.
 *  ranked: best first. */
export function selectSentences(ranked: readonly RankedSentence[], length: ResponseLength): RankedSentence[] {
  const { most, drop } = LENGTHS[length];
  const [best] = ranked;
  if (!best) return [];
  const chosen = [best];
  const left = new Set(
    ranked.filter((sentence) => sentence !== best && sentence.strength > best.strength - drop - AFTER_CHOSEN),
  );
  while (chosen.length < most) {
    const next = strongest(left, chosen);
    if (!next || next.value < best.strength - drop) break;
    left.delete(next.sentence);
    if (!chosen.some((other) => similarity(other.terms, next.sentence.terms) >= REPETITION))
      chosen.push(next.sentence);
  }
  return chosen;
}

function strongest(
  left: Iterable<RankedSentence>,
  chosen: readonly RankedSentence[],
): { sentence: RankedSentence; value: number } | undefined {
  let best: { sentence: RankedSentence; value: number } | undefined;
  for (const sentence of left) {
    const value = sentence.strength + neighbourBonus(sentence, chosen);
    if (!best || value > best.value) best = { sentence, value };
  }
  return best;
}

function neighbourBonus(sentence: RankedSentence, chosen: readonly RankedSentence[]): number {
  if (chosen.some((other) => sentence.previous === other)) return AFTER_CHOSEN;
  return chosen.some((other) => other.previous === sentence) ? BEFORE_CHOSEN : 0;
}

/** Jaccard similarity of two sets of terms: 0 to 1. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const common = a.filter((term) => b.includes(term)).length;
  return common / Math.max(1, a.length + b.length - common);
}
