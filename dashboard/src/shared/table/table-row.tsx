import { Lock } from 'lucide-react';
import { type ComponentProps, type MouseEvent, memo } from 'react';
import { Menu } from '#shared/components/menu.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type Column, ROW_HEIGHT } from './columns.ts';

const words = rooms.table;

export type RowEntry = ComponentProps<typeof Menu>['entries'][number];

/** Keeps focused elements clear of the table's sticky head. */
const KEPT_IN_VIEW = '[&_:is(a,input,button)]:scroll-my-20';

type RowProps<Row> = {
  id: string;
  row: Row;
  /** The position in the list, from 0. */
  index: number;
  top: number;
  tracks: string;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  isSelected: boolean;
  isCurrent: boolean;
  /** Undefined where rows can't be selected. */
  select: ((event: MouseEvent) => void) | undefined;
  menu: ((row: Row) => readonly RowEntry[] | string) | undefined;
};

function PlainRow<Row>({
  id,
  row,
  index,
  top,
  tracks,
  columns,
  nameOf,
  isSelected,
  isCurrent,
  select,
  menu,
}: RowProps<Row>) {
  const look = isSelected || isCurrent ? 'bg-accent-ground' : 'hover:bg-sunken/60';
  return (
    <tr
      id={`row ${id}`}
      aria-rowindex={index + 2}
      aria-selected={select && isSelected}
      aria-current={isCurrent || undefined}
      className={`absolute inset-x-0 grid items-center border-b border-line last:border-b-0 ${KEPT_IN_VIEW} ${look}`}
      style={{ top, height: ROW_HEIGHT, gridTemplateColumns: tracks }}
    >
      <td className="h-full">
        {select && (
          <label className="grid h-full cursor-pointer place-items-center select-none">
            <input
              type="checkbox"
              checked={isSelected}
              aria-label={words.select({ name: nameOf(row) })}
              onClick={select}
              onChange={() => {}}
              className="size-4 accent-accent"
            />
          </label>
        )}
      </td>
      {columns.map(({ id: column, cell, isNumber }, at) => (
        <td
          key={column}
          className={`min-w-0 truncate pe-3 ${at === 0 ? '' : 'text-quiet'} ${isNumber ? 'text-end tabular-nums' : ''}`}
        >
          {cell(row)}
        </td>
      ))}
      {menu && (
        <td className="grid place-items-center">
          <RowMenu name={nameOf(row)} entries={menu(row)} />
        </td>
      )}
    </tr>
  );
}

const RowMenu = ({ name, entries }: { name: string; entries: readonly RowEntry[] | string }) =>
  typeof entries === 'string' ? (
    <Lock role="img" aria-label={entries} {...tip(entries)} className="size-4 text-quiet" />
  ) : (
    entries.length > 0 && <Menu label={words.actionsOf({ name })} entries={entries} />
  );

/** A new function for `select` means the same row: it is no reason to render. */
export const TableRow = memo(PlainRow, (before, after) =>
  (Object.keys(after) as (keyof RowProps<unknown>)[]).every(
    (name) =>
      (name === 'select' && (before.select === undefined) === (after.select === undefined)) ||
      Object.is(before[name], after[name]),
  ),
) as typeof PlainRow;
