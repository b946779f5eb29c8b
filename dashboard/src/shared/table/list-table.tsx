import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { ListPage } from '#shared/api/request.ts';
import { Failure, LoadingRows } from '#shared/components/page.tsx';
import { type Column, ROW_HEIGHT } from './columns.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { TableTools } from './table-tools.tsx';
import { useDataTable } from './use-data-table.ts';

/** What a list needs of its query. */
export type PagedList<Row> = {
  data: { pages: readonly ListPage<Row>[] } | undefined;
  error: Error | null;
  isPending: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** Lists of at most so many rows are read whole at once, and can then be sorted. */
const WHOLE_LIST = 1_000;

type RowsProps<Row extends object> = Pick<DataTableProps<Row>, 'label' | 'nameOf' | 'menu' | 'loadMore'> & {
  /** Names the list, whose columns the browser remembers, and the file of the export. */
  id: string;
  /** These three must stay the same until something changes. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  title?: string;
};

/** Rows that are all here, with a heading, an export and a choice of columns. */
export function RowsTable<Row extends object>({ id, rows, columns, keyOf, title, ...shown }: RowsProps<Row>) {
  const table = useDataTable({ id, rows, columns, keyOf });
  return (
    <div className="grid grid-cols-1 gap-2">
      <TableTools table={table} download={id} title={title} />
      <DataTable table={table} {...shown} />
    </div>
  );
}

/** A list that the browser sorts, once it has all of it. Further pages are read when they come into view.
 *  only: leaves out other rows. empty: shown instead of a table without rows; nothing is if it is absent. */
export function ListTable<Row extends object>({
  list,
  columns,
  only,
  empty,
  ...shown
}: Omit<RowsProps<Row>, 'rows' | 'loadMore'> & {
  list: PagedList<Row>;
  only?: (row: Row) => boolean;
  empty?: ReactNode;
}) {
  const { data, error, isPending, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    list;
  const all = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const rows = useMemo(() => (only ? all.filter(only) : all), [all, only]);
  const sortable = useMemo(
    () => (hasNextPage ? columns.map((column) => ({ ...column, isSortable: false })) : columns),
    [columns, hasNextPage],
  );
  const loadMore = useCallback(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    if (hasNextPage && all.length < WHOLE_LIST) loadMore();
  }, [hasNextPage, all.length, loadMore]);
  if (isPending) return <LoadingRows rows={4} head={ROW_HEIGHT} height={ROW_HEIGHT} />;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (rows.length === 0)
    return empty && <div className="rounded-panel border border-line bg-panel shadow-panel">{empty}</div>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <RowsTable {...shown} rows={rows} columns={sortable} loadMore={hasNextPage ? loadMore : undefined} />
      {isFetchNextPageError && error && <Failure error={error} retry={() => void fetchNextPage()} />}
    </div>
  );
}
