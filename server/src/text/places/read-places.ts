import { inflateRawSync } from 'node:zlib';
import { type Box, type CellsOfRow, FLOWS, type Flow, type PageOfPlaces } from './place.ts';
import { ENTRY, MAX_PLACES_BYTES, PER_POINT } from './places-writer.ts';

/** Offsets into the text; `end` is exclusive. */
type Span = { start: number; end: number };

/** A page comes before its pieces. An anchor is the id of the element in which the text from `start` begins. */
export type PlaceEntry =
  | ({ kind: 'page' } & PageOfPlaces)
  | ({ kind: 'piece'; box: Box; flow: Flow } & Span)
  | ({ kind: 'row' } & CellsOfRow & Span)
  | { kind: 'anchor'; id: string; start: number };

/** What createPlacesWriter has written, in the order of the text. */
export function* readPlaces(stored: Uint8Array): Generator<PlaceEntry> {
  const bytes = inflateRawSync(stored, { maxOutputLength: MAX_PLACES_BYTES });
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const signed = (): number => {
    const value = number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const name = (length: number): string => {
    const from = at;
    at += length;
    return bytes.toString('utf8', from, at);
  };

  let textAt = 0;
  let page = 0;
  let line = { x: 0, y: 0, width: 0, height: 0, right: 0, flow: FLOWS[0] as Flow };
  let [sheet, row] = ['', 0];
  while (at < bytes.length) {
    const first = number();
    const [entry, value] = [first % 8, Math.floor(first / 8)];
    if (entry === ENTRY.page) {
      page += value;
      const [width, height, confidence] = [number() / PER_POINT, number() / PER_POINT, number()];
      line = { x: 0, y: 0, width: 0, height: 0, right: 0, flow: 'right' };
      yield { kind: 'page', page, width, height, ...(confidence > 0 && { confidence: confidence - 1 }) };
    } else if (entry === ENTRY.sheet) {
      sheet = name(value);
      row = 0;
    } else if (entry === ENTRY.anchor) {
      textAt += value;
      yield { kind: 'anchor', id: name(number()), start: textAt };
    } else {
      const start = textAt + value;
      const end = start + number();
      textAt = end;
      if (entry === ENTRY.row) {
        row += signed();
        const left = number();
        yield { kind: 'row', sheet, row, left, right: left + number(), start, end };
        continue;
      }
      let box: Box;
      if (entry === ENTRY.sameLine) {
        box = { x: line.right + signed(), y: line.y, width: number(), height: line.height };
        line.right = box.x + box.width;
      } else {
        const isPiece = entry === ENTRY.piece;
        const flow = isPiece ? (FLOWS[number()] ?? 'whole') : line.flow;
        const [x, y] = [line.x + signed(), line.y + signed()];
        const width = isPiece ? number() : line.width + signed();
        box = { x, y, width, height: isPiece ? number() : line.height };
        line = { ...box, right: x + width, flow };
      }
      yield { kind: 'piece', box: inPoints(box), flow: line.flow, start, end };
    }
  }
}

const inPoints = ({ x, y, width, height }: Box): Box => ({
  x: x / PER_POINT,
  y: y / PER_POINT,
  width: width / PER_POINT,
  height: height / PER_POINT,
});
