import type { SheetRow } from './sheet-row.ts';

export type MergedCells = {
  /** Adds a range: its rows from 1, its columns from 0, all inclusive. */
  add(range: Range): void;
  /** The number of columns that the cell spans. */
  width(row: number, column: number): number;
  /** The row with the text of each cell that began above it. Call it for each row in order. */
  fill(row: SheetRow): SheetRow;
};

type Range = { top: number; left: number; bottom: number; right: number };

const MAX_RANGES = 100_000;
/** The most cells to look at. Ranges of many columns and rows could otherwise take forever. */
const MAX_VISITS = 2_000_000;
/** The longest text that is repeated in each row. */
const MAX_REPEATED = 200;

/** The merged cells of a sheet. Only the first of them has a text, which applies to all. */
export function createMergedCells(): MergedCells {
  const widths = new Map<string, number>();
  /** Row -> the ranges of several rows that begin in it. */
  const byTop = new Map<number, Range[]>();
  /** The ranges that are still open below their first row, with their texts. */
  let open: (Range & { text: string })[] = [];
  let ranges = 0;
  let visits = 0;
  return {
    add: (range) => {
      const { top, left, bottom, right } = range;
      ranges += 1;
      if (ranges > MAX_RANGES || bottom < top || right < left) return;
      if (right > left) widths.set(`${top} ${left}`, right - left + 1);
      if (bottom === top) return;
      const starting = byTop.get(top);
      if (starting) starting.push(range);
      else byTop.set(top, [range]);
    },
    width: (row, column) => widths.get(`${row} ${column}`) ?? 1,
    fill: (row) => {
      const starting = byTop.get(row.number) ?? [];
      if ((open.length === 0 && starting.length === 0) || visits > MAX_VISITS) return row;
      open = open.filter(({ bottom }) => bottom >= row.number);
      visits += open.length + starting.length;
      const cells = new Map(row.columns.map((column, index) => [column, row.values[index] ?? '']));
      if (cells.size > 0) for (const { left, text } of open) if (!cells.has(left)) cells.set(left, text);
      for (const range of starting) {
        const text = cells.get(range.left) ?? '';
        if (text !== '' && text.length <= MAX_REPEATED) open.push({ ...range, text });
      }
      if (cells.size === row.columns.length) return row;
      const columns = [...cells.keys()].sort((a, b) => a - b);
      return { ...row, columns, values: columns.map((column) => cells.get(column) ?? '') };
    },
  };
}
