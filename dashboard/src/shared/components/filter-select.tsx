import { Command } from 'cmdk';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '#shared/format.ts';
import { text } from '#shared/strings/text.ts';
import { Popover } from './popover.tsx';
import { POPUP_ITEM } from './popup.ts';
import { tip } from './tooltip.ts';

const words = text.common.filters;

export type FilterOption = { value: string; label: string; count?: number | undefined };

/** One filter of a list, as a chip: "Status", and once chosen "Status: Failed" with a button that removes it. */
export function FilterSelect({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string | undefined;
  /** If the first option means no filter, its value is "". Without such an option, one of them is always chosen. */
  options: readonly FilterOption[];
  choose: (value: string | undefined) => void;
}) {
  const canClear = options[0]?.value === '';
  const isSet = canClear && value !== undefined;
  const chosen = options.find((option) => option.value === (value ?? ''));
  return (
    <FilterChip
      label={label}
      value={isSet || !canClear ? (chosen?.label ?? value ?? '') : undefined}
      clear={isSet ? () => choose(undefined) : undefined}
      className="w-60 overflow-hidden"
    >
      {(close) => (
        <FilterOptions
          label={label}
          value={value ?? ''}
          options={options}
          choose={(next) => {
            close();
            choose(next || undefined);
          }}
        />
      )}
    </FilterChip>
  );
}

/** A chip that opens a panel. value: in words; undefined if nothing is chosen. clear: if that can be undone. */
export function FilterChip({
  label,
  value,
  clear,
  className,
  children,
}: {
  label: string;
  value: string | undefined;
  clear: (() => void) | undefined;
  /** Of the panel. */
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span
      className={`inline-flex max-w-full min-w-0 items-center rounded-control border text-body shadow-control ${clear ? 'border-accent/40 bg-accent-ground text-accent-ink' : 'border-field bg-panel'}`}
    >
      <Popover
        label={label}
        isOpen={isOpen}
        change={setOpen}
        {...(className !== undefined && { className })}
        trigger={
          <button
            type="button"
            className={`inline-flex min-h-7.5 min-w-0 items-center gap-1.5 rounded-control px-2.5 pointer-coarse:min-h-9 ${clear ? 'pe-1' : 'hover:bg-sunken'}`}
          >
            <span className="max-w-56 truncate">
              {value === undefined ? label : words.chosen({ label, value })}
            </span>
            {!clear && <ChevronDown aria-hidden className="size-3.5 shrink-0 text-quiet" />}
          </button>
        }
      >
        {children(() => setOpen(false))}
      </Popover>
      {clear && (
        <button
          type="button"
          aria-label={words.remove({ label })}
          {...tip(words.remove({ label }))}
          onClick={clear}
          className="grid size-7 shrink-0 place-items-center rounded-control hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

/** The options, which typing narrows down. */
export const FilterOptions = ({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly FilterOption[];
  choose: (value: string) => void;
}) => (
  <Command label={label} loop>
    <Command.Input
      placeholder={words.find}
      className="w-full border-b border-line bg-transparent px-3 py-2 text-body outline-none pointer-coarse:text-heading"
    />
    <Command.List className="max-h-72 overflow-y-auto p-1">
      <Command.Empty className="px-2 py-3 text-body text-quiet">{words.nothing}</Command.Empty>
      {options.map((option) => (
        <Command.Item
          key={option.value}
          value={option.value || 'none'}
          keywords={[option.label]}
          onSelect={() => choose(option.value)}
          className={`${POPUP_ITEM} data-[selected=true]:bg-sunken`}
        >
          <Check
            aria-hidden
            className={`size-4 shrink-0 text-accent-ink ${option.value === value ? '' : 'invisible'}`}
          />
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {option.label}
          </span>
          {option.count !== undefined && (
            <span className="text-small text-quiet">{formatNumber(option.count)}</span>
          )}
        </Command.Item>
      ))}
    </Command.List>
  </Command>
);
