import { Columns3 } from 'lucide-react';
import { Button, IconButton } from '#shared/components/button.tsx';
import { Popover } from '#shared/components/popover.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { DataTableState } from './use-data-table.ts';

const words = rooms.table.columns;

/** Which columns are shown. The first always is: it names the rows. */
export const ColumnPicker = <Row extends object>({ table }: { table: DataTableState<Row> }) => (
  <Popover
    label={words.label}
    align="end"
    className="w-60 p-2"
    trigger={<IconButton icon={Columns3} label={words.label} look="plain" />}
  >
    <fieldset className="grid">
      <legend className="sr-only">{words.label}</legend>
      {table.columns.slice(1).map(({ id, head }) => {
        const column = table.table.getColumn(id);
        return (
          <label
            key={id}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-sunken"
          >
            <input
              type="checkbox"
              checked={column?.getIsVisible() ?? false}
              onChange={() => column?.toggleVisibility()}
              className="size-4 accent-accent"
            />
            {head}
          </label>
        );
      })}
    </fieldset>
    <p className="px-2 py-1 text-small text-quiet">{words.about}</p>
    {table.hasOwnColumns && (
      <Button look="quiet" className="mt-1 w-full" onClick={table.resetColumns}>
        {words.reset}
      </Button>
    )}
  </Popover>
);
