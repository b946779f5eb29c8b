import type { Unit } from './chunk-units.ts';
import type { Section } from './sections.ts';

/** The units of one chunk. Its first `overlap` units (0 or 1) also end the chunk before it. */
export type PackedUnits = { units: Unit[]; overlap: number };

const maxLength = 2_000;
const maxOverlap = { weight: 60, length: 400 };
const tinyWeight = 30;

/** Fills chunks evenly with the units of a section: 200 words make two chunks of 100 instead of one of 180 and one of
 *  20. */
export function packUnits(section: Section, maxWords: number): PackedUnits[] {
  const packed: PackedUnits[] = [];
  let open: PackedUnits = { units: [], overlap: 0 };
  let weight = 0;
  let rest = section.weight;
  let target = evenShare(rest, maxWords);
  for (const unit of section.units) {
    if (isFull(open, weight, unit, target, maxWords)) {
      packed.push(open);
      open = nextAfter(open, unit);
      weight = 0;
      target = evenShare(rest, maxWords);
    }
    open.units.push(unit);
    weight += unit.weight;
    rest -= unit.weight;
  }
  packed.push(open);
  return weight < tinyWeight ? mergeLast(packed) : packed;
}

/** The target weight of each remaining chunk; no limit if the rest fits into one. */
function evenShare(weight: number, maxWords: number): number {
  return weight <= maxWords ? Number.POSITIVE_INFINITY : weight / Math.ceil(weight / maxWords);
}

/** True if the next unit should open a new chunk. A chunk may end a little early or late at the end of a block. */
function isFull(
  { units, overlap }: PackedUnits,
  weight: number,
  next: Unit,
  target: number,
  maxWords: number,
): boolean {
  const first = units[0];
  const last = units.at(-1);
  if (!first || !last || units.length === overlap) return false;
  if (next.end - first.start > maxLength) return true;
  // A heading needs text in its chunk, even if that is one long sentence.
  if (last.block.kind === 'heading') return weight + next.weight > maxWords + maxOverlap.weight;
  const slack = last.endsBlock ? -0.2 : next.endsBlock ? 0.15 : 0;
  return weight + next.weight > maxWords || weight + next.weight / 2 > target * (1 + slack);
}

/** Opens the next chunk with the last sentence of this one, as context for references to it. */
function nextAfter({ units }: PackedUnits, next: Unit): PackedUnits {
  const last = units.at(-1);
  const isShared =
    last !== undefined &&
    units.length > 1 &&
    isProse(last) &&
    isProse(next) &&
    last.weight <= maxOverlap.weight &&
    last.end - last.start <= maxOverlap.length &&
    next.end - last.start <= maxLength;
  return isShared ? { units: [last], overlap: 1 } : { units: [], overlap: 0 };
}

function isProse({ block }: Unit): boolean {
  return block.kind === 'paragraph' || block.kind === 'list-item';
}

function mergeLast(packed: PackedUnits[]): PackedUnits[] {
  const last = packed.at(-1);
  const before = packed.at(-2);
  const start = before?.units[0]?.start;
  const end = last?.units.at(-1)?.end;
  if (!last || !before || start === undefined || end === undefined || end - start > maxLength) return packed;
  const merged = { units: before.units.concat(last.units.slice(last.overlap)), overlap: before.overlap };
  return [...packed.slice(0, -2), merged];
}
