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

const workbook = (rows: string, shared = '', after = ''): Uint8Array =>
  makeZip([
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${names}><sheets><sheet name="Data" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['worksheet', 'styles', 'sharedStrings'].map((type, index) => `<Relationship Id="r${index + 1}" Type="http://x/${type}" Target="${type}.xml"/>`).join('')}</Relationships>`,
    },
    {
      name: 'xl/worksheet.xml',
      data: `<worksheet ${names}><sheetData>${rows}</sheetData>${after}</worksheet>`,
    },
    { name: 'xl/sharedStrings.xml', data: `<sst ${names}>${shared}</sst>` },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet ${names}><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    },
  ]);

const row = (...cells: (string | number)[]): string =>
  `<row>${cells.map((cell) => (cell === '' ? '<c/>' : typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`;

const read = async (rows: string, shared?: string, after?: string): Promise<string[]> =>
  blocksOf(await parseXlsx(upload(workbook(rows, shared, after))));

describe('an XLSX', () => {
  it('has numbers as its formats show them', async () => {
    const cells = [0.1 + 0.2, 7.5, 0.125, 45_000, 1.5625, 0.75, 12, 45_000].map(
      (value, index) => `<c s="${index}"><v>${value}</v></c>`,
    );
    expect(await read(`<row>${cells.join('')}</row>`)).toEqual([
      'heading 2: Data',
      'table-row: 0.3 | 7.50 Stunden | 12.5% | 2023-03-15 | 37:30 | 18:00 | d12 | 2023-03',
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

  it('recognises a plain header of 14 columns, also with blank rows below it and blank cells under it', async () => {
    const names =
      'First name,Last name,Company,Address 1,Address 2,City,State,Postal code,Home,Office,Fax,Mobile,Email,Web';
    const header = row(...names.split(','));
    const values = row(
      'Ada',
      'King',
      'Engines Ltd',
      '1 St James',
      '',
      'London',
      '',
      'SW1A',
      '020 7946',
      '',
      '',
      '07700 900',
      'ada@engines.example',
      '',
    );
    for (const gap of ['', row('')])
      expect(await read(header + gap + values)).toEqual([
        'heading 2: Data',
        'table-row: First name: Ada | Last name: King | Company: Engines Ltd | Address 1: 1 St James | City: London | Postal code: SW1A | Home: 020 7946 | Mobile: 07700 900 | Email: ada@engines.example',
      ]);
  });

  it('keeps a first row of values that count from one', async () => {
    expect((await read(row('a', 'b', 'c') + row(1, 2, 3))).slice(1)).toEqual([
      'table-row: a: 1 | b: 2 | c: 3',
    ]);
  });

  it('joins the two lines of a header, with and without merged cells', async () => {
    const rows =
      row('Account', 'Balance', '', 'Transaction', '') +
      row('', 'Opening', 'Ending', 'Debit', 'Credit') +
      row('City Bank', 1000, 800, 200, 0);
    const expected = [
      'heading 2: Data',
      'table-row: Account: City Bank | Balance Opening: 1000 | Balance Ending: 800 | Transaction Debit: 200 | Transaction Credit: 0',
    ];
    expect(await read(rows)).toEqual(expected);
    const merged =
      '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:E1"/></mergeCells>';
    expect(await read(rows, '', merged)).toEqual(expected);
  });

  it('repeats a merged cell in each row that it spans', async () => {
    const rows =
      row('Region', 'Shop', 'Sales') + row('North', 'Kiel', 7) + row('', 'Bremen', 9) + row('', 'Jena', 4);
    expect(await read(rows, '', '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>')).toEqual([
      'heading 2: Data',
      'table-row: Region: North | Shop: Kiel | Sales: 7',
      'table-row: Region: North | Shop: Bremen | Sales: 9',
      'table-row: Shop: Jena | Sales: 4',
    ]);
  });

  it('names the columns of each part of a table that blank rows divide', async () => {
    const rows =
      row('Item', 'Price', 'Stock') +
      row('Widget', 3, 7) +
      row('') +
      row('Gadget', 5, 1) +
      row('Total', '', 8);
    expect((await read(rows)).slice(2)).toEqual([
      'table-row: Item: Gadget | Price: 5 | Stock: 1',
      'table-row: Item: Total | Stock: 8',
    ]);
  });

  it('takes the rows that a filter or frozen panes declare for its header', async () => {
    const rows = row('City', 'Land') + row('Kiel', 'Holstein') + row('Jena', 'Thuringia');
    expect(await read(rows)).toContain('table-row: Kiel | Holstein');
    expect(await read(rows, '', '<autoFilter ref="A1:B3"/>')).toEqual([
      'heading 2: Data',
      'table-row: City: Kiel | Land: Holstein',
      'table-row: City: Jena | Land: Thuringia',
    ]);
  });

  it('has a row of 60 columns in several lines, each with the first cell', async () => {
    const columns = Array.from({ length: 60 }, (_, index) => index + 1);
    const rows =
      row('Sensor', ...columns.map((column) => `Mean of the channel ${column}`)) +
      row('North pier', ...columns.map((column) => column * 1000));
    const lines = (await read(rows)).slice(1);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.startsWith('table-row: Sensor: North pier | Mean')).toBe(true);
    for (const column of columns)
      expect(lines.join(' | ')).toContain(`Mean of the channel ${column}: ${column * 1000}`);
  });

  it('with 100,000 merged ranges over all its rows is read in seconds', async () => {
    const ranges = Array.from(
      { length: 100_000 },
      (_, index) => `<mergeCell ref="A${1 + (index % 7)}:C${(index * 7_919) % 1_000_003}"/>`,
    );
    const rows = Array.from({ length: 5_000 }, (_, index) => row(`word ${index}`));
    expect(await read(rows.join(''), '', `<mergeCells>${ranges.join('')}</mergeCells>`)).toHaveLength(5_001);
  }, 20_000);

  it('has its text boxes, descriptions of pictures, diagrams and charts below the rows', async () => {
    const uri = 'http://schemas.openxmlformats.org/drawingml/2006';
    const relations = (...parts: string[]): string =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.map((part, index) => `<Relationship Id="r${index + 1}" Type="http://x/${part.split('/').at(-1)}" Target="${part}.xml"/>`).join('')}</Relationships>`;
    const box = `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="TextBox 1"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>Prices are </a:t></a:r><a:r><a:t>net.</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
    const picture = `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Picture 2" descr="Map of the harbour"/></xdr:nvPicPr></xdr:pic>`;
    const bytes = makeZip([
      {
        name: 'xl/workbook.xml',
        data: `<workbook ${names}><sheets><sheet name="Empty" r:id="r1"/><sheet name="Notes" r:id="r2"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://x/worksheet" Target="empty.xml"/><Relationship Id="r2" Type="http://x/chartsheet" Target="notes.xml"/></Relationships>`,
      },
      { name: 'xl/empty.xml', data: `<worksheet ${names}><sheetData/></worksheet>` },
      { name: 'xl/notes.xml', data: `<chartsheet ${names}/>` },
      { name: 'xl/_rels/notes.xml.rels', data: relations('drawing') },
      {
        name: 'xl/drawing.xml',
        data: `<xdr:wsDr xmlns:xdr="${uri}/spreadsheetDrawing" xmlns:a="${uri}/main">${box}${picture}</xdr:wsDr>`,
      },
      { name: 'xl/_rels/drawing.xml.rels', data: relations('chart', 'diagramData') },
      {
        name: 'xl/chart.xml',
        data: `<c:chartSpace xmlns:c="${uri}/chart"><c:ser><c:tx><c:v>Sold</c:v></c:tx><c:cat><c:pt idx="0"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>3</c:v></c:pt></c:val></c:ser></c:chartSpace>`,
      },
      {
        name: 'xl/diagramData.xml',
        data: `<dgm:dataModel xmlns:dgm="${uri}/diagram" xmlns:a="${uri}/main"><a:p><a:r><a:t>Order</a:t></a:r></a:p></dgm:dataModel>`,
      },
    ]);
    expect(blocksOf(await parseXlsx(upload(bytes)))).toEqual([
      'heading 2: Notes',
      'paragraph: Prices are net.',
      'paragraph: Map of the harbour',
      'table-row: May | Sold: 3',
      'list-item: - Order',
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
