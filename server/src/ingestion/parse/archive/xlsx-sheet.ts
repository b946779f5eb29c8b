import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Archive } from './open-archive.ts';
import { type Attributes, readXml } from './read-xml.ts';
import type { SheetRow } from './sheet-row.ts';
import type { SheetMarks } from './sheet-tables.ts';
import { skipElements } from './skip-elements.ts';
import type { CellFormats } from './xlsx-formats.ts';
import { unescaped } from './xlsx-shared-strings.ts';

type SheetContext = {
  formats: CellFormats;
  strings: readonly string[];
  /** Gets what the sheet says of its cells. */
  marks: SheetMarks;
  /** Called for each row in order. */
  addRow(row: SheetRow): void;
};

/** The number of columns in a sheet: A to XFD. */
const MAX_COLUMNS = 16_384;

/** Reads a sheet row by row, as it is inflated. Throws SourceFault. Format: ISO/IEC 29500-1, 18.3. */
export async function readSheet(archive: Archive, part: string, context: SheetContext): Promise<void> {
  let row: SheetRow = { number: 0, columns: [], values: [], isMarked: true };
  let length = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let value: string | undefined;
  let isInValue = false;
  const endCell = (): void => {
    if (value === undefined) return;
    const text = shown(value, type, style, context);
    length += text.length;
    // Any number of cells can share one string, so limit the length of a row to that of a document.
    if (length > LIMITS.extractedCharacters) throw tooMuchText();
    if (text.trim() === '') return;
    row.columns.push(column);
    row.values.push(text);
    row.isMarked &&= context.formats.standsOut(style);
  };
  const handlers = skipElements((name) => name === 'x:rPh', {
    open: (name, attributes) => {
      if (name === 'x:c') {
        const { r, t = 'n', s = '0' } = attributes;
        column = columnOf(r) ?? column + 1;
        type = t;
        style = Number.parseInt(s, 10) || 0;
        value = undefined;
      } else if (name === 'x:v' || name === 'x:t') {
        isInValue = true;
        value ??= '';
      } else if (name === 'x:row') {
        row = {
          number: Number.parseInt(attributes['r'] ?? '', 10) || row.number + 1,
          columns: [],
          values: [],
          isMarked: true,
        };
        column = -1;
        length = 0;
      } else addMark(context.marks, name, attributes);
    },
    close: (name) => {
      isInValue = false;
      if (name === 'x:c') endCell();
      else if (name === 'x:row') context.addRow(row);
    },
    text: (text) => {
      if (isInValue) value += text;
    },
  });
  await readXml(archive, part, handlers);
}

/** The most frozen rows that are taken for a header. */
const MAX_FROZEN = 10;

function addMark(
  { merged, headers }: SheetMarks,
  name: string,
  { ref = '', ySplit, state }: Attributes,
): void {
  if (name === 'x:mergeCell') {
    const range = rangeOf(ref);
    if (range) merged.add(range);
  } else if (name === 'x:autoFilter') {
    const range = rangeOf(ref);
    if (range && range.right > range.left) headers.add(range.top);
  } else if (name === 'x:pane' && state?.startsWith('frozen')) {
    const frozen = Number(ySplit);
    if (frozen >= 1 && frozen <= MAX_FROZEN) headers.add(frozen);
  }
}

/** `B2:D7` -> its rows from 1 and columns from 0; undefined if it is not a range. */
export function rangeOf(
  reference: string,
): { top: number; left: number; bottom: number; right: number } | undefined {
  const [from = '', to = from] = reference.slice(0, 30).replaceAll('$', '').split(':');
  const [left, right] = [columnOf(from), columnOf(to)];
  const [top, bottom] = [rowOf(from), rowOf(to)];
  if (left === undefined || right === undefined || !top || !bottom) return undefined;
  return { top, left, bottom, right };
}

const rowOf = (reference: string): number => Number.parseInt(reference.replace(/^[A-Z]+/, ''), 10);

/** `BC12` -> 54; undefined if it is not a cell reference. */
function columnOf(reference: string | undefined): number | undefined {
  let column = 0;
  for (const letter of reference ?? '') {
    const digit = letter.charCodeAt(0) - 0x40;
    if (digit < 1 || digit > 26) break;
    column = column * 26 + digit;
    if (column > MAX_COLUMNS) return undefined;
  }
  return column === 0 ? undefined : column - 1;
}

function shown(value: string, type: string, style: number, { formats, strings }: SheetContext): string {
  if (type === 's') return strings[Number.parseInt(value, 10)] ?? '';
  if (type === 'str' || type === 'inlineStr') return unescaped(value);
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '');
  if (type === 'e' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : formats.show(number, style);
}
