import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { rooms } from '#shared/strings/rooms.ts';
import type { Column } from './columns.ts';
import { SelectAll } from './select-all.tsx';
import type { DataTableState } from './use-data-table.ts';

const words = rooms.table;

/** The names of the columns, which sort the list. isCovered: while something else is in its place. */
export function TableHead<Row extends object>({
  table,
  columns,
  tracks,
  parts,
  isCovered,
}: {
  table: DataTableState<Row>;
  columns: readonly Column<Row>[];
  tracks: string;
  parts: { hasBox: boolean; hasMenu: boolean };
  isCovered: boolean;
}) {
  return (
    <thead className="sticky top-0 z-10 block h-10 rounded-t-panel border-b border-line bg-panel">
      <tr
        aria-rowindex={1}
        className="grid h-full items-center text-small text-quiet *:font-medium"
        style={{ gridTemplateColumns: tracks }}
      >
        <td>{parts.hasBox && !isCovered && <SelectAll table={table} />}</td>
        {columns.map((column) => (
          <Head key={column.id} table={table} column={column} isCovered={isCovered} />
        ))}
        {parts.hasMenu && (
          <td>
            <span className="sr-only">{words.actions}</span>
          </td>
        )}
      </tr>
    </thead>
  );
}

const WAYS = { asc: 'ascending', desc: 'descending' } as const;

function Head<Row extends object>({
  table,
  column,
  isCovered,
}: {
  table: DataTableState<Row>;
  column: Column<Row>;
  isCovered: boolean;
}) {
  const { id, head, isNumber = false, isSortable = false } = column;
  const sorter = table.table.getColumn(id);
  const way = sorter?.getIsSorted() || undefined;
  const Arrow = way === undefined ? ChevronsUpDown : way === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSortable ? (way ? WAYS[way] : 'none') : undefined}
      className={`min-w-0 pe-3 ${isNumber ? 'text-end' : 'text-start'}`}
    >
      {isSortable ? (
        <button
          type="button"
          tabIndex={isCovered ? -1 : undefined}
          onClick={sorter?.getToggleSortingHandler()}
          className={`group -mx-1.5 inline-flex min-h-7 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-control px-1.5 hover:bg-sunken hover:text-ink ${isNumber ? 'flex-row-reverse' : ''} ${way ? 'text-ink' : ''}`}
        >
          <span className="truncate">{head}</span>
          <Arrow
            aria-hidden
            className={`size-3 shrink-0 ${way ? '' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'}`}
          />
        </button>
      ) : (
        <span className="block truncate">{head}</span>
      )}
    </th>
  );
}
