import { type Line, trim } from './lines.ts';
import type { Align } from './tree.ts';

const delimiters = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** The positions of the cells of a row. An escaped pipe ends no cell. */
export function cellsOf(text: string, line: Line): Line[] {
  const { from, to } = trim(text, line);
  const cells: Line[] = [];
  let start = text[from] === '|' ? from + 1 : from;
  for (let at = start; at < to; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '|') {
      cells.push({ from: start, to: at });
      start = at + 1;
    }
  }
  if (start < to) cells.push({ from: start, to });
  return cells;
}

const countOfCells = (row: string): number => cellsOf(row, { from: 0, to: row.length }).length;

/** The alignment of the columns, if this is an alignment line. */
export function alignmentsOf(line: string): Align[] | undefined {
  const row = line.trim();
  if (!row.includes('|') || !delimiters.test(row)) return undefined;
  return cellsOf(row, { from: 0, to: row.length }).map(({ from, to }) => {
    const cell = row.slice(from, to).trim();
    if (!cell.endsWith(':')) return 'left';
    return cell.startsWith(':') ? 'center' : 'right';
  });
}

/** Whether a table starts or continues here: a row between pipes, or any row above a matching alignment line. The service
 *  leaves that line out, and a head that no source supports. */
export function isTableRow(line: string, next = ''): boolean {
  if (!line.includes('|')) return false;
  const row = line.trim();
  if (row.startsWith('| ') && row.endsWith(' |') && countOfCells(row) > 1) return true;
  const alignments = alignmentsOf(next);
  return alignments !== undefined && alignments.length === countOfCells(row);
}
