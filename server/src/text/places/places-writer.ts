import { deflateRawSync } from 'node:zlib';
import { createEntryBytes } from './entry-bytes.ts';
import { piecesInText } from './pieces-in-text.ts';
import { type Box, type CellsOfRow, FLOWS, type Flow, type PageOfPlaces, type Place } from './place.ts';

/** What begins each entry, in its lowest three bits. The bits above are its first number. */
export const ENTRY = { page: 0, sameLine: 1, nextLine: 2, piece: 3, sheet: 4, row: 5, anchor: 6 } as const;
/** Lengths are stored in quarters of a point. */
export const PER_POINT = 4;
/** Pages of real documents are smaller; a hostile page must not make numbers of more than four bytes. */
const LONGEST_SIDE = 1_000_000;
/** Before compression. A page of print takes about 600 bytes; what comes after this many has no places. */
export const MAX_PLACES_BYTES = 16 * 1024 * 1024;
const MAX_NAME_BYTES = 400;
const LONGEST_ENTRY = 64 + MAX_NAME_BYTES;

/** Writes the places of a text in a compact form. Add them in the order of the text. */
export function createPlacesWriter() {
  const entries = createEntryBytes({ most: MAX_PLACES_BYTES, longestEntry: LONGEST_ENTRY });
  const { begin, number, signed, isFull } = entries;
  /** The end of the last entry in the text. */
  let textAt = 0;
  let page: PageOfPlaces | undefined;
  let line: { box: Box; flow: Flow; right: number } | undefined;
  let sheet: string | undefined;
  let row = 0;
  let anchor = '';

  const addPage = (next: PageOfPlaces): void => {
    if (next.page === page?.page) return;
    begin(ENTRY.page, next.page - (page?.page ?? 0));
    number(side(next.width));
    number(side(next.height));
    number(next.confidence === undefined ? 0 : Math.round(next.confidence) + 1);
    page = next;
    line = undefined;
  };
  const addPiece = (start: number, end: number, box: Box, flow: Flow): void => {
    const gap = start - textAt;
    const { x, y, width, height } = line?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    const isAlike = line?.flow === flow && box.height === height;
    if (line && isAlike && box.y === y) {
      begin(ENTRY.sameLine, gap);
      number(end - start);
      signed(box.x - line.right);
      number(box.width);
    } else if (isAlike) {
      begin(ENTRY.nextLine, gap);
      number(end - start);
      signed(box.x - x);
      signed(box.y - y);
      signed(box.width - width);
    } else {
      begin(ENTRY.piece, gap);
      number(end - start);
      number(FLOWS.indexOf(flow));
      signed(box.x - x);
      signed(box.y - y);
      number(box.width);
      number(box.height);
    }
    // A line goes on from its first piece, so that the next line can begin below it.
    const goesOn = line && isAlike && box.y === y;
    line = { box: goesOn && line ? line.box : box, flow, right: box.x + box.width };
    textAt = end;
  };
  const addRow = ({ start, end }: { start: number; end: number }, cells: CellsOfRow): void => {
    if (cells.sheet !== sheet) {
      sheet = cells.sheet;
      row = 0;
      const encoded = Buffer.from(shortened(sheet));
      begin(ENTRY.sheet, encoded.length);
      entries.text(encoded);
    }
    begin(ENTRY.row, start - textAt);
    number(end - start);
    signed(cells.row - row);
    number(cells.left);
    number(cells.right - cells.left);
    row = cells.row;
    textAt = end;
  };
  const addAnchor = (start: number, id: string): void => {
    const encoded = Buffer.from(id);
    if (id === anchor || encoded.length > MAX_NAME_BYTES) return;
    begin(ENTRY.anchor, start - textAt);
    number(encoded.length);
    entries.text(encoded);
    anchor = id;
    textAt = start;
  };

  return {
    /** text: of the block that begins at `start`. */
    add: (start: number, text: string, place: Place): void => {
      if (place.kind === 'page') {
        if (isFull()) return;
        addPage(place.page);
        for (const piece of piecesInText(text, place.pieces)) {
          const box = quantised(piece.box, place.page);
          if (box && !isFull()) addPiece(start + piece.start, start + piece.end, box, piece.flow);
        }
      } else if (isFull()) return;
      else if (place.kind === 'cells') addRow({ start, end: start + text.length }, place);
      else addAnchor(start, place.id);
    },
    /** Undefined if there are none. */
    finish: (): Uint8Array<ArrayBuffer> | undefined =>
      entries.isEmpty() ? undefined : new Uint8Array(deflateRawSync(entries.written())),
  };
}

const side = (points: number): number =>
  Math.round(Math.min(Math.max(Number.isFinite(points) ? points : 1, 1), LONGEST_SIDE) * PER_POINT);

/** A box in stored units, cut at the edges of its page; undefined if nothing is left of it. */
function quantised(box: Box, { width, height }: PageOfPlaces): Box | undefined {
  if (![box.x, box.y, box.width, box.height].every(Number.isFinite)) return undefined;
  const within = (points: number, most: number): number =>
    Math.min(Math.max(Math.round(points * PER_POINT), 0), side(most));
  const [x, y] = [within(box.x, width), within(box.y, height)];
  const [right, bottom] = [within(box.x + box.width, width), within(box.y + box.height, height)];
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

/** Excel allows 31 characters. */
const shortened = (name: string): string => name.slice(0, MAX_NAME_BYTES / 4).toWellFormed();
