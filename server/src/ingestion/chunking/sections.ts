import type { Block } from '#ingestion/parse/parsed-document.ts';
import type { Unit } from './chunk-units.ts';

/** A heading with the text below it, up to the next heading; or several small sections joined. */
export type Section = {
  units: Unit[];
  /** The headings above it and its own, highest first. */
  path: string[];
  weight: number;
  /** The weight of the largest section joined into it, or its own weight. */
  largest: number;
  /** True if it has more than headings. */
  hasBody: boolean;
};

/** Cuts the units of a document at its headings, and joins sections that are too small for a chunk of their own. */
export function sectionsOf(text: string, units: readonly Unit[]): Section[] {
  return joinSmall(cutAtHeadings(text, units));
}

function cutAtHeadings(text: string, units: readonly Unit[]): Section[] {
  const sections: Section[] = [];
  const open: Array<{ level: number; label: string }> = [];
  let block: Block | undefined;
  for (const unit of units) {
    const isHeading = unit.block.kind === 'heading';
    if (isHeading && unit.block !== block) {
      const level = unit.block.level ?? 1;
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      open.push({ level, label: headingLabel(text.slice(unit.block.start, unit.block.end)) });
    }
    if (sections.length === 0 || (isHeading && unit.block !== block)) {
      sections.push({
        units: [],
        path: open.map(({ label }) => label),
        weight: 0,
        largest: 0,
        hasBody: false,
      });
    }
    addUnit(sections.at(-1), unit, !isHeading);
    block = unit.block;
  }
  return sections;
}

function addUnit(section: Section | undefined, unit: Unit, isBody: boolean): void {
  if (!section) return;
  section.units.push(unit);
  section.weight += unit.weight;
  section.largest = section.weight;
  section.hasBody ||= isBody;
}

/** The text of a heading without Markdown syntax. */
function headingLabel(heading: string): string {
  return (
    heading
      .slice(0, 400)
      .replace(/^\s*#{1,6}\s/, '')
      // Backtracks: this and the next over a heading cut to 400 characters.
      .replace(/\n\s*(?:=+|-+)\s*$/, '')
      // Backtracks: see above.
      .replace(/[*#]+$|^\*+|`/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

const smallWeight = 40;
const joinedWeight = 150;

/** Joins small neighbours, so that a price list or an FAQ does not become chunks of eight words. Joins a heading
 *  without text to the section below it. */
function joinSmall(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (!last) joined.push(section);
    else if (isHeadingOf(last, section)) joined[joined.length - 1] = join(last, section, section.path);
    else if (areSmall(last, section))
      joined[joined.length - 1] = join(last, section, commonPath(last.path, section.path));
    else joined.push(section);
  }
  return joined;
}

function isHeadingOf(upper: Section, lower: Section): boolean {
  if (upper.hasBody || upper.weight > smallWeight) return false;
  return (
    lower.path.length > upper.path.length && upper.path.every((label, depth) => label === lower.path[depth])
  );
}

function areSmall(last: Section, next: Section): boolean {
  return Math.max(last.largest, next.largest) <= smallWeight && last.weight + next.weight <= joinedWeight;
}

function join(first: Section, second: Section, path: string[]): Section {
  const weight = first.weight + second.weight;
  // A heading and the text below it count as one section of their total size.
  const largest = first.hasBody ? Math.max(first.largest, second.largest) : weight;
  return {
    units: first.units.concat(second.units),
    path,
    weight,
    largest,
    hasBody: first.hasBody || second.hasBody,
  };
}

function commonPath(first: readonly string[], second: readonly string[]): string[] {
  const fork = first.findIndex((label, depth) => label !== second[depth]);
  return first.slice(0, fork < 0 ? first.length : fork);
}
