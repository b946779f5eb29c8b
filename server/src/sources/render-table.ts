import { escapeXml } from '#lib/escape-xml.ts';

type Span = { start: number; end: number };

/** Writes a piece of the text for HTML. */
export type Write = (span: Span) => string;

/** A cell of a row; `name`: of its column, which is written before each value. */
type Cell = Span & { name?: string };

const BETWEEN_CELLS = ' | ';
const AFTER_NAME = ': ';
const LONGEST_NAME = 60;
const MOST_COLUMNS = 100;

/** Rows of a table as ingestion writes them, `Name: Widget | Price: 3`, drawn as a table again: with its column names above, if rows
 *  repeat them. */
export function tableOf(text: string, rows: readonly Span[], write: Write): string {
  const cells = rows.map((row) => cellsOf(text, row));
  const columns = columnsOf(cells);
  const lines = rows.map(({ start, end }, row) => {
    const own = cells[row] ?? [];
    return `<tr data-start="${start}" data-end="${end}">${columns ? named(own, columns, write) : plain(own, write)}</tr>\n`;
  });
  const head = columns
    ? `<thead><tr>${columns.map((name) => `<th>${escapeXml(name)}</th>`).join('')}</tr></thead>\n`
    : '';
  return `<table>\n${head}<tbody>\n${lines.join('')}</tbody></table>\n`;
}

function cellsOf(text: string, { start, end }: Span): Cell[] {
  const cells: Cell[] = [];
  for (let from = start; from < end; ) {
    const found = text.indexOf(BETWEEN_CELLS, from);
    const to = found < 0 || found > end ? end : found;
    const colon = text.slice(from, Math.min(to, from + LONGEST_NAME + 1)).indexOf(AFTER_NAME);
    cells.push({ start: from, end: to, ...(colon > 0 && { name: text.slice(from, from + colon) }) });
    from = to + BETWEEN_CELLS.length;
  }
  return cells;
}

/** The column names that most cells repeat; undefined if the table has none, or a row names a column twice. */
function columnsOf(rows: readonly Cell[][]): string[] | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const names = row.flatMap(({ name }) => name ?? []);
    if (new Set(names).size < names.length) return undefined;
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = rows.reduce((sum, row) => sum + row.length, 0);
  const told = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const isRepeated = counts.size > 1 && counts.size <= MOST_COLUMNS && told * 5 >= all * 4;
  return isRepeated && rows.length > 1 ? [...counts.keys()] : undefined;
}

function named(cells: readonly Cell[], columns: readonly string[], write: Write): string {
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const nameless = cells.filter(({ name }) => name === undefined);
  const inColumns = columns.map((name) => {
    const cell = byName.get(name);
    if (!cell) return '<td></td>';
    return `<td>${write({ start: cell.start + name.length + AFTER_NAME.length, end: cell.end })}</td>`;
  });
  return `${inColumns.join('')}${plain(nameless, write)}`;
}

const plain = (cells: readonly Cell[], write: Write): string =>
  cells.map((cell) => `<td>${write(cell)}</td>`).join('');
