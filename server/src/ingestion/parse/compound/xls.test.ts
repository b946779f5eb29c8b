import { describe, expect, it } from 'vitest';
import { makeCompound } from '../../../../tests/helpers/make-compound.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseXls } from './xls.ts';

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2);
  return bytes;
};
const long = (value: number): Buffer => words(value & 0xffff, value >>> 16);
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const record = (type: number, ...data: Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  return Buffer.concat([words(type, content.length), content]);
};
const string = (text: string): Buffer =>
  Buffer.concat([words(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')]);

const BEGIN = (kind: number): Buffer => record(0x809, words(0x600, kind, 0, 0, 0, 0, 0, 0));
const END = record(10);
const format = (id: number, code: string): Buffer => record(0x41e, words(id), string(code));
const style = (font: number, numberFormat: number): Buffer =>
  record(0xe0, words(font, numberFormat), Buffer.alloc(16));
const font = (weight: number): Buffer => record(0x31, words(0, 0, 0, weight), Buffer.alloc(8));

/** A workbook with sheets of these records. strings: shared strings, as the content of their record. */
const workbook = (
  sheets: readonly Buffer[],
  strings: readonly Buffer[] = [],
  more: readonly Buffer[] = [],
): Uint8Array => {
  const globals = (starts: readonly number[]): Buffer =>
    Buffer.concat([
      BEGIN(5),
      ...more,
      font(400),
      font(700),
      format(170, '#,##0.00 "kg"'),
      format(171, 'dd.mm.yyyy'),
      style(0, 0),
      style(0, 170),
      style(0, 171),
      style(1, 0),
      ...starts.map((start, index) =>
        record(0x85, long(start), Buffer.from([0, 0, 6, 0]), Buffer.from(`Sheet${index}`)),
      ),
      ...strings,
      END,
    ]);
  const length = globals(sheets.map(() => 0)).length;
  let start = length;
  const starts = sheets.map((sheet) => {
    const own = start;
    start += BEGIN(16).length + sheet.length + END.length;
    return own;
  });
  const stream = Buffer.concat([globals(starts), ...sheets.flatMap((sheet) => [BEGIN(16), sheet, END])]);
  return makeCompound({ Workbook: stream });
};

const text = (row: number, column: number, value: string, styled = 0): Buffer =>
  record(0x204, words(row, column, styled), string(value));
const number = (row: number, column: number, value: number, styled = 0): Buffer =>
  record(0x203, words(row, column, styled), double(value));

const read = async (sheet: Buffer, strings?: readonly Buffer[]): Promise<string[]> =>
  blocksOf(parseXls(upload(workbook([sheet], strings))));

describe('an XLS', () => {
  it('has numbers, dates, formulas and packed numbers as their cells show them', async () => {
    const formula = (column: number, result: Buffer, ...more: Buffer[]): Buffer =>
      Buffer.concat([record(6, words(1, column, 0), result, Buffer.alloc(8)), ...more]);
    const special = (kind: number, value = 0): Buffer => Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff]);
    const sheet = Buffer.concat([
      number(0, 0, 1200.5, 1),
      number(0, 1, 45_000, 2),
      record(0x27e, words(0, 2, 0), long((7 << 2) | 2)),
      record(0x27e, words(0, 3, 0), long((750 << 2) | 3)),
      record(0xbd, words(0, 4), words(0), long((-1 << 2) | 2), words(0), long(0x3ff0_0000), words(5)),
      record(0x205, words(0, 6, 0), Buffer.from([1, 0])),
      record(0x205, words(0, 7, 0), Buffer.from([7, 1])),
      formula(0, special(0), record(0x207, string('joined'))),
      formula(1, double(2.5)),
      formula(2, special(1, 1)),
    ]);
    expect(await read(sheet)).toEqual([
      'heading 2: Sheet0',
      'table-row: 1,200.50 kg | 2023-03-15 | 7 | 7.5 | -1 | 1 | TRUE | #DIV/0!',
      'table-row: joined | 2.5 | TRUE',
    ]);
  });

  it('has strings that are continued in the next record, with one or two bytes a character', async () => {
    const strings = [
      record(0xfc, long(3), long(3), words(5), Buffer.from([0]), Buffer.from('Harb')),
      record(
        0x3c,
        Buffer.from([1]),
        Buffer.from('ö', 'utf16le'),
        words(2),
        Buffer.from([8]),
        words(1),
        Buffer.from('ok'),
        Buffer.alloc(4),
        string('last'),
      ),
    ];
    const cells = [0, 1, 2].map((index) => record(0xfd, words(0, index, 0), long(index)));
    expect(await read(Buffer.concat(cells), strings)).toEqual([
      'heading 2: Sheet0',
      'table-row: Harbö | ok | last',
    ]);
  });

  it('has column names from bold and frozen rows, merged cells, and text boxes but no comments', async () => {
    const box = (kind: number, words_: string): Buffer =>
      Buffer.concat([
        record(0x5d, words(0x15, 0x12, kind), Buffer.alloc(16)),
        record(0x1b6, Buffer.alloc(10), words(words_.length), Buffer.alloc(6)),
        record(0x3c, Buffer.from([0]), Buffer.from(words_)),
        record(0x3c, Buffer.alloc(8)),
      ]);
    const sheet = Buffer.concat([
      text(0, 0, 'City', 3),
      text(0, 1, 'Land', 3),
      text(1, 0, 'Kiel'),
      text(1, 1, 'Holstein'),
      text(2, 0, 'Plön'),
      record(0xe5, words(1), words(1, 2, 1, 1)),
      box(6, 'Prices are net.'),
      box(0x19, 'A comment'),
    ]);
    expect(await read(sheet)).toEqual([
      'heading 2: Sheet0',
      'table-row: City: Kiel | Land: Holstein',
      'table-row: City: Plön | Land: Holstein',
      'paragraph: Prices are net.',
    ]);
  });

  it('with a password is encrypted, and without a workbook of its format unsupported', async () => {
    const locked = workbook([text(0, 0, 'x')], [], [record(47, Buffer.alloc(6))]);
    expect(() => parseXls(upload(locked))).toThrow(expect.objectContaining({ code: 'encrypted_file' }));
    expect(() => parseXls(upload(makeCompound({ Book: Buffer.alloc(5_000) })))).toThrow(
      expect.objectContaining({ code: 'unsupported_format' }),
    );
  });

  it('whose chains of sectors loop, or whose records are cut off, is read in part or refused', () => {
    const looping = makeCompound({ Workbook: Buffer.alloc(40_000, 1) }, { loops: true });
    expect(parseXls(upload(looping)).text).toBe('');
    const cut = workbook([Buffer.concat([text(0, 0, 'kept'), record(0x204, words(1, 0, 0, 900))])]);
    expect(() => parseXls(upload(cut))).toThrow(expect.objectContaining({ code: 'unreadable_file' }));
  });
});
