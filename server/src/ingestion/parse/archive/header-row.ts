import { isValue } from '#ingestion/parse/table-lines.ts';

/** True if the first row of a table seems to name the columns. Cautious with two columns, because forms (`Name | Ada`)
 *  have no header.
 *  rows: the first row and some that follow; isMarked: the document makes the first row stand out. */
export function looksLikeHeader(rows: readonly (readonly string[])[], isMarked = false): boolean {
  const [first = [], ...rest] = rows;
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== '');
  const followers = rest.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (filled.length < 2 || followers.length === 0) return false;
  if (new Set(filled).size < filled.length || !filled.every(isName)) return false;
  if (filled.every(isYear) && names[0] !== '') return false;
  const columns = Math.max(...followers.slice(0, SAMPLE).map(lastFilled));
  // The top left cell, above the row names, may be blank.
  if (filled.length < columns - 1 || (names.slice(1, columns).includes('') && !isMarked)) return false;
  return isMarked || columns > 2 || differsBelow(names[1] ?? '', followers);
}

const SAMPLE = 20;
const MAX_NAME = 100;

/** A cell that can name a column: short, and not a value. A year can be both. */
const isName = (cell: string): boolean => cell.length <= MAX_NAME && (isYear(cell) || !isValue(cell));

const isYear = (cell: string): boolean => /^(?:19|20)\d\d$/.test(cell);

const lastFilled = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;

/** True if the cells under a name differ from it: they are values, or much longer. */
function differsBelow(name: string, followers: readonly (readonly string[])[]): boolean {
  const below = followers
    .slice(0, SAMPLE)
    .map((row) => row[1]?.trim() ?? '')
    .filter((cell) => cell !== '');
  const values = below.filter(isValue).length;
  const length = below.reduce((total, cell) => total + cell.length, 0) / below.length;
  return values > below.length / 2 || (below.length > 1 && length > 25 && length > 3 * name.length);
}
