import { type RowSelectionState, type SortingState, type Updater, useTable } from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import { type Column, definitionsOf, features, type Sort } from './columns.ts';
import { useShownColumns } from './use-shown-columns.ts';

type Options<Row> = {
  /** Names the list, whose columns the browser remembers. */
  id: string;
  /** Must stay the same array until something changes, as must the columns and `keyOf`. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** If the service sorts. Otherwise all rows are here, and are sorted here. */
  sorting?: { sort: Sort | undefined; change: (sort: Sort | undefined) => void };
};

const apply = <State>(updater: Updater<State>, before: State): State =>
  typeof updater === 'function' ? (updater as (state: State) => State)(before) : updater;

/** The state of a list: its order, the columns that are shown, and the selected rows. Rows that leave the list leave the
 *  selection. */
export function useDataTable<Row extends object>({ id, rows, columns, keyOf, sorting }: Options<Row>) {
  const [ownSort, setOwnSort] = useState<Sort>();
  const [chosen, setChosen] = useState<RowSelectionState>({});
  const shown = useShownColumns(id, columns);
  const { sort, change } = sorting ?? { sort: ownSort, change: setOwnSort };
  const state = useMemo((): SortingState => (sort ? [sort] : []), [sort]);
  const table = useTable({
    features,
    columns: useMemo(() => definitionsOf(columns), [columns]),
    data: rows as Row[],
    getRowId: keyOf,
    manualSorting: sorting !== undefined,
    enableMultiSort: false,
    state: { sorting: state, rowSelection: chosen, columnVisibility: shown.visibility },
    onSortingChange: (updater) => change(apply(updater, state)[0]),
    onRowSelectionChange: setChosen,
    onColumnVisibilityChange: shown.change,
  });
  const { rows: ordered } = table.getRowModel();
  const selected = useMemo(
    () => ordered.filter((row) => chosen[row.id]).map((row) => row.original),
    [ordered, chosen],
  );
  const choose = useCallback(
    (which: readonly Row[]) => setChosen(Object.fromEntries(which.map((row) => [keyOf(row), true as const]))),
    [keyOf],
  );
  return {
    table,
    rows: ordered,
    columns,
    shownColumns: useMemo(
      () => columns.filter((column) => shown.visibility[column.id] !== false),
      [columns, shown.visibility],
    ),
    hasOwnColumns: shown.isChanged,
    resetColumns: shown.reset,
    isSelected: (key: string): boolean => chosen[key] === true,
    selected,
    choose,
    clear: useCallback(() => setChosen({}), []),
  };
}

export type DataTableState<Row extends object> = ReturnType<typeof useDataTable<Row>>;
