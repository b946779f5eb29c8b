import { Command } from 'cmdk';
import { ListFilterPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { ClearFilters } from '#shared/components/clear-filters.tsx';
import { FilterChip, type FilterOption, FilterOptions } from '#shared/components/filter-select.tsx';
import { Popover } from '#shared/components/popover.tsx';
import { POPUP_ITEM } from '#shared/components/popup.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const words = rooms.table.filters;

/** What a list can be narrowed down by. */
export type Filter = {
  label: string;
  /** What is chosen, in words; undefined if nothing is. */
  value: string | undefined;
  clear: () => void;
} & (
  | { chosen: string | undefined; options: readonly FilterOption[]; choose: (value: string) => void }
  | { panel: (close: () => void) => ReactNode }
);

/** The chosen filters as chips, and a button that adds one. */
export const Filters = ({
  filters,
  clearAll,
}: {
  filters: readonly Filter[];
  /** Absent if nothing is chosen. */
  clearAll: (() => void) | undefined;
}) => (
  <>
    {filters.map(
      (filter) =>
        filter.value !== undefined && (
          <FilterChip
            key={filter.label}
            label={filter.label}
            value={filter.value}
            clear={filter.clear}
            className={PANEL}
          >
            {(close) => <Panel filter={filter} close={close} />}
          </FilterChip>
        ),
    )}
    <AddFilter filters={filters.filter(({ value }) => value === undefined)} />
    {clearAll && <ClearFilters clear={clearAll} />}
  </>
);

const PANEL = 'w-64 overflow-hidden';

const Panel = ({ filter, close }: { filter: Filter; close: () => void }) =>
  'panel' in filter ? (
    filter.panel(close)
  ) : (
    <FilterOptions
      label={filter.label}
      value={filter.chosen ?? ''}
      options={filter.options}
      choose={(value) => {
        close();
        filter.choose(value);
      }}
    />
  );

function AddFilter({ filters }: { filters: readonly Filter[] }) {
  const [isOpen, setOpen] = useState(false);
  const [label, setLabel] = useState<string>();
  const adding = filters.find((filter) => filter.label === label);
  const change = (opens: boolean): void => {
    setOpen(opens);
    setLabel(undefined);
  };
  if (filters.length === 0) return null;
  return (
    <Popover
      label={adding?.label ?? words.add}
      isOpen={isOpen}
      change={change}
      className={PANEL}
      trigger={
        <Button look="quiet" className="border-dashed! border-field! px-2.5!">
          <ListFilterPlus aria-hidden className="size-4" />
          {words.add}
        </Button>
      }
    >
      {adding ? (
        <Panel filter={adding} close={() => change(false)} />
      ) : (
        <Command label={words.add} loop>
          <Command.Input
            placeholder={text.common.filters.find}
            className="w-full border-b border-line bg-transparent px-3 py-2 text-body outline-none pointer-coarse:text-heading"
          />
          <Command.List className="max-h-72 overflow-y-auto p-1">
            <Command.Empty className="px-2 py-3 text-body text-quiet">
              {text.common.filters.nothing}
            </Command.Empty>
            {filters.map((filter) => (
              <Command.Item
                key={filter.label}
                onSelect={() => setLabel(filter.label)}
                className={`${POPUP_ITEM} data-[selected=true]:bg-sunken`}
              >
                {filter.label}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      )}
    </Popover>
  );
}
