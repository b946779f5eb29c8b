import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelimited } from '#text/delimited-rows.ts';
import { cpuMsOf } from '../../../tests/helpers/cpu-time.ts';
import { parseDelimited } from './delimited.ts';

const read = (text: string, fileName = 'a.csv') => {
  const document = parseDelimited({
    bytes: new TextEncoder().encode(text),
    mimeType: null,
    fileName,
    origin: 'file',
  });
  return document.blocks.map(({ kind, start, end }) => `${kind}: ${document.text.slice(start, end)}`);
};

describe('parseDelimited', () => {
  it('detects the separator', () => {
    const rows = ['table-row: Name: A, b | Price: 1', 'table-row: Name: C | Price: 2'];
    expect(read('Name,Price\n"A, b",1\nC,2')).toEqual(rows);
    expect(read('Name;Price\r\nA, b;1\r\nC;2\r\n')).toEqual(rows);
    expect(read('Name\tPrice\nA, b\t1\nC\t2')).toEqual(rows);
    expect(read('Name|Price\nA, b|1\nC|2')).toEqual(rows);
    expect(read('sep=;\nName;Price\nA, b;1\nC;2')).toEqual(rows);
    expect(read('a,b\tc\nd,e\tf', 'a.tsv')).toEqual(['table-row: a,b: d,e | c: f']);
  });

  it('reads values quoted by spreadsheets', () => {
    expect(read('a,b\n"x ""y""\nz",2\n"open" end,3')).toEqual([
      'table-row: a: x "y" z | b: 2',
      'table-row: a: open end | b: 3',
    ]);
    expect(read('a,b\n"never closed,2\nc,3')).toEqual([
      'table-row: a: "never closed | b: 2',
      'table-row: a: c | b: 3',
    ]);
  });

  it('keeps rows that are too short or too long', () => {
    expect(read('a,b,c\n1\n1,2,3,4\n,,\n4,5,6')).toEqual([
      'table-row: a: 1',
      'table-row: a: 1 | b: 2 | c: 3 | 4',
      'table-row: a: 4 | b: 5 | c: 6',
    ]);
  });

  it('does not mistake data for a header, or prose for a table', () => {
    expect(read('1,2\n3,4')).toEqual(['table-row: 1 | 2', 'table-row: 3 | 4']);
    expect(
      read('Dear all, this is a letter, and it has commas.\nIt goes on, and on, as letters do.\nBye, Tom.'),
    ).toHaveLength(1);
    expect(read('Anna\nBob\nCleo')).toEqual(['paragraph: Anna\nBob\nCleo']);
    expect(read('')).toEqual([]);
  });

  it('reads back values quoted as in RFC 4180', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' '), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const text = rows
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        expect(readDelimited(text, ',')).toEqual(rows);
      }),
    );
  });

  it.each([
    ['quotes', '"a,'.repeat(1_000_000)],
    ['closed quotes', `"${'"",'.repeat(1_000_000)}`],
    ['quote signs', '"'.repeat(3_000_000)],
    ['an open quote', `a,b\n"${'x,y\n'.repeat(500_000)}`],
    ['separators', ','.repeat(3_000_000)],
    ['long names', `${'x'.repeat(9_000)},y\n${'a,b\n'.repeat(100_000)}`],
  ])('reads hostile %s in seconds', (_, text) => {
    expect(cpuMsOf(() => read(text))).toBeLessThan(5_000);
  });
});
