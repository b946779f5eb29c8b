import type { ResponseLength } from '#storage/tables.ts';
import type { RankedSentence } from './rank-sentences.ts';

/** most: sentences of a reply. drop: how far below the best a sentence may be, in log-odds. */
const LENGTHS: Record<ResponseLength, { most: number; drop: number }> = {
  short: { most: 2, drop: 4 },
  medium: { most: 5, drop: 6 },
  detailed: { most: 10, drop: 9 },
};

/** Bonus for a sentence next to a chosen one: an answer is seldom one sentence. */
const AFTER_CHOSEN = 4;
const BEFORE_CHOSEN = 2;

/** Two sentences with this share of common terms say the same. */
const REPETITION = 0.6;

/** The sentences of a reply, strongest first: each answers, or is next to one that does, and says something new. As many
 *  as the length allows, or fewer if no more are relevant.
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
