import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { dateText, durationText, timeText } from './serial-date.ts';
import { parseXlsx } from './xlsx.ts';

const names =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const formats = [
  'General',
  '#,##0.00 "Stunden"',
  '[Red]0.0%;-0.0%',
  'yyyy"年"m"月"d"日"',
  '[h]:mm',
  'h:mm AM/PM',
  '\\d0',
  'mmm yy',
];

const workbook = (rows: string, shared = ''): Uint8Array =>
  makeZip([
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${names}><sheets><sheet name="Data" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['worksheet', 'styles', 'sharedStrings'].map((type, index) => `<Relationship Id="r${index + 1}" Type="http://x/${type}" Target="${type}.xml"/>`).join('')}</Relationships>`,
    },
    { name: 'xl/worksheet.xml', data: `<worksheet ${names}><sheetData>${rows}</sheetData></worksheet>` },
    { name: 'xl/sharedStrings.xml', data: `<sst ${names}>${shared}</sst>` },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet ${names}><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    },
  ]);

const row = (...cells: (string | number)[]): string =>
  `<row>${cells.map((cell) => (cell === '' ? '<c/>' : typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`;

const read = async (rows: string, shared?: string): Promise<string[]> =>
  blocksOf(await parseXlsx(upload(workbook(rows, shared))));

describe('an XLSX', () => {
  it('has numbers as its formats show them', async () => {
    const cells = [0.1 + 0.2, 7.5, 0.125, 45_000, 1.5625, 0.75, 12, 45_000].map(
      (value, index) => `<c s="${index}"><v>${value}</v></c>`,
    );
    expect(await read(`<row>${cells.join('')}</row>`)).toEqual([
      'heading 2: Data',
      'table-row: 0.3 | 7.5 | 12.5% | 2023-03-15 | 37:30 | 18:00 | 12 | 2023-03-15',
    ]);
  });

  it('gives each table of a sheet its own header, and takes lines above it for its title', async () => {
    const rows =
      row('Prices of 2024') +
      row('Item', 'Price', 'Stock') +
      row('Widget', 3, 7) +
      row('Gadget', '', 2) +
      row('') +
      row('Name', 'Phone') +
      row('Ada', 1234);
    expect(await read(rows)).toEqual([
      'heading 2: Data',
      'paragraph: Prices of 2024',
      'table-row: Item: Widget | Price: 3 | Stock: 7',
      'table-row: Item: Gadget | Stock: 2',
      'table-row: Name: Ada | Phone: 1234',
    ]);
  });

  it('has no header where the first row is data', async () => {
    expect(await read(row('Ada', 36, 1815) + row('Grace', 85, 1906))).toEqual([
      'heading 2: Data',
      'table-row: Ada | 36 | 1815',
      'table-row: Grace | 85 | 1906',
    ]);
  });

  it('of 100,000 rows is read in one pass', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, index) => `<row><c><v>${index}</v></c><c t="s"><v>0</v></c></row>`,
    );
    const blocks = await read(rows.join(''), '<si><t>word</t></si>');
    expect(blocks.at(-1)).toBe('table-row: 99999 | word');
    expect(blocks).toHaveLength(100_001);
  }, 20_000);

  it('that repeats one long string too often is rejected as too large', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(3_000);
    await expect(
      read(`<row>${cells}</row>`, `<si><t>${'word '.repeat(20_000)}</t></si>`),
    ).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});

describe('a serial date', () => {
  it('becomes the date that a spreadsheet shows', () => {
    expect(dateText(1, false, false)).toBe('1900-01-01');
    expect(dateText(59, false, false)).toBe('1900-02-28');
    expect(dateText(61, false, false)).toBe('1900-03-01');
    expect(dateText(0, false, true)).toBe('1904-01-01');
    expect(dateText(45_123.5, true, false)).toBe('2023-07-16 12:00');
    expect(dateText(45_123.999_999_9, true, false)).toBe('2023-07-17');
    expect(dateText(-1, false, false)).toBeUndefined();
    expect(dateText(1e300, false, false)).toBeUndefined();
    expect(timeText(0.999_999_9)).toBe('23:59:59');
    expect(durationText(-0.5)).toBe('-12:00');
  });
});
