import { boxOfPart, joined } from './box-of-part.ts';
import type { Box, CellsOfRow, PageOfPlaces } from './place.ts';
import { type PlaceEntry, readPlaces } from './read-places.ts';

/** The pages in order, each with the boxes of the range. cells: a rectangle of each sheet, `last` its last row. anchor: of
 *  the element in which the range begins. scanned: how many pages OCR read in the whole text, and their mean confidence. */
export type PlacesOfRange = {
  pages: (PageOfPlaces & { boxes: Box[] })[];
  cells: (CellsOfRow & { last: number })[];
  anchor: string | undefined;
  scanned: { pages: number; confidence: number } | undefined;
};

/** Where a range of a text is in the original. stored: what createPlacesWriter has written. range: without it, all
 *  pages without boxes. */
export function placesOfRange(
  text: string,
  stored: Uint8Array,
  range?: { start: number; end: number },
): PlacesOfRange {
  const found: PlacesOfRange = { pages: [], cells: [], anchor: undefined, scanned: undefined };
  let page: PageOfPlaces | undefined;
  const confidences: number[] = [];
  for (const entry of readPlaces(stored)) {
    if (entry.kind === 'page') {
      const { kind: _, ...of } = entry;
      page = of;
      if (of.confidence !== undefined) confidences.push(of.confidence);
      if (!range) found.pages.push({ ...of, boxes: [] });
    } else if (entry.kind === 'anchor') {
      if (range && entry.start <= range.start) found.anchor = entry.id;
    } else if (!range || entry.end <= range.start || entry.start >= range.end) continue;
    else if (entry.kind === 'row') addRow(found.cells, entry);
    else if (page) addBox(found.pages, page, boxIn(text, entry, range));
  }
  if (confidences.length > 0) {
    const sum = confidences.reduce((total, confidence) => total + confidence, 0);
    found.scanned = { pages: confidences.length, confidence: sum / confidences.length };
  }
  return found;
}

const boxIn = (
  text: string,
  piece: PlaceEntry & { kind: 'piece' },
  { start, end }: { start: number; end: number },
): Box =>
  boxOfPart(text.slice(piece.start, piece.end), piece, {
    from: Math.max(start, piece.start) - piece.start,
    to: Math.min(end, piece.end) - piece.start,
  });

function addBox(pages: PlacesOfRange['pages'], page: PageOfPlaces, box: Box): void {
  let last = pages.at(-1);
  if (last?.page !== page.page) {
    last = { ...page, boxes: [] };
    pages.push(last);
  }
  const before = last.boxes.at(-1);
  const both = before && joined(before, box);
  if (both) last.boxes[last.boxes.length - 1] = both;
  else last.boxes.push(box);
}

function addRow(cells: PlacesOfRange['cells'], { sheet, row, left, right }: CellsOfRow): void {
  const last = cells.at(-1);
  if (last?.sheet !== sheet) {
    cells.push({ sheet, row, left, right, last: row });
    return;
  }
  last.row = Math.min(last.row, row);
  last.last = Math.max(last.last, row);
  last.left = Math.min(last.left, left);
  last.right = Math.max(last.right, right);
}
