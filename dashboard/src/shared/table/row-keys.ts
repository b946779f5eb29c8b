import type { KeyboardEvent } from 'react';
import type { DataTableState } from './use-data-table.ts';

/** Up and down move to the same control in the next row; with Shift, they select both rows. */
export function moveByArrow<Row extends object>(
  event: KeyboardEvent<HTMLTableSectionElement>,
  { rows, table }: Pick<DataTableState<Row>, 'rows' | 'table'>,
): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const from = event.target as HTMLElement;
  // On a menu button, the arrow opens the menu.
  if (step === 0 || from.tagName === 'BUTTON') return;
  const body = event.currentTarget;
  const ownIndex = Number(from.closest('tr')?.getAttribute('aria-rowindex'));
  const to = body.querySelector<HTMLElement>(
    `tr[aria-rowindex="${ownIndex + step}"] ${from.tagName === 'INPUT' ? 'input' : 'a'}`,
  );
  if (!to) return;
  event.preventDefault();
  to.focus();
  if (!event.shiftKey || !body.querySelector('input')) return;
  // The head is row 1.
  const reached = [rows[ownIndex - 2], rows[ownIndex - 2 + step]].flatMap((row) => (row ? [row.id] : []));
  table.setRowSelection((before) => ({
    ...before,
    ...Object.fromEntries(reached.map((key) => [key, true as const])),
  }));
}
