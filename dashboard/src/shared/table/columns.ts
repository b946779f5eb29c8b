import {
  columnVisibilityFeature,
  createSortedRowModel,
  type DisplayColumnDef,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { locale } from '#shared/strings/language.ts';

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowSelectionFeature,
  columnVisibilityFeature,
});

export type Value = string | number | undefined;

export type Column<Row> = {
  id: string;
  /** Above it, and in the list of columns. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** In pixels. The first column takes what the others leave, and this at least. */
  width: number;
  /** What it is sorted by, and what a CSV file has. */
  value?: (row: Row) => Value;
  /** Whether its head sorts. The service must know the order if it sorts. */
  isSortable?: boolean;
  /** Numbers and times: at the end of their column, and the largest first. */
  isNumber?: boolean;
  /** Where there is no room for all, the largest gives way first. By default its place. */
  rank?: number;
  /** Hidden until someone asks for it. */
  isExtra?: boolean;
};

export type Sort = { id: string; desc: boolean };

export const ROW_HEIGHT = 40;
const BOX_WIDTH = 40;
const MENU_WIDTH = 44;

const collator = new Intl.Collator(locale, { numeric: true });

/** Nothing comes last, whichever way. */
export const definitionsOf = <Row extends object>(
  columns: readonly Column<Row>[],
): DisplayColumnDef<typeof features, Row>[] =>
  columns.map(({ id, value, isSortable = false, isNumber = false }) => ({
    id,
    ...(value && { accessorFn: value }),
    enableSorting: isSortable,
    sortDescFirst: isNumber,
    sortUndefined: 'last',
    sortFn: (one, other) => {
      const [a, b] = [value?.(one.original), value?.(other.original)];
      return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
    },
  }));

/** The columns for which there is room. */
export function fitting<Row>(
  columns: readonly Column<Row>[],
  room: number,
  { hasBox, hasMenu }: { hasBox: boolean; hasMenu: boolean },
): readonly Column<Row>[] {
  let left = room - (hasBox ? BOX_WIDTH : 12) - (hasMenu ? MENU_WIDTH : 0);
  const shown = new Set<Column<Row>>();
  const ranked = columns.map((column, index) => ({ column, rank: column.rank ?? index }));
  for (const { column } of ranked.sort((one, other) => one.rank - other.rank)) {
    left -= column.width;
    if (left >= 0 || shown.size === 0) shown.add(column);
  }
  return columns.filter((column) => shown.has(column));
}

/** The tracks of the grid that every row is. */
export const tracksOf = <Row>(
  columns: readonly Column<Row>[],
  { hasBox, hasMenu }: { hasBox: boolean; hasMenu: boolean },
): string =>
  [
    ...(hasBox ? [`${BOX_WIDTH}px`] : ['12px']),
    ...columns.map(({ width }, index) => (index === 0 ? 'minmax(0, 1fr)' : `${width}px`)),
    ...(hasMenu ? [`${MENU_WIDTH}px`] : []),
  ].join(' ');
