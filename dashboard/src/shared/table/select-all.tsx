import { useEffect, useRef } from 'react';
import { rooms } from '#shared/strings/rooms.ts';
import type { DataTableState } from './use-data-table.ts';

/** A checkbox for all rows that are here, with an indeterminate state. */
export function SelectAll<Row extends object>({ table }: { table: DataTableState<Row> }) {
  const { rows, selected, choose, clear } = table;
  const box = useRef<HTMLInputElement>(null);
  const isPartial = selected.length > 0 && selected.length < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <label className="grid h-10 w-10 cursor-pointer place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={rooms.table.selectAll}
        checked={selected.length > 0 && !isPartial}
        onChange={({ target }) => (target.checked ? choose(rows.map((row) => row.original)) : clear())}
        className="size-4 accent-accent"
      />
    </label>
  );
}
