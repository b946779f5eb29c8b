import { isValue } from '#ingestion/parse/table-lines.ts';

/** A row at the top of a table that may name its columns. */
export type TopRow = {
  /** One cell for each column. */
  cells: readonly string[];
  /** The document makes the row stand out, for example in bold. */
  isMarked: boolean;
  /** The document says that the row is a header. */
  isDeclared: boolean;
  /** Column -> the number of columns that its cell spans, for cells that span several. */
  spans?: ReadonlyMap<number, number>;
};

/** The header of a table. */
export type Header = {
  /** The number of rows above it, such as a title that spans the table. */
  above: number;
  /** The number of its rows. */
  rows: number;
  /** A name for each column. A header of two lines has names such as `Price net`, where `net` is below `Price`. */
  names: string[];
};

/** Finds the header of a table; undefined for a table without one.
 *  rows: the first rows of the table; 20 are enough. */
export function findHeader(rows: readonly TopRow[]): Header | undefined {
  const above = rows[0]?.isDeclared ? 0 : titleRows(rows);
  const top = rows.slice(above);
  const count = countHeaderRows(top);
  if (count > 0) return { above, rows: count, names: namesOf(top.slice(0, count)) };
  return aboveNumbering(rows);
}

/** The number of rows above the first one with several filled cells. */
function titleRows(rows: readonly TopRow[]): number {
  const first = rows.findIndex(({ cells }) => filledOf(cells) > 1);
  return first > MAX_HEADERS ? 0 : Math.max(0, first);
}

/** The rows of names above a row of numbers (see isNumbering), which is a sure sign of a header. The numbers
 *  themselves stay: they may be the first row of values. */
function aboveNumbering(rows: readonly TopRow[]): Header | undefined {
  const numbering = rows.findIndex(({ cells }) => isNumbering(cells));
  if (numbering < 1) return undefined;
  const columns = filledOf(rows[numbering]?.cells ?? []);
  const start = rows.slice(0, numbering).findLastIndex(({ cells }) => !cells.every(isBlankOrName)) + 1;
  // Lines above that fill fewer columns belong to something else.
  const first = rows.slice(start, numbering).findIndex(({ cells }) => filledOf(cells) * 2 >= columns);
  if (first < 0) return undefined;
  const above = start + first;
  const lines = rows.slice(above, numbering);
  if (lines.length > MOST_LINES) return undefined;
  const names = namesOf(lines.filter(({ cells }) => filledOf(cells) > 1));
  return names.length === 0 ? undefined : { above, rows: lines.length, names };
}

const MAX_HEADERS = 4;
/** The most lines of a header that a row of numbers ends. */
const MOST_LINES = 8;
/** The longest text that may be repeated as a column name. Otherwise a small file could expand into a huge text. */
const MAX_DECLARED_NAME = 200;

function countHeaderRows(rows: readonly TopRow[]): number {
  const body = rows.findIndex(({ isDeclared }) => !isDeclared);
  const declared = rows.slice(0, Math.max(0, body));
  const isShort = ({ cells }: TopRow): boolean => cells.every((cell) => cell.length <= MAX_DECLARED_NAME);
  if (declared.length > 0 && declared.length <= MAX_HEADERS && declared.every(isShort))
    return declared.length;
  if (hasTwoLines(rows)) return 2;
  const isMarked = rows[0]?.isMarked === true && rows[1]?.isMarked === false;
  const grid = rows.map(({ cells }) => cells);
  return looksLikeHeader(grid, isMarked) ? 1 : 0;
}

/** True if the first row of a table seems to name the columns. Cautious with two columns, because forms (`Name | Ada`)
 *  have no header. */
function looksLikeHeader(rows: readonly (readonly string[])[], isMarked: boolean): boolean {
  const [first = [], ...rest] = rows;
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== '');
  const followers = rest.filter(isFilled);
  if (filled.length < 2 || followers.length === 0) return false;
  if (filled.every(isYear) && names[0] !== '') return false;
  const columns = Math.max(...followers.slice(0, SAMPLE).map(lastFilled));
  if (!filled.every(isName))
    return isMarked && columns > 2 && filled.every(isShortName) && filled.some(isName);
  // Names above values are good evidence: then some names may be missing, and two may be the same.
  const isEvident = names.some((name, column) => name !== '' && hasValues(followers, column));
  if (isEvident && filled.length >= 3 && filled.length * 2 > columns) return true;
  if (new Set(filled).size < filled.length) return false;
  // The top left cell, above the row names, may be blank.
  if (filled.length < columns - 1 || (names.slice(1, columns).includes('') && !isMarked)) return false;
  return isMarked || columns > 2 || differsBelow(names[1] ?? '', followers);
}

/** True if the first two rows name the columns: the first names groups of columns, and the second what is in them. */
function hasTwoLines([first, second, ...rest]: readonly TopRow[]): boolean {
  const followers = rest.map(({ cells }) => cells).filter(isFilled);
  if (!first || !second || followers.length === 0) return false;
  const isNamed = (column: number): boolean => (second.cells[column] ?? '').trim() !== '';
  if (![...first.cells, ...second.cells].every(isBlankOrName)) return false;
  const groups = groupsOf(first, second);
  const isGroup = groups.some(
    (group, column) => group !== '' && (first.cells[column] ?? '').trim() === '' && isNamed(column),
  );
  return isGroup && second.cells.some((_, column) => isNamed(column) && hasValues(followers, column));
}

/** The names of a row, with the name of each group above all its columns: those that the cell spans, or else the blank
 *  cells beside it that have names below, as the cell itself has. */
function groupsOf({ cells, spans }: TopRow, below?: TopRow): string[] {
  const isNamed = (column: number): boolean => (below?.cells[column] ?? '').trim() !== '';
  let group = '';
  let start = 0;
  let end = 0;
  return cells.map((cell, column) => {
    const name = cell.trim();
    if (name !== '') {
      group = name;
      start = column;
      end = column + (spans?.get(column) ?? 1);
      return name;
    }
    if (column < end) return group;
    const isBeside = end - start === 1 && isNamed(start) && isNamed(column);
    if (!isBeside) group = '';
    return group;
  });
}

function namesOf(headers: readonly TopRow[]): string[] {
  const names: string[] = [];
  for (const [index, header] of headers.entries())
    for (const [column, name] of groupsOf(header, headers[index + 1]).entries()) {
      const above = names[column] ?? '';
      const isRepeated = above === name || above.endsWith(` ${name}`);
      names[column] = isRepeated ? above : `${above} ${name}`.trim();
    }
  return Array.from(names, (name) => name ?? '');
}

/** True for the row `1 | 2 | 3 | …` that forms have below their header. */
function isNumbering(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 2 && filled.every((cell, index) => cell === String(index + 1));
}

const SAMPLE = 20;
const MAX_NAME = 100;

/** A cell that can name a column: short, and not a value. A year can be both. */
export const isName = (cell: string): boolean => isShortName(cell) && (isYear(cell) || !isValue(cell));

const isBlankOrName = (cell: string): boolean => cell.trim() === '' || isName(cell.trim());

const isShortName = (cell: string): boolean => cell.length <= MAX_NAME;

const isYear = (cell: string): boolean => /^(?:19|20)\d\d$/.test(cell);

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

const filledOf = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

const lastFilled = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;

const below = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows
    .slice(0, SAMPLE)
    .map((row) => row[column]?.trim() ?? '')
    .filter((cell) => cell !== '');

/** True if most of the filled cells of a column are values. */
function hasValues(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = below(rows, column);
  return cells.filter(isValue).length > cells.length / 2;
}

/** True if the cells under a name differ from it: they are values, or much longer. */
function differsBelow(name: string, followers: readonly (readonly string[])[]): boolean {
  const cells = below(followers, 1);
  const length = cells.reduce((total, cell) => total + cell.length, 0) / cells.length;
  return hasValues(followers, 1) || (cells.length > 1 && length > 25 && length > 3 * name.length);
}
