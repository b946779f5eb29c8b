import type { ColumnVisibilityState, Updater } from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import type { Column } from './columns.ts';

const KEY = 'footnote-columns-';

/** What someone chose in this browser; {} if that can't be read. */
function stored(id: string): ColumnVisibilityState {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY + id) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as ColumnVisibilityState) : {};
  } catch {
    return {};
  }
}

/** Which columns of a list are shown, as the browser remembers it. */
export function useShownColumns<Row>(id: string, columns: readonly Column<Row>[]) {
  const [changed, setChanged] = useState(() => stored(id));
  const visibility = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, changed[column.id] ?? !column.isExtra])),
    [columns, changed],
  );
  const keep = useCallback(
    (next: ColumnVisibilityState): void => {
      setChanged(next);
      if (Object.keys(next).length > 0) localStorage.setItem(KEY + id, JSON.stringify(next));
      else localStorage.removeItem(KEY + id);
    },
    [id],
  );
  return {
    visibility,
    isChanged: Object.keys(changed).length > 0,
    change: (updater: Updater<ColumnVisibilityState>): void =>
      keep(typeof updater === 'function' ? updater(visibility) : updater),
    reset: (): void => keep({}),
  };
}
