import type { Block, ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import type { Outline } from '#records/outline.ts';
import { createPlacesWriter } from '#text/places/places-writer.ts';
import { readPlaces } from '#text/places/read-places.ts';

/** Lines that stand on most pages of a site, such as "Was this page helpful?": they are found in the stored texts of a
 *  crawl, and taken out of its pages. Only the first and last lines of a page count, and never its code. */

/** Fewer pages do not show what the site repeats. */
export const LEAST_PAGES = 5;
/** A line is repeated on this share of the pages, and on this many. */
const SHARE = 0.6;
const LEAST_REPETITIONS = 4;
/** A longer line is a text of its own. */
const LONGEST_LINE = 300;
/** How many lines from the start and the end of a page count. */
const FIRST_LINES = 12;
const LAST_LINES = 25;
const MOST_LINES = 200;

type TextBlock = Pick<Block, 'kind' | 'start' | 'end' | 'level'>;
/** A line near the start or the end of a page. block: the index of its block. */
type Line = { block: number; key: string };

/** Counts the lines of pages, one after another. pageCount: how many there will be. */
export function countRepeatedLines(pageCount: number) {
  const counts = new Map<string, number>();
  const least = Math.max(LEAST_REPETITIONS, Math.ceil(pageCount * SHARE));
  let seen = 0;
  return {
    add: (text: string, outline: Outline): void => {
      // A line that is new here can no longer stand on enough pages.
      const isTooLate = pageCount - seen < least;
      seen += 1;
      for (const key of new Set(edgeLines(text, blocksOf(text, outline)).map((line) => line.key))) {
        const count = counts.get(key);
        if (count !== undefined || !isTooLate) counts.set(key, (count ?? 0) + 1);
      }
    },
    /** The lines on most pages, the most frequent first. */
    lines: (): string[] =>
      [...counts]
        .filter(([, count]) => count >= least)
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, MOST_LINES)
        .map(([key]) => key),
  };
}

/** True if a stored text has something to take out. */
export const hasRepeatedLines = (text: string, outline: Outline, lines: ReadonlySet<string>): boolean =>
  withoutRepeatedLines({ text, blocks: blocksOf(text, outline) }, lines).text.length < text.length;

/** The document without these lines. A table goes only as a whole, and a repeated heading only with all the text below
 *  it. A document that would have nothing but headings stays as it is. */
export function withoutRepeatedLines<Document extends Pick<ParsedDocument, 'text' | 'blocks' | 'places'>>(
  document: Document,
  lines: ReadonlySet<string>,
): Document {
  const { text, blocks } = document;
  const repeated = edgeLines(text, blocks).filter(({ key }) => lines.has(key));
  if (repeated.length === 0) return document;
  const keysOf = Map.groupBy(repeated, ({ block }) => block);
  const rests = blocks.map((block, index) => {
    const keys = keysOf.get(index);
    if (!keys || block.kind === 'heading') return text.slice(block.start, block.end);
    const taken = new Set(keys.map(({ key }) => key));
    const kept = linesOf(text, block).filter((line) => !taken.has(normal(line)));
    return kept.join('\n').trim();
  });
  keepTables(text, blocks, rests);
  takeEmptyHeadings(text, blocks, rests, lines);
  const hasText = rests.some((rest, index) => rest !== '' && blocks[index]?.kind !== 'heading');
  return hasText ? { ...document, ...joined(document, rests) } : document;
}

/** A table with a row of its own keeps the others: they are the names of its columns. */
function keepTables(text: string, blocks: readonly TextBlock[], rests: string[]): void {
  for (let from = 0; from < blocks.length; from += 1) {
    let to = from;
    while (blocks[to]?.kind === 'table-row') to += 1;
    const rows = Array.from({ length: to - from }, (_, row) => from + row);
    if (rows.some((row) => rests[row] !== ''))
      for (const row of rows) rests[row] = text.slice(blocks[row]?.start, blocks[row]?.end);
    from = Math.max(from, to);
  }
}

function takeEmptyHeadings(
  text: string,
  blocks: readonly TextBlock[],
  rests: string[],
  lines: ReadonlySet<string>,
): void {
  /** The first block below that has something left. */
  let next = blocks.length;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block?.kind === 'heading' && (block.level ?? 1) >= 2 && lines.has(keyOf(text, block))) {
      const below = blocks[next];
      const isEmpty = !below || (below.kind === 'heading' && (below.level ?? 1) <= (block.level ?? 1));
      if (isEmpty && next > index + 1) rests[index] = '';
    }
    if (rests[index] !== '') next = index;
  }
}

/** The text of what is left, with the gaps that stood before its blocks. */
function joined(
  { text, blocks, places }: Pick<ParsedDocument, 'text' | 'blocks' | 'places'>,
  rests: readonly string[],
): Pick<ParsedDocument, 'text' | 'blocks' | 'places'> {
  const parts: string[] = [];
  const kept: Block[] = [];
  const moves: Move[] = [];
  let length = 0;
  for (const [index, block] of blocks.entries()) {
    const rest = rests[index] ?? '';
    if (rest === '') continue;
    const gap = kept.length === 0 ? '' : text.slice(blocks[index - 1]?.end, block.start);
    const start = length + gap.length;
    length = start + rest.length;
    parts.push(gap, rest);
    kept.push({ ...block, start, end: length });
    moves.push({ from: block.start, to: start });
  }
  return { text: parts.join(''), blocks: kept, places: places && movedAnchors(places, moves) };
}

/** Where a block that stays begins, before and after. */
type Move = { from: number; to: number };

/** The anchors of the blocks that stay: web pages have no other places. */
function movedAnchors(places: Uint8Array, moves: readonly Move[]): ParsedDocument['places'] {
  const writer = createPlacesWriter();
  let at = 0;
  let id: string | undefined;
  const anchors = [...readPlaces(places)].filter((entry) => entry.kind === 'anchor');
  for (const { from, to } of moves) {
    for (; (anchors[at]?.start ?? Infinity) <= from; at += 1) id = anchors[at]?.id;
    if (id !== undefined) writer.add(to, '', { kind: 'anchor', id });
  }
  return writer.finish();
}

/** The lines at both ends of a page that are short enough, but those of its code. */
function edgeLines(text: string, blocks: readonly TextBlock[]): Line[] {
  const all: Line[] = [];
  for (const [index, block] of blocks.entries())
    if (block.kind === 'heading') all.push({ block: index, key: keyOf(text, block) });
    else for (const line of linesOf(text, block)) all.push({ block: index, key: normal(line) });
  const edges = [...all.slice(0, FIRST_LINES), ...all.slice(Math.max(FIRST_LINES, all.length - LAST_LINES))];
  return edges.filter(
    ({ block, key }) => key !== '' && key.length <= LONGEST_LINE && blocks[block]?.kind !== 'code',
  );
}

const linesOf = (text: string, { start, end }: TextBlock): string[] => text.slice(start, end).split('\n');

/** The mark tells a heading from a line of the same words. */
const keyOf = (text: string, { start, end }: TextBlock): string => `# ${normal(text.slice(start, end))}`;

const normal = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** The blocks of a stored text. Paragraphs are what no heading and no shape covers. */
function blocksOf(text: string, { headings, shapes = [] }: Outline): TextBlock[] {
  const known: TextBlock[] = [
    ...headings.map(({ start, end, level }) => ({ kind: 'heading' as const, start, end, level })),
    ...shapes.flatMap(({ kind, start, end, isLines }) =>
      isLines ? lineBlocks(text, kind, start, end) : [{ kind, start, end }],
    ),
  ].toSorted((a, b) => a.start - b.start);
  const blocks: TextBlock[] = [];
  let at = 0;
  for (const block of known) {
    addParagraph(text, at, block.start, blocks);
    blocks.push(block);
    at = block.end;
  }
  addParagraph(text, at, text.length, blocks);
  return blocks;
}

function addParagraph(text: string, start: number, end: number, blocks: TextBlock[]): void {
  for (const { start: from, end: to } of lineBlocks(text, 'paragraph', start, end))
    if (text.slice(from, to).trim() !== '') blocks.push({ kind: 'paragraph', start: from, end: to });
}

function lineBlocks(text: string, kind: Block['kind'], start: number, end: number): TextBlock[] {
  const lines: TextBlock[] = [];
  for (let from = start; from < end; ) {
    const lineBreak = text.indexOf('\n', from);
    const to = lineBreak < 0 ? end : Math.min(lineBreak, end);
    lines.push({ kind, start: from, end: to });
    from = to + 1;
  }
  return lines;
}
