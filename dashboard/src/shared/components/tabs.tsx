import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type Tab<Value> = { value: Value; label: string };

/** Tabs, by arrow keys or click. Radix has them too, with 10 KB that the first page would load. */
export function Tabs<Value extends string>({
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
  tabs: readonly Tab<Value>[];
  /** Fills the height it is given, and its content the rest of it. */
  isFull?: boolean;
  /** The content of the chosen tab. */
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabByKey(event.key, tabs, value);
    if (!next) return;
    event.preventDefault();
    choose(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className={isFull ? 'flex h-full min-h-0 flex-col' : 'grid grid-cols-[minmax(0,1fr)] gap-4'}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={`flex gap-4 overflow-x-auto border-b border-line ${isFull ? 'shrink-0 px-4' : ''}`}
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => choose(tab.value)}
              className="-mb-px min-h-9 border-b-2 border-transparent px-0.5 font-medium whitespace-nowrap text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={`min-w-0 animate-appear ${isFull ? 'min-h-0 flex-1' : ''}`}
      >
        {children}
      </div>
    </div>
  );
}

/** The tab that a key leads to, round the ends. */
function tabByKey<Value>(key: string, tabs: readonly Tab<Value>[], value: Value): Tab<Value> | undefined {
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const at = tabs.findIndex((tab) => tab.value === value);
  if (key === forward) return tabs[(at + 1) % tabs.length];
  return key === back ? tabs.at(at - 1) : undefined;
}
