import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parseOds } from './ods.ts';

const uri = 'urn:oasis:names:tc:opendocument:xmlns';
const names =
  ['office', 'text', 'table', 'style'].map((name) => `xmlns:${name}="${uri}:${name}:1.0"`).join(' ') +
  ` xmlns:draw="${uri}:drawing:1.0" xmlns:svg="${uri}:svg-compatible:1.0" xmlns:fo="${uri}:xsl-fo-compatible:1.0"`;

const sheet = (rows: string, name = 'Data'): string =>
  `<table:table table:name="${name}">${rows}</table:table>`;
const row = (cells: string, more = ''): string => `<table:table-row ${more}>${cells}</table:table-row>`;
const cell = (text: string, more = ''): string =>
  `<table:table-cell ${more}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;

const read = async (sheets: string, styles = ''): Promise<string[]> =>
  blocksOf(
    await parseOds(
      upload(
        makeZip([
          { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true },
          {
            name: 'content.xml',
            data: `<office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
          },
        ]),
      ),
    ),
  );

describe('an ODS', () => {
  it('has its sheets with values as shown, dates and column names, without comments', async () => {
    const rows =
      row(cell('Item') + cell('Price') + cell('Since')) +
      row(
        cell('Widget') +
          cell('3,50 €', 'office:value-type="currency" office:value="3.5"') +
          '<table:table-cell office:value-type="date" office:date-value="2024-03-01"><office:annotation><text:p>Really?</text:p></office:annotation><text:p>01.03.24</text:p></table:table-cell>',
      ) +
      row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048000"');
    expect(
      await read(
        sheet(rows) + sheet(row(cell('Only<text:s text:c="2"/>a note')), 'Notes') + sheet('', 'None'),
      ),
    ).toEqual([
      'heading 2: Data',
      'table-row: Item: Widget | Price: 3,50 € | Since: 2024-03-01',
      'heading 2: Notes',
      'paragraph: Only a note',
    ]);
  });

  it('applies merged cells to all that they span, and keeps repeated cells in their columns', async () => {
    const rows =
      row(
        cell('Region', 'table:number-rows-spanned="2"') +
          cell('Sales', 'table:number-columns-spanned="2"') +
          '<table:covered-table-cell/>',
      ) +
      row(`<table:covered-table-cell/>${cell('May')}${cell('June')}`) +
      row(cell('North', 'table:number-rows-spanned="2"') + cell('4', 'table:number-columns-repeated="2"')) +
      row(`<table:covered-table-cell/>${cell('')}${cell('9')}`);
    expect(await read(sheet(rows))).toEqual([
      'heading 2: Data',
      'table-row: Region: North | Sales May: 4 | Sales June: 4',
      'table-row: Region: North | Sales June: 9',
    ]);
  });

  it('has bold header rows, and the texts of shapes below the rows', async () => {
    const style =
      '<style:style style:name="b" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>';
    const shapes =
      '<table:shapes><draw:frame><draw:text-box><text:p>Prices are net.</text:p></draw:text-box><svg:desc>Map of the port</svg:desc></draw:frame></table:shapes>';
    const bold = 'table:style-name="b"';
    const rows = shapes + row(cell('City', bold) + cell('Land', bold)) + row(cell('Kiel') + cell('Holstein'));
    expect(await read(sheet(rows), style)).toEqual([
      'heading 2: Data',
      'table-row: City: Kiel | Land: Holstein',
      'paragraph: Prices are net.',
      'paragraph: Map of the port',
    ]);
  });

  it('of a million repeated cells with long texts is bounded', async () => {
    const wide = row(
      cell('word '.repeat(2_000), 'table:number-columns-repeated="1000"').repeat(16),
      'table:number-rows-repeated="1000000"',
    );
    await expect(read(sheet(wide))).rejects.toMatchObject({ code: 'too_large' });
  });
});
