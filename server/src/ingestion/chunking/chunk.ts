import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { maxUnitWeight, unitsOf } from './chunk-units.ts';
import { type PackedUnits, packUnits } from './pack-units.ts';
import { type Section, sectionsOf } from './sections.ts';

/** A passage of a document: the unit of indexing, search and citation. */
export type Chunk = {
  /** From 0, in document order. */
  position: number;
  /** UTF-16 offsets into the text of the document; `end` is exclusive. */
  start: number;
  end: number;
  /** text.slice(start, end) of the document. */
  text: string;
  /** The page of its first new sentence, from 1. */
  page?: number;
  /** The path of headings above it, highest first, joined with ' › '; at most 200 characters. */
  heading?: string;
};

/** maxWords: the limit of a chunk without its overlap; at most 180, which is the default. */
type ChunkOptions = { maxWords?: number };

/** Cuts a document into chunks of about 120-180 words (300-450 characters of CJK or Thai) at the ends of sentences and
 *  blocks. A chunk never crosses a heading, but small sections are joined. Neighbours in a section share one sentence.
 *  The chunks cover all text except white space and paragraphs of bare numbers; starts and ends increase; no chunk exceeds 300 words or 2,000
 *  characters. Linear: 5 MB take half a second. */
export function chunkDocument(document: ParsedDocument, options: ChunkOptions = {}): Chunk[] {
  const maxWords = Math.min(options.maxWords ?? maxUnitWeight, maxUnitWeight);
  const sections = sectionsOf(document.text, unitsOf(document));
  const chunks: Chunk[] = [];
  const packed = sections.flatMap((section) =>
    packUnits(section, maxWords).map((units) => ({ section, units })),
  );
  const telling = packed.filter(({ units }) => !isBareNumbers(document.text, units));
  // A document of nothing but numbers is found by them.
  for (const { section, units } of telling.length > 0 ? telling : packed)
    chunks.push(toChunk(document.text, chunks.length, section, units));
  return chunks;
}

const FEW_NUMBERS = 8;

/** True for a chunk of many numbers and no word, such as the axis labels of a chart. Table rows and code stay: people search for their
 *  numbers. */
function isBareNumbers(text: string, { units }: PackedUnits): boolean {
  if (units.some(({ block }) => block.kind === 'table-row' || block.kind === 'code')) return false;
  const chunk = text.slice(units[0]?.start, units.at(-1)?.end);
  return !/\p{L}/u.test(chunk) && (chunk.match(/\d+/g)?.length ?? 0) > FEW_NUMBERS;
}

function toChunk(text: string, position: number, { path }: Section, { units, overlap }: PackedUnits): Chunk {
  const start = units[0]?.start ?? 0;
  const end = units.at(-1)?.end ?? start;
  const page = units[overlap]?.block.page;
  const heading = joinPath(path);
  return {
    position,
    start,
    end,
    text: text.slice(start, end),
    ...(page === undefined ? {} : { page }),
    ...(heading ? { heading } : {}),
  };
}

const maxHeadingLength = 200;

/** A path that is too long keeps its lowest headings, which are the most specific. */
function joinPath(path: readonly string[]): string {
  const whole = path.filter((label) => label !== '').join(' › ');
  if (whole.length <= maxHeadingLength) return whole;
  const lowest = path.length > 1 ? joinPath(path.slice(1)) : whole;
  return lowest.slice(0, maxHeadingLength).replace(/[\ud800-\udbff]$/, '');
}
