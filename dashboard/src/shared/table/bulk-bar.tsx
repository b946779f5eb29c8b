import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { SelectAll } from './select-all.tsx';
import type { DataTableState } from './use-data-table.ts';

const words = rooms.table;

/** The bar over the head of a table while rows are selected. */
export const BulkBar = <Row extends object>({
  table,
  label,
  selectMatching,
  children,
}: {
  table: DataTableState<Row>;
  label: string;
  /** Offered if more rows match than are loaded. `count` is empty if no one knows it. */
  selectMatching?: { count: string; run: () => Promise<void> } | undefined;
  /** Its tools. */
  children: ReactNode;
}) => (
  <div
    role="toolbar"
    aria-label={label}
    className="flex h-full items-center rounded-t-panel bg-accent-ground pe-1 sm:gap-1"
  >
    <SelectAll table={table} />
    {/* Stacked on narrow screens within the height of the bar, large enough for touch. */}
    <div className="relative grid min-w-0 sm:flex sm:items-center sm:gap-2">
      <span className="truncate leading-4 font-medium" aria-live="polite">
        {words.selected({ count: table.selected.length })}
      </span>
      {selectMatching && <SelectMatching {...selectMatching} />}
    </div>
    <span className="flex-1" />
    {children}
    <Tool label={words.clear} icon={X} isIconAlone run={table.clear} />
  </div>
);

function SelectMatching({ count, run }: { count: string; run: () => Promise<void> }) {
  const [isSelecting, setSelecting] = useState(false);
  return (
    <button
      type="button"
      disabled={isSelecting}
      aria-label={isSelecting ? undefined : words.selectMatching({ count })}
      className="min-h-6 truncate text-start text-small text-accent-ink underline after:absolute after:inset-0 sm:min-h-8 sm:text-body sm:after:hidden"
      onClick={async () => {
        setSelecting(true);
        await run().finally(() => setSelecting(false));
      }}
    >
      {isSelecting ? (
        words.selecting
      ) : (
        <>
          <span className="sm:hidden">
            {count === '' ? words.selectEverything : words.selectMatchingShort({ count })}
          </span>
          <span className="hidden sm:inline">{words.selectMatching({ count })}</span>
        </>
      )}
    </button>
  );
}

/** The label is shown beside the icon if there is room. */
export const Tool = ({
  label,
  icon: Icon,
  run,
  isBusy = false,
  isIconAlone = false,
  isDanger = false,
}: {
  label: string;
  icon: typeof X;
  run: () => void;
  isBusy?: boolean;
  isIconAlone?: boolean;
  isDanger?: boolean;
}) => (
  <Button
    look="quiet"
    isBusy={isBusy}
    onClick={run}
    about={label}
    className={`px-2! ${isDanger ? 'text-bad!' : ''}`}
  >
    <Icon aria-hidden className="size-4" />
    <span className={isIconAlone ? 'sr-only' : 'sr-only xl:not-sr-only'}>{label}</span>
  </Button>
);
