import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rooms } from '#shared/strings/rooms.ts';
import { fitting, ROW_HEIGHT, tracksOf } from './columns.ts';
import { moveByArrow } from './row-keys.ts';
import { TableHead } from './table-head.tsx';
import { type RowEntry, TableRow } from './table-row.tsx';
import type { DataTableState } from './use-data-table.ts';

const words = rooms.table;

/** Shorter lists need no end mark. */
const LONG_LIST = 100;
/** The next page is requested this many rows before the last loaded one. */
const ASK_BEFORE = 100;

export type DataTableProps<Row extends object> = {
  table: DataTableState<Row>;
  label: string;
  /** What a row is called, for its checkbox and its menu. */
  nameOf: (row: Row) => string;
  /** The actions for one row, or why there are none. Must stay the same function until they change. */
  menu?: ((row: Row) => readonly RowEntry[] | string) | undefined;
  /** What can be done with the selected rows, in place of the head. Without it, none can be selected. */
  bulk?: ((selected: readonly Row[]) => ReactNode) | undefined;
  /** Undefined if all rows are here. */
  loadMore?: (() => void) | undefined;
  /** The row that the keyboard acts on, or that is open beside the list. */
  currentKey?: string | undefined;
};

/** A list of things, of which only the visible rows are rendered. */
export function DataTable<Row extends object>({
  table,
  label,
  nameOf,
  menu,
  bulk,
  loadMore,
  currentKey,
}: DataTableProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { width, top } = usePlaceOf(frame, body);
  const hasBox = bulk !== undefined;
  const hasMenu = menu !== undefined;
  const parts = useMemo(() => ({ hasBox, hasMenu }), [hasBox, hasMenu]);
  const columns = useMemo(
    () => fitting(table.shownColumns, width, parts),
    [table.shownColumns, width, parts],
  );
  const tracks = tracksOf(columns, parts);
  const { rows, selected } = table;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: top,
  });
  const visible = virtualizer.getVirtualItems();
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= rows.length - ASK_BEFORE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the page that came is not enough.
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, rows.length, loadMore]);
  const isSelecting = bulk !== undefined && selected.length > 0;
  return (
    <section
      ref={frame}
      className="isolate min-w-0 rounded-panel border border-line bg-panel shadow-panel"
      aria-label={label}
    >
      {isSelecting && <div className="sticky top-0 z-20 -mb-10 h-10">{bulk(selected)}</div>}
      <table className="block" aria-rowcount={loadMore ? -1 : rows.length + 1}>
        <TableHead table={table} columns={columns} tracks={tracks} parts={parts} isCovered={isSelecting} />
        <tbody
          ref={body}
          onKeyDown={(event) => moveByArrow(event, table)}
          className="relative block"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {visible.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <TableRow
                  key={row.id}
                  id={row.id}
                  row={row.original}
                  index={index}
                  top={start - virtualizer.options.scrollMargin}
                  tracks={tracks}
                  columns={columns}
                  nameOf={nameOf}
                  isSelected={table.isSelected(row.id)}
                  isCurrent={row.id === currentKey}
                  select={parts.hasBox ? row.getToggleSelectedHandler() : undefined}
                  menu={menu}
                />
              )
            );
          })}
        </tbody>
      </table>
      {(loadMore || rows.length > LONG_LIST) && (
        <p className="px-4 py-3 text-center text-small text-quiet">
          {loadMore ? words.loadingMore : words.end}
        </p>
      )}
    </section>
  );
}

/** The width of the table, and how far its rows are from the top of the document. Both change when something else grows. */
function usePlaceOf(frame: RefObject<HTMLElement | null>, body: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = (): void => {
      const width = frame.current?.clientWidth ?? 0;
      const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setPlace((before) => (before.width === width && before.top === top ? before : { width, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (frame.current) observer.observe(frame.current);
    const page = document.getElementById('content');
    if (page) observer.observe(page.firstElementChild ?? page);
    return () => observer.disconnect();
  }, [frame, body]);
  return place;
}
