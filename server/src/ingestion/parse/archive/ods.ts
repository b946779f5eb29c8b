import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { altText } from './alt-text.ts';
import type { ArchivePictures } from './archive-pictures.ts';
import { openOdf, readOdfPictures } from './odf-package.ts';
import { readTitle } from './office-package.ts';
import { partPath } from './part-path.ts';
import { type Attributes, readXml, readXmlIfAny } from './read-xml.ts';
import type { SheetRow } from './sheet-row.ts';
import { createSheetBuilder, createSheetMarks, createSheetTables, type SheetMarks } from './sheet-tables.ts';
import { skipElements } from './skip-elements.ts';

type Sheet = {
  content: Pick<DocumentBuilder, 'add'>;
  marks: SheetMarks;
  tables: ReturnType<typeof createSheetTables>;
  /** The texts of its shapes, which come below the rows. */
  drawn: string[];
};

type Cell = { text: string[]; date: string | undefined; columns: number; isMarked: boolean };

const MAX_COLUMNS = 16_384;
/** The most cells that repetitions can add to a row. */
const MAX_REPEATED = 1_000;

type State = {
  pictures: ArchivePictures;
  builder: DocumentBuilder;
  styles: ReturnType<typeof createCellStyles>;
  sheet: Sheet | undefined;
  row: SheetRow;
  /** The number of equal rows that the open one stands for. */
  repeated: number;
  column: number;
  cell: Cell | undefined;
  /** The length of the open row, which any number of columns can repeat. */
  length: number;
  /** The text that is open, of a cell or of a shape. */
  paragraph: string | undefined;
  headerRows: number;
  drawings: number;
};

/** Reads an OpenDocument spreadsheet: the name of each sheet as a heading, then its tables row by row, with values as
 *  their cells show them and dates as 2024-03-31, then the texts of shapes and pictures. Skips comments and formulas. Throws
 *  SourceFault. Format: OASIS OpenDocument 1.3, part 3. */
export async function parseOds(
  { bytes }: OriginalContent,
  _readInner?: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const archive = await openOdf(bytes);
  const state: State = {
    pictures: await readOdfPictures(archive, readPictures),
    builder: createDocumentBuilder(),
    styles: createCellStyles(),
    sheet: undefined,
    row: emptyRow(1),
    repeated: 1,
    column: 0,
    cell: undefined,
    length: 0,
    paragraph: undefined,
    headerRows: 0,
    drawings: 0,
  };
  await readXmlIfAny(archive, 'styles.xml', { open: state.styles.open });
  const handlers = skipElements((name) => UNREAD.has(name), {
    open: (name, attributes) => {
      state.styles.open(name, attributes);
      if (name.startsWith('draw:')) state.drawings += 1;
      OPENERS[name]?.(state, attributes);
    },
    close: (name) => {
      if (name.startsWith('draw:')) state.drawings -= 1;
      CLOSERS[name]?.(state);
    },
    text: (text) => write(state, text),
  });
  await readXml(archive, 'content.xml', handlers);
  const title = await readTitle(archive, 'meta.xml');
  return state.builder.build({ ...(title !== undefined && { title }) });
}

const OPENERS: Record<string, (state: State, attributes: Attributes) => void> = {
  'table:table': (state, attributes) => {
    const marks = createSheetMarks();
    const name = attributes['table:name'] ?? '';
    const content = createSheetBuilder(state.builder, name);
    state.sheet = { content, marks, tables: createSheetTables(content, marks, name), drawn: [] };
    state.row = emptyRow(1);
  },
  'table:table-header-rows': (state) => {
    state.headerRows += 1;
  },
  'table:table-row': (state, attributes) => {
    state.column = 0;
    state.length = 0;
    state.repeated = count(attributes['table:number-rows-repeated']);
    if (state.headerRows > 0) state.sheet?.marks.headers.add(state.row.number);
  },
  'table:table-cell': openCell,
  'table:covered-table-cell': (state, attributes) => {
    state.column = Math.min(MAX_COLUMNS, state.column + count(attributes['table:number-columns-repeated']));
  },
  'draw:image': ({ pictures, sheet }, attributes) => {
    const part = partPath('', attributes['xlink:href'] ?? '');
    if (part !== undefined && sheet) pictures.add(part, { add: (_, text) => sheet.drawn.push(text) });
  },
  'text:p': openText,
  'svg:desc': openText,
  'text:s': (state, attributes) => write(state, ' '.repeat(Math.min(10, count(attributes['text:c'])))),
  'text:tab': (state) => write(state, '\t'),
  'text:line-break': (state) => write(state, '\n'),
};

const CLOSERS: Record<string, (state: State) => void> = {
  'table:table': ({ sheet }) => {
    sheet?.tables.finish();
    for (const text of sheet?.drawn ?? []) sheet?.content.add('paragraph', text);
  },
  'table:table-header-rows': (state) => {
    state.headerRows -= 1;
  },
  'table:table-row': (state) => {
    // Equal rows say nothing more than one of them.
    state.sheet?.tables.addRow(state.row);
    state.row = emptyRow(state.row.number + state.repeated);
  },
  'table:table-cell': closeCell,
  'text:p': (state) => {
    const { paragraph = '', sheet, cell, drawings } = state;
    if (drawings > 0) sheet?.drawn.push(paragraph);
    else cell?.text.push(paragraph);
    state.paragraph = undefined;
  },
  'svg:desc': (state) => {
    state.sheet?.drawn.push(altText(state.paragraph));
    state.paragraph = undefined;
  },
};

function openText(state: State): void {
  state.paragraph = '';
}

function write(state: State, text: string): void {
  if (state.paragraph !== undefined) state.paragraph += text;
}

function openCell(state: State, attributes: Attributes): void {
  const { sheet, row, column: left, styles } = state;
  const width = count(attributes['table:number-columns-spanned']);
  const height = count(attributes['table:number-rows-spanned']);
  if (width > 1 || height > 1)
    sheet?.marks.merged.add({
      top: row.number,
      left,
      bottom: row.number + height - 1,
      right: left + width - 1,
    });
  state.cell = {
    text: [],
    date: attributes['office:value-type'] === 'date' ? dateOf(attributes['office:date-value']) : undefined,
    columns: count(attributes['table:number-columns-repeated']),
    isMarked: styles.standsOut(attributes['table:style-name'] ?? ''),
  };
}

function closeCell(state: State): void {
  const { cell, row, column } = state;
  if (!cell) return;
  const text = cell.date ?? cell.text.join(' ').trim();
  const filled = text === '' ? 0 : Math.min(cell.columns, MAX_REPEATED, MAX_COLUMNS - column);
  state.length += filled * text.length;
  if (state.length > LIMITS.extractedCharacters) throw tooMuchText();
  for (let at = 0; at < filled; at += 1) {
    row.columns.push(column + at);
    row.values.push(text);
    row.isMarked &&= cell.isMarked;
  }
  state.column = Math.min(MAX_COLUMNS, column + cell.columns);
  state.cell = undefined;
}

/** Comments, tracked changes, forms, and the settings of filters. */
const UNREAD: ReadonlySet<string> = new Set([
  'office:annotation',
  'table:tracked-changes',
  'office:forms',
  'office:scripts',
  'table:content-validations',
  'svg:title',
]);

const emptyRow = (number: number): SheetRow => ({ number, columns: [], values: [], isMarked: true });

const count = (value: string | undefined): number =>
  Math.min(2_000_000, Math.max(1, Number.parseInt(value ?? '', 10) || 1));

/** `2024-03-31T00:00:00` -> `2024-03-31` */
const dateOf = (value: string | undefined): string | undefined =>
  value === undefined
    ? undefined
    : value
        .slice(0, 19)
        .replace('T', ' ')
        .replace(/ 00:00:00$/, '')
        .replace(/:00$/, '');

/** The cell styles of a document that stand out: bold, or with a background. */
function createCellStyles() {
  const marked = new Set<string>();
  let style = '';
  return {
    open: (name: string, attributes: Attributes): void => {
      if (name === 'style:style') {
        style = attributes['style:family'] === 'table-cell' ? (attributes['style:name'] ?? '') : '';
        if (marked.has(attributes['style:parent-style-name'] ?? '')) marked.add(style);
      } else if (style === '') return;
      else if (name === 'style:text-properties' && attributes['fo:font-weight'] === 'bold') marked.add(style);
      else if (name === 'style:table-cell-properties') {
        const background = attributes['fo:background-color'] ?? 'transparent';
        if (background !== 'transparent' && background !== '#ffffff') marked.add(style);
      }
    },
    standsOut: (name: string): boolean => marked.has(name),
  };
}
