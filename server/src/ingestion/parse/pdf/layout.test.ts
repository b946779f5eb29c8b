import { describe, expect, it } from 'vitest';
import { makePdf, type PdfText } from '../../../../tests/helpers/make-pdf.ts';
import { parsePdf } from './parse-pdf.ts';

async function blocksOf(...pages: PdfText[][]): Promise<string[]> {
  const bytes = makePdf(pages.map((texts) => ({ texts })));
  const { text, blocks } = await parsePdf({ bytes, mimeType: null, fileName: 'a.pdf', origin: 'file' });
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

/** The cells of a row at the given places. Empty cells draw nothing. */
const row = (y: number, xs: readonly number[], cells: readonly string[], size = 9): PdfText[] =>
  cells.flatMap((text, index) => (text === '' ? [] : [{ text, x: xs[index] ?? 0, y, size }]));

const PROSE = [
  'Keepers wrote a log of the weather, of the ships that',
  'passed and of the oil that was used. Historians read',
  'these logs as a long record of the climate of the coast,',
  'because the entries were made at the same hours for more',
  'than a century. A missing entry is itself a sign, as storms',
  'kept the keepers away from the gallery for days.',
];

describe('a table without lines', () => {
  it('keeps the rows of a wide schedule, with names of two lines', async () => {
    const xs = [40, 75, 160, 205, 380, 450, 540];
    const header = [
      row(760, xs, ['ITEM', 'DAY AND', 'SHIP', 'EVENT', 'LOG', 'SEEN', 'CODE']),
      row(749, xs, ['NO', 'HOUR', 'ID', 'DESCRIPTION', 'COUNT', 'TIME', '']),
    ];
    const events = ['AOS LIGHT 65 PASS 8956', 'SLEW TO THE MIDDLE', 'B-PLATFORM', 'EL SLEW R=LOW'];
    const rows = Array.from({ length: 12 }, (_, index) =>
      row(725 - 20 * index, xs, [
        `${index + 1}`,
        `049 0${index % 10}:42:30`,
        '31',
        events[index % 4] ?? '',
        index % 3 === 0 ? '' : `23248:${index + 10}`,
        index % 3 === 0 ? '' : '16:00:35',
        '1TB',
      ]),
    );
    const blocks = await blocksOf([...header, ...rows].flat());
    expect(blocks).toHaveLength(12);
    expect(blocks[0]).toBe(
      'table-row: ITEM NO: 1 | DAY AND HOUR: 049 00:42:30 | SHIP ID: 31 | EVENT DESCRIPTION: AOS LIGHT 65 PASS 8956 | CODE: 1TB',
    );
    expect(blocks[1]).toBe(
      'table-row: ITEM NO: 2 | DAY AND HOUR: 049 01:42:30 | SHIP ID: 31 | EVENT DESCRIPTION: SLEW TO THE MIDDLE | LOG COUNT: 23248:11 | SEEN TIME: 16:00:35 | CODE: 1TB',
    );
  });

  it('names its columns by years, and leaves the column of the names of the rows without one', async () => {
    const xs = [40, 300, 380, 460];
    const rows = [
      ['', '2023', '2024', '2025'],
      ['Oil for the lamp', '1,204', '1,310', '1,280'],
      ['Wages of the keepers', '8,400', '8,650', '8,900'],
      ['Repairs', '512', '87', '1,044'],
    ];
    expect(await blocksOf(rows.flatMap((cells, index) => row(700 - 18 * index, xs, cells)))).toEqual([
      'table-row: Oil for the lamp | 2023: 1,204 | 2024: 1,310 | 2025: 1,280',
      'table-row: Wages of the keepers | 2023: 8,400 | 2024: 8,650 | 2025: 8,900',
      'table-row: Repairs | 2023: 512 | 2024: 87 | 2025: 1,044',
    ]);
  });

  it('is not mixed with the text beside it', async () => {
    const table = [
      ['Port', 'Ships', 'Lost'],
      ['Bergen', '12', '1'],
      ['Cork', '40', '5'],
      ['Dieppe', '7', '0'],
      ['Aberdeen', '61', '3'],
    ].flatMap((cells, index) => row(700 - 13 * index, [50, 110, 150], cells));
    const prose = PROSE.map((text, index) => ({ text, x: 230, y: 700 - 13 * index, size: 10 }));
    expect(await blocksOf([...table, ...prose])).toEqual([
      'table-row: Port: Bergen | Ships: 12 | Lost: 1',
      'table-row: Port: Cork | Ships: 40 | Lost: 5',
      'table-row: Port: Dieppe | Ships: 7 | Lost: 0',
      'table-row: Port: Aberdeen | Ships: 61 | Lost: 3',
      `paragraph: ${PROSE.join(' ')}`,
    ]);
  });
});

describe('two columns of text on the same lines', () => {
  it('are read one after the other', async () => {
    const column = (x: number) => PROSE.map((text, index) => ({ text, x, y: 700 - 13 * index, size: 9 }));
    expect(await blocksOf([...column(40), ...column(310)])).toEqual([
      `paragraph: ${PROSE.join(' ')}`,
      `paragraph: ${PROSE.join(' ')}`,
    ]);
  });
});
