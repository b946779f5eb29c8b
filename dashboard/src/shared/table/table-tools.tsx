import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#shared/components/button.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ColumnPicker } from './column-picker.tsx';
import { downloadCsv } from './csv.ts';
import type { DataTableState } from './use-data-table.ts';

/** The row above a table: search and filters, then how many there are, the export and the columns. */
export const TableTools = <Row extends object>({
  table,
  count,
  title,
  download,
  children,
}: {
  table: DataTableState<Row>;
  /** How many there are, in words. */
  count?: string | undefined;
  title?: string | undefined;
  /** What the export is called, if all rows are here; or what makes it. */
  download: string | (() => void);
  children?: ReactNode;
}) => (
  <div className="flex flex-wrap items-center gap-2">
    {title !== undefined && <h2 className="text-title font-semibold">{title}</h2>}
    {children && (
      <search className="flex min-w-0 flex-wrap items-center gap-2" aria-label={text.common.filters.label}>
        {children}
      </search>
    )}
    <div className="ms-auto flex items-center gap-2">
      <p className="text-small text-quiet" role="status">
        {count}
      </p>
      <IconButton
        icon={Download}
        label={rooms.table.export}
        look="plain"
        onClick={() =>
          typeof download === 'string'
            ? downloadCsv(
                download,
                table.columns,
                table.rows.map((row) => row.original),
              )
            : download()
        }
      />
      <ColumnPicker table={table} />
    </div>
  </div>
);
