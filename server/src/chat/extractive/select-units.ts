import type { ResponseLength } from '#storage/tables.ts';
import type { RankedUnit } from './rank-units.ts';

/** most: units of a reply. drop: how far below the best a unit may be, in log-odds. characters: no unit is added beyond them. */
const LENGTHS: Record<ResponseLength, { most: number; drop: number; characters: number }> = {
  short: { most: 1, drop: 0, characters: 300 },
  medium: { most: 4, drop: 2, characters: 600 },
  detailed: { most: 8, drop: 4, characters: 1_600 },
};

/** Two units with this share of common terms say the same. */
const REPETITION = 0.6;

/** What is added to the strength of a unit, in log-odds: behind a chosen one, before one, under the same lead, and of a source
 *  from which none is chosen. */
const BONUS = { after: 2, before: 1, sibling: 1, otherSource: -1 };

/** The units of a reply, strongest first: each answers about as well as the best, and says something new. Stops when the
 *  next one is clearly weaker.
 *  ranked: best first. */
export function selectUnits(ranked: readonly RankedUnit[], length: ResponseLength): RankedUnit[] {
  const { most, drop, characters } = LENGTHS[length];
  const [best] = ranked;
  if (!best) return [];
  const chosen = [best];
  let left = characters - sizeOf(best);
  const open = new Set(
    ranked.filter((unit) => unit !== best && unit.strength > best.strength - drop - BONUS.after),
  );
  while (chosen.length < most) {
    const next = strongest(open, chosen);
    if (!next || next.value < best.strength - drop) break;
    open.delete(next.unit);
    if (sizeOf(next.unit) > left) continue;
    if (chosen.some((other) => similarity(other.terms, next.unit.terms) >= REPETITION)) continue;
    chosen.push(next.unit);
    left -= sizeOf(next.unit);
  }
  return length === 'short' ? chosen : [...chosen, ...restOfLists(chosen, ranked)];
}

/** A list of a few words is quoted as a whole: half of its steps or conditions would mislead. */
const SHORT_LIST = 300;

function restOfLists(chosen: readonly RankedUnit[], ranked: readonly RankedUnit[]): RankedUnit[] {
  const leads = new Set(chosen.filter(({ kind }) => kind === 'list-item').map(({ lead }) => lead));
  leads.delete(undefined);
  return [...leads].flatMap((lead) => {
    const items = ranked.filter((unit) => unit.lead === lead);
    const size = items.reduce((sum, { text }) => sum + text.length, 0);
    return size > SHORT_LIST ? [] : items.filter((unit) => !chosen.includes(unit));
  });
}

const sizeOf = ({ kind, text, lead }: RankedUnit): number =>
  (kind === 'code' ? 0 : text.length) + (lead?.text.length ?? 0);

function strongest(
  left: Iterable<RankedUnit>,
  chosen: readonly RankedUnit[],
): { unit: RankedUnit; value: number } | undefined {
  let best: { unit: RankedUnit; value: number } | undefined;
  for (const unit of left) {
    const value = unit.strength + bonusOf(unit, chosen);
    if (!best || value > best.value) best = { unit, value };
  }
  return best;
}

function bonusOf(unit: RankedUnit, chosen: readonly RankedUnit[]): number {
  const near = chosen.filter((other) => other.passage.sourceId === unit.passage.sourceId);
  if (near.length === 0) return BONUS.otherSource;
  if (unit.lead && near.some((other) => other.lead?.start === unit.lead?.start)) return BONUS.sibling;
  if (near.some((other) => unit.previous === other)) return BONUS.after;
  return near.some((other) => other.previous === unit) ? BONUS.before : 0;
}

/** Jaccard similarity of two sets of terms: 0 to 1. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const common = a.filter((term) => b.includes(term)).length;
  return common / Math.max(1, a.length + b.length - common);
}
