import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sniffFormat } from '#ingestion/parse/sniff-format.ts';
import { makeCompound } from '../../../../tests/helpers/make-compound.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseDoc } from './doc.ts';

/** A document whose text comes in pieces. flags: of its header; version: 193 is Word 97. */
const document = (
  pieces: readonly (string | Buffer)[],
  { flags = 0x200, version = 0xc1 } = {},
): Uint8Array => {
  const main = Buffer.alloc(1_024);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(version, 2);
  main.writeUInt16LE(flags, 10);
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'utf16le') : piece));
  const lengths = pieces.map((piece) => piece.length);
  const count = pieces.length;
  const table = Buffer.alloc(5 + (count + 1) * 4 + count * 8);
  table[0] = 2;
  table.writeUInt32LE(table.length - 5, 1);
  let position = 0;
  let offset = main.length;
  for (const [index, piece] of pieces.entries()) {
    table.writeUInt32LE(position, 5 + index * 4);
    const isWide = typeof piece === 'string';
    table.writeUInt32LE(
      isWide ? offset : ((offset * 2) | 0x4000_0000) >>> 0,
      5 + (count + 1) * 4 + index * 8 + 2,
    );
    position += lengths[index] ?? 0;
    offset += parts[index]?.length ?? 0;
  }
  table.writeUInt32LE(position, 5 + count * 4);
  main.writeUInt32LE(position, 76);
  main.writeUInt32LE(0, 418);
  main.writeUInt32LE(table.length, 422);
  return makeCompound({ WordDocument: Buffer.concat([main, ...parts]), '1Table': table });
};

const codeOf = (bytes: Uint8Array): string => {
  try {
    parseDoc(upload(bytes));
    return 'read';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a DOC', () => {
  it('has its pieces in order, in Unicode or in the code page, with the results of fields', () => {
    const pieces = [
      'Grüße, 日本\r',
      Buffer.from('Caf\xe9 \x93open\x94\rSee \x13 HYPERLINK "x" \x14the page\x15.\x0bNext line\r', 'latin1'),
      'A\x07B\x07\x07',
    ];
    expect(blocksOf(parseDoc(upload(document(pieces))))).toEqual([
      'paragraph: Grüße, 日本',
      'paragraph: Café “open”',
      'paragraph: See the page. Next line',
      'table-row: A | B',
    ]);
  });

  it('with a password is encrypted, and of Word 95 unsupported', () => {
    expect(codeOf(document(['x'], { flags: 0x300 }))).toBe('encrypted_file');
    expect(codeOf(document(['x'], { version: 0x68 }))).toBe('unsupported_format');
  });

  it('that is cut short or lacks a part is unreadable', async () => {
    expect(codeOf(makeCompound({ WordDocument: Buffer.alloc(100) }))).toBe('unreadable_file');
    expect(codeOf(makeCompound({ WordDocument: Buffer.alloc(600, 0xff) }))).toBe('encrypted_file');
    expect(codeOf(document(['text\r']).subarray(0, 1_600))).toBe('unreadable_file');
  });

  it('keeps headings, lists and tables as Word wrote them', () => {
    const path = fileURLToPath(
      new URL('../../../../tests/fixtures/documents/doc/handbuch.doc', import.meta.url),
    );
    const { text, blocks } = parseDoc(upload(new Uint8Array(readFileSync(path))));
    const headings = blocks
      .filter(({ kind }) => kind === 'heading')
      .map(({ start, end }) => text.slice(start, end));
    expect(headings).toEqual(expect.arrayContaining(['Einführung', 'Geräte', 'Temperaturen']));
    expect(text).toContain('Gerät: Kühlschrank | Soll: 4 °C');
  });

  it('of a name that only differs in capitals is found', async () => {
    const bytes = makeCompound({ WORDDOCUMENT: Buffer.alloc(5_000) });
    expect(await sniffFormat(upload(bytes))).toBe('doc');
  });
});
