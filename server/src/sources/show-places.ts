import type { z } from 'zod';
import { linkToSpan, linkToWords } from '#records/link-to-place.ts';
import type { Outline } from '#records/outline.ts';
import type { SourceRow } from '#storage/tables.ts';
import type { Box } from '#text/places/place.ts';
import { type PlacesOfRange, placesOfRange } from '#text/places/places-of-range.ts';
import { headingSlug } from './heading-slug.ts';
import type { SourcePlaces } from './places-schema.ts';

type Span = { start: number; end: number };

const NOTHING: PlacesOfRange = { pages: [], cells: [], anchor: undefined, scanned: undefined };

/** Where a passage of an indexed source is in its original. stored: see SourceTextRow. */
export function showPlaces(
  source: SourceRow,
  { text, outline, stored }: { text: string; outline: Outline; stored: Uint8Array | undefined },
  passage: Span | undefined,
): z.infer<typeof SourcePlaces> {
  const { pages, cells, anchor, scanned } = stored ? placesOfRange(text, stored, passage) : NOTHING;
  const isMarkdown = source.mime_type?.startsWith('text/markdown') ?? false;
  const at = anchor ?? (isMarkdown && passage ? headingSlug(outline.headings, passage.start) : undefined);
  return {
    source_id: source.source_id,
    pages:
      pages.length > 0
        ? pages.map(({ boxes, confidence, ...page }) => ({
            ...page,
            ...(confidence !== undefined && { confidence }),
            boxes: boxes.map(rounded),
          }))
        : pagesOf(outline, text.length, passage).map((page) => ({ page, boxes: [] })),
    cells: cells.map(({ sheet, ...range }) => ({ ...(sheet !== '' && { sheet }), range: inA1(range) })),
    ...(at !== undefined && { anchor: at }),
    ...(passage && { link: linkTo(source, text, { passage, anchor }) }),
    ...(scanned && { ocr: { pages: scanned.pages, mean_confidence: tenth(scanned.confidence) } }),
  };
}

/** The pages of a format of which only their numbers are known. */
const pagesOf = ({ pages }: Outline, length: number, passage: Span = { start: 0, end: length }): number[] =>
  pages
    .filter(({ start }, index) => start < passage.end && (pages[index + 1]?.start ?? length) > passage.start)
    .map(({ page }) => page);

function linkTo(
  { source_id, type, url, canonical_url }: SourceRow,
  text: string,
  { passage, anchor }: { passage: Span; anchor: string | undefined },
): string {
  const page = type === 'url' ? (canonical_url ?? url) : null;
  if (page === null) return linkToSpan(source_id, passage);
  const [address = page] = page.split('#', 1);
  const words = text.slice(passage.start, passage.end).replace(/\s+/g, ' ');
  return linkToWords(anchor === undefined ? address : `${address}#${encodeURIComponent(anchor)}`, words);
}

const inA1 = ({ row, last, left, right }: Record<'row' | 'last' | 'left' | 'right', number>): string => {
  const [from, to] = [`${columnName(left)}${row}`, `${columnName(right)}${last}`];
  return from === to ? from : `${from}:${to}`;
};

/** The letters of a column, from 0: A to Z, AA, AB and so on. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(0x41 + ((rest - 1) % 26)) + name;
  return name;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

const rounded = ({ x, y, width, height }: Box): Box => ({
  x: tenth(x),
  y: tenth(y),
  width: tenth(width),
  height: tenth(height),
});
