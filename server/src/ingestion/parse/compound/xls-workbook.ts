import { type NumberFormat, readNumberFormat } from '#ingestion/parse/archive/number-format.ts';
import { builtInFormat } from '#ingestion/parse/archive/xlsx-formats.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { createXlsReader, readXlsString, type XlsReader, xlsRecords } from './xls-records.ts';

export type XlsWorkbook = {
  isEncrypted: boolean;
  isDate1904: boolean;
  /** The sheets with their offsets, without those that only a macro can show. */
  sheets: { name: string; start: number }[];
  strings: string[];
  /** By the style index of a cell. standsOut: bold, or with a background. */
  styles: { format: NumberFormat; standsOut: boolean }[];
};

type Reading = XlsWorkbook & { fonts: boolean[]; formats: Map<number, NumberFormat>; length: number };

const VERY_HIDDEN = 2;
const WORKSHEET = 0;
const BOLD = 600;

/** Reads what the sheets of a workbook share. Throws RangeError if it is damaged. */
export function readXlsWorkbook(stream: Buffer): XlsWorkbook {
  const reading: Reading = {
    isEncrypted: false,
    isDate1904: false,
    sheets: [],
    strings: [],
    styles: [],
    fonts: [],
    formats: new Map(),
    length: 0,
  };
  for (const { type, parts } of xlsRecords(stream, 0)) {
    READERS[type]?.(reading, createXlsReader(parts));
    // All that follows is encrypted.
    if (reading.isEncrypted) break;
  }
  return reading;
}

const READERS: Record<number, (reading: Reading, reader: XlsReader) => void> = {
  47: (reading) => {
    reading.isEncrypted = true;
  },
  34: (reading, reader) => {
    reading.isDate1904 = reader.word() === 1;
  },
  // BoundSheet8
  133: ({ sheets }, reader) => {
    const start = reader.long();
    const visibility = reader.byte() & 3;
    const kind = reader.byte();
    const name = readXlsString(reader, 1);
    if (kind === WORKSHEET && visibility !== VERY_HIDDEN) sheets.push({ name, start });
  },
  // Font. Number 4 does not exist.
  49: ({ fonts }, reader) => {
    reader.skip(6);
    if (fonts.length === 4) fonts.push(false);
    fonts.push(reader.word() >= BOLD);
  },
  // Format
  1054: ({ formats }, reader) => {
    const id = reader.word();
    formats.set(id, readNumberFormat(readXlsString(reader, 2)));
  },
  // XF
  224: ({ styles, fonts, formats }, reader) => {
    const font = reader.word();
    const format = reader.word();
    reader.skip(13);
    const fill = reader.byte() >> 2;
    styles.push({
      format: formats.get(format) ?? builtInFormat(format),
      standsOut: fonts[font] === true || fill === 1,
    });
  },
  // SST
  252: (reading, reader) => {
    reader.skip(4);
    const count = reader.long();
    while (reading.strings.length < count && !reader.isDone()) {
      const string = readRichString(reader);
      reading.length += string.length;
      if (reading.length > LIMITS.extractedCharacters) throw tooMuchText();
      reading.strings.push(string);
    }
  },
};

/** A string that can have formats and phonetic signs, which follow it. */
function readRichString(reader: XlsReader): string {
  const length = reader.word();
  const flags = reader.byte();
  const runs = flags & 8 ? reader.word() : 0;
  const phonetic = flags & 4 ? reader.long() : 0;
  const string = reader.characters(length, (flags & 1) === 1);
  reader.skip(runs * 4 + phonetic);
  return string;
}
