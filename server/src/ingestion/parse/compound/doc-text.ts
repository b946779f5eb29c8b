/** The text of a Word document: each character with its offset in the main stream, by which formats find it. */
export type DocText = { length: number; at(position: number): { code: number; offset: number } };

type Piece = { start: number; end: number; offset: number; isCompressed: boolean };

const MAX_PIECES = 1_000_000;

/** Reads the list of pieces that the text consists of. Throws RangeError if it is damaged. Format: [MS-DOC], 2.4.1 and
 *  2.9.38. */
export function readDocText(main: Buffer, table: Buffer): DocText {
  const pieces = piecesOf(table, main.readUInt32LE(418), main.readUInt32LE(422));
  const length = pieces.at(-1)?.end ?? 0;
  let current = 0;
  return {
    length,
    at: (position) => {
      const known = pieces[current];
      if (!known || position < known.start || position >= known.end) current = indexOf(pieces, position);
      const { start = 0, offset: first = 0, isCompressed = true } = pieces[current] ?? {};
      const offset = first + (position - start) * (isCompressed ? 1 : 2);
      if (offset + 2 > main.length) return { code: 0, offset };
      return { code: isCompressed ? windows1252(main[offset] ?? 0) : main.readUInt16LE(offset), offset };
    },
  };
}

function indexOf(pieces: readonly Piece[], position: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function piecesOf(table: Buffer, from: number, length: number): Piece[] {
  let at = from;
  const end = from + length;
  // Formats of pieces come first.
  while (at < end && table.readUInt8(at) === 1) at += 3 + table.readUInt16LE(at + 1);
  if (table.readUInt8(at) !== 2) throw new RangeError('The pieces are missing.');
  const size = table.readUInt32LE(at + 1);
  const count = Math.floor((size - 4) / 12);
  if (count > MAX_PIECES || at + 5 + size > table.length) throw new RangeError('The pieces are cut off.');
  const pieces: Piece[] = [];
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    const start = table.readUInt32LE(at + 5 + index * 4);
    const stop = table.readUInt32LE(at + 9 + index * 4);
    const place = table.readUInt32LE(at + 5 + (count + 1) * 4 + index * 8 + 2);
    if (start < last || stop < start) throw new RangeError('The pieces overlap.');
    last = stop;
    const isCompressed = (place & 0x4000_0000) !== 0;
    const offset = place & 0x3fff_ffff;
    pieces.push({ start, end: stop, offset: isCompressed ? offset >> 1 : offset, isCompressed });
  }
  return pieces;
}

const WINDOWS_1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index),
);

const windows1252 = (byte: number): number =>
  byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
