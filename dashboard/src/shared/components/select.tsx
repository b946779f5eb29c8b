import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { Option } from './option.ts';
import { POPUP, POPUP_ITEM } from './popup.ts';

/** Radix keeps the empty value for "nothing chosen"; here it is a choice like any other. */
const EMPTY = '(empty)';
const toRadix = (value: string): string => (value === '' ? EMPTY : value);
const fromRadix = (value: string): string => (value === EMPTY ? '' : value);

/** A button that opens a list, of which one option is chosen. For forms: `SelectField` has its label too. */
export const Select = ({
  value,
  options,
  choose,
  className,
  id,
  disabled,
  ...aria
}: {
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
  className?: string;
  id?: string;
  disabled?: boolean | undefined;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}) => (
  <Radix.Root value={toRadix(value)} onValueChange={(next) => choose(fromRadix(next))} disabled={disabled}>
    <Radix.Trigger id={id} {...aria} className={className}>
      <span className="min-w-0 truncate">
        <Radix.Value />
      </span>
      <Radix.Icon asChild>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-quiet" />
      </Radix.Icon>
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className={`${POPUP} max-h-[min(20rem,var(--radix-select-content-available-height))] max-w-[calc(100vw-1rem)] min-w-(--radix-select-trigger-width) origin-(--radix-select-content-transform-origin)`}
      >
        <Radix.Viewport className="p-1">
          {options.map((option) => (
            <Radix.Item key={option.value} value={toRadix(option.value)} className={`${POPUP_ITEM} pe-8`}>
              <Radix.ItemText>{option.label}</Radix.ItemText>
              <Radix.ItemIndicator className="absolute end-3">
                <Check aria-hidden className="size-4 text-accent-ink" />
              </Radix.ItemIndicator>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
