import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Tabs, by arrow keys or click. */
export const Tabs = <Value extends string>({
  label,
  value,
  choose,
  tabs,
  isFull = false,
  children,
}: {
  label: string;
  value: Value;
  choose: (value: Value) => void;
  tabs: readonly { value: Value; label: string }[];
  /** Fills the height it is given, and its content the rest of it. */
  isFull?: boolean;
  /** The content of the chosen tab. */
  children: ReactNode;
}) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => choose(next as Value)}
    className={isFull ? 'flex h-full min-h-0 flex-col' : 'grid gap-4'}
  >
    <Radix.List
      aria-label={label}
      className={`flex gap-4 overflow-x-auto border-b border-line ${isFull ? 'shrink-0 px-4' : ''}`}
    >
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className="-mb-px min-h-9 border-b-2 border-transparent px-0.5 text-body font-medium whitespace-nowrap text-quiet hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    <Radix.Content
      key={value}
      value={value}
      tabIndex={-1}
      className={`min-w-0 animate-appear ${isFull ? 'min-h-0 flex-1' : ''}`}
    >
      {children}
    </Radix.Content>
  </Radix.Root>
);
