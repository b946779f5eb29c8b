import type { SheetRow } from '#ingestion/parse/archive/sheet-row.ts';
import type { SheetMarks } from '#ingestion/parse/archive/sheet-tables.ts';
import { showNumber } from '#ingestion/parse/archive/xlsx-formats.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { createXlsReader, readXlsString, type XlsReader, xlsRecords } from './xls-records.ts';
import type { XlsWorkbook } from './xls-workbook.ts';

type Context = {
  workbook: XlsWorkbook;
  marks: SheetMarks;
  /** Called for each row in order. */
  addRow(row: SheetRow): void;
};

type Reading = Context & {
  row: SheetRow;
  length: number;
  /** The cell of the last formula, whose text comes in a record of its own. */
  formula: { row: number; column: number; style: number } | undefined;
  boxes: string[];
  /** The object that comes next is a comment. */
  isComment: boolean;
  isFrozen: boolean;
};

const MAX_BOXES = 10_000;
const MAX_FROZEN = 10;
const COMMENT = 0x19;

/** Reads a sheet row by row, and returns the texts of its text boxes. Throws RangeError if it is damaged, and
 *  SourceFault `too_large`. */
export function readXlsSheet(stream: Buffer, start: number, context: Context): string[] {
  const reading: Reading = {
    ...context,
    row: { number: 0, columns: [], values: [], isMarked: true },
    length: 0,
    formula: undefined,
    boxes: [],
    isComment: false,
    isFrozen: false,
  };
  for (const { type, parts } of xlsRecords(stream, start))
    READERS[type]?.(reading, createXlsReader(parts), parts);
  if (reading.row.columns.length > 0) context.addRow(reading.row);
  return reading.boxes;
}

function put(reading: Reading, row: number, column: number, style: number, text: string): void {
  if (row + 1 !== reading.row.number) {
    if (reading.row.columns.length > 0) reading.addRow(reading.row);
    reading.row = { number: row + 1, columns: [], values: [], isMarked: true };
    reading.length = 0;
  }
  reading.length += text.length;
  // Any number of cells can share one string.
  if (reading.length > LIMITS.extractedCharacters) throw tooMuchText();
  if (text.trim() === '') return;
  reading.row.columns.push(column);
  reading.row.values.push(text);
  reading.row.isMarked &&= reading.workbook.styles[style]?.standsOut === true;
}

function putNumber(reading: Reading, row: number, column: number, style: number, value: number): void {
  const { styles, isDate1904 } = reading.workbook;
  put(reading, row, column, style, showNumber(value, styles[style]?.format ?? { kind: 'plain' }, isDate1904));
}

/** A number in 30 bits: an integer, or the upper half of a double; divided by 100 if its lowest bit is set. */
function packedNumber(packed: number): number {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE((packed & 0xffff_fffc) >>> 0, 4);
  const value = packed & 2 ? packed >> 2 : bytes.readDoubleLE(0);
  return packed & 1 ? value / 100 : value;
}

const doubleOf = (reader: XlsReader): number =>
  Buffer.from(Array.from({ length: 8 }, () => reader.byte())).readDoubleLE(0);

const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

const booleanOf = (value: number, isError: boolean): string =>
  isError ? (ERRORS[value] ?? '') : value === 1 ? 'TRUE' : 'FALSE';

const readText = (reading: Reading, reader: XlsReader): void => {
  const [row, column, style] = [reader.word(), reader.word(), reader.word()];
  put(reading, row, column, style, readXlsString(reader, 2));
};

const READERS: Record<number, (reading: Reading, reader: XlsReader, parts: readonly Buffer[]) => void> = {
  // LabelSst
  253: (reading, reader) => {
    const [row, column, style] = [reader.word(), reader.word(), reader.word()];
    put(reading, row, column, style, reading.workbook.strings[reader.long()] ?? '');
  },
  // Label and RString
  516: readText,
  214: readText,
  // Number
  515: (reading, reader) => putNumber(reading, reader.word(), reader.word(), reader.word(), doubleOf(reader)),
  // RK
  638: (reading, reader) =>
    putNumber(reading, reader.word(), reader.word(), reader.word(), packedNumber(reader.long())),
  // MulRk
  189: (reading, reader, [data]) => {
    const row = reader.word();
    const first = reader.word();
    const count = Math.floor(((data?.length ?? 0) - 6) / 6);
    for (let index = 0; index < count; index += 1)
      putNumber(reading, row, first + index, reader.word(), packedNumber(reader.long()));
  },
  // BoolErr
  517: (reading, reader) => {
    const [row, column, style] = [reader.word(), reader.word(), reader.word()];
    put(reading, row, column, style, booleanOf(reader.byte(), reader.byte() === 1));
  },
  // Formula
  6: (reading, reader, [data]) => {
    const [row, column, style] = [reader.word(), reader.word(), reader.word()];
    reading.formula = undefined;
    if (!data || data.length < 14) return;
    if (data.readUInt16LE(12) !== 0xffff) putNumber(reading, row, column, style, doubleOf(reader));
    else if (data[6] === 0) reading.formula = { row, column, style };
    else if (data[6] === 1 || data[6] === 2)
      put(reading, row, column, style, booleanOf(data[8] ?? 0, data[6] === 2));
  },
  // String: the result of the formula before it
  519: (reading, reader) => {
    if (!reading.formula) return;
    const { row, column, style } = reading.formula;
    reading.formula = undefined;
    put(reading, row, column, style, readXlsString(reader, 2));
  },
  // MergeCells
  229: ({ marks }, reader) => {
    for (let left = reader.word(); left > 0; left -= 1) {
      const [top, bottom, first, last] = [reader.word(), reader.word(), reader.word(), reader.word()];
      marks.merged.add({ top: top + 1, left: first, bottom: bottom + 1, right: last });
    }
  },
  // Window2
  574: (reading, reader) => {
    reading.isFrozen = (reader.word() & 8) !== 0;
  },
  // Pane
  65: ({ marks, isFrozen }, reader) => {
    reader.skip(2);
    const rows = reader.word();
    if (isFrozen && rows >= 1 && rows <= MAX_FROZEN) marks.headers.add(rows);
  },
  // Obj
  93: (reading, _, [data]) => {
    reading.isComment = data !== undefined && data.length >= 6 && data.readUInt16LE(4) === COMMENT;
  },
  // TxO: its text is in the record that continues it
  438: ({ boxes, isComment }, _, [data, ...continued]) => {
    if (isComment) return;
    const length = data && data.length >= 12 ? data.readUInt16LE(10) : 0;
    if (length === 0 || boxes.length >= MAX_BOXES) return;
    const text = createXlsReader(continued);
    boxes.push(text.characters(length, (text.byte() & 1) === 1));
  },
};
