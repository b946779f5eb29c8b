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
  const ranges: Range[] = [];
  let widths: Map<string, number> | undefined;
  /** The ranges that are still open below their first row, with their texts. */
  let open: (Range & { text: string })[] = [];
  let byTop: Map<number, Range[]> | undefined;
  let visits = 0;
  return {
    add: (range) => {
      if (ranges.length < MAX_RANGES && range.bottom >= range.top && range.right >= range.left)
        ranges.push(range);
    },
    width: (row, column) => {
      widths ??= new Map(ranges.map(({ top, left, right }) => [`${top} ${left}`, right - left + 1]));
      return widths.get(`${row} ${column}`) ?? 1;
    },
    fill: (row) => {
      byTop ??= Map.groupBy(
        ranges.filter(({ top, bottom }) => bottom > top),
        ({ top }) => top,
      );
      if (byTop.size === 0 || visits > MAX_VISITS) return row;
      open = open.filter(({ bottom }) => bottom >= row.number);
      visits += open.length;
      const cells = new Map(row.columns.map((column, index) => [column, row.values[index] ?? '']));
      if (cells.size > 0) for (const { left, text } of open) if (!cells.has(left)) cells.set(left, text);
      for (const range of byTop.get(row.number) ?? []) {
        const text = cells.get(range.left) ?? '';
        if (text !== '' && text.length <= MAX_REPEATED) open.push({ ...range, text });
      }
      if (cells.size === row.columns.length) return row;
      const columns = [...cells.keys()].sort((a, b) => a - b);
      return { ...row, columns, values: columns.map((column) => cells.get(column) ?? '') };
    },
  };
}
