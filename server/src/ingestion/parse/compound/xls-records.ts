/** A record of a workbook with the records that continue it, because one holds at most 8 KB. */
export type XlsRecord = { type: number; parts: Buffer[] };

const CONTINUE = 0x3c;
const END_OF_SUBSTREAM = 0x0a;
const START_OF_SUBSTREAM = 0x809;

/** The records of a workbook, from an offset to the end of the substream there. Substreams inside it, such as charts, are
 *  left out. Format: [MS-XLS], 2.1.4. */
export function* xlsRecords(stream: Buffer, start: number): Generator<XlsRecord> {
  let depth = 0;
  let record: XlsRecord | undefined;
  for (let at = start; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const size = stream.readUInt16LE(at + 2);
    const data = stream.subarray(at + 4, at + 4 + size);
    at += 4 + size;
    if (type === CONTINUE && record) {
      record.parts.push(data);
      continue;
    }
    if (record && depth === 1) yield record;
    record = { type, parts: [data] };
    if (type === START_OF_SUBSTREAM) depth += 1;
    else if (type === END_OF_SUBSTREAM) {
      depth -= 1;
      if (depth <= 0) return;
    }
  }
  if (record && depth === 1) yield record;
}

/** Reads values one after another from a record and its continuations. */
export type XlsReader = {
  /** True at the end of the record. */
  isDone(): boolean;
  byte(): number;
  word(): number;
  long(): number;
  skip(bytes: number): void;
  /** Characters. Each continuation within them begins with a byte that says if they have one byte or two. */
  characters(count: number, isWide: boolean): string;
};

export function createXlsReader(parts: readonly Buffer[]): XlsReader {
  let index = 0;
  let at = 0;
  const settle = (): void => {
    while (index < parts.length && at >= (parts[index]?.length ?? 0)) {
      at -= parts[index]?.length ?? 0;
      index += 1;
    }
  };
  const byte = (): number => {
    settle();
    const value = parts[index]?.[at];
    if (value === undefined) throw new RangeError('The record is cut off.');
    at += 1;
    return value;
  };
  const word = (): number => byte() | (byte() << 8);
  return {
    isDone: () => {
      settle();
      return index >= parts.length;
    },
    byte,
    word,
    long: () => word() + word() * 0x1_0000,
    skip: (bytes) => {
      at += bytes;
      settle();
    },
    characters: (count, isWide) => {
      let text = '';
      let wide = isWide;
      for (let left = count; left > 0; ) {
        const part = parts[index];
        if (!part) throw new RangeError('The text is cut off.');
        const width = wide ? 2 : 1;
        const here = Math.min(left, Math.floor((part.length - at) / width));
        text += part.toString(wide ? 'utf16le' : 'latin1', at, at + here * width);
        at += here * width;
        left -= here;
        if (left === 0) break;
        index += 1;
        at = 0;
        wide = (byte() & 1) === 1;
      }
      return text;
    },
  };
}

/** A string with its length in one byte or two, and a byte of flags. */
export function readXlsString(reader: XlsReader, lengthBytes: 1 | 2): string {
  const length = lengthBytes === 1 ? reader.byte() : reader.word();
  return reader.characters(length, (reader.byte() & 1) === 1);
}
