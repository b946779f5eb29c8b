import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

type Entry = {
  label: string;
  choose: () => void;
  icon?: ReactNode;
  look?: 'danger';
};

/** A button that opens a short list of actions. */
export const Menu = ({
  label,
  trigger,
  entries,
}: {
  /** Of the button, for screen readers. */
  label: string;
  trigger: ReactNode;
  entries: readonly Entry[];
}) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>
      <button
        type="button"
        aria-label={label}
        title={label}
        className="grid size-9 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken"
      >
        {trigger}
      </button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        className="z-40 min-w-44 rounded-panel border border-line bg-panel p-1 shadow-xl"
      >
        {entries.map(({ label: name, choose, icon, look }) => (
          <DropdownMenu.Item
            key={name}
            onSelect={choose}
            className={`flex min-h-9 cursor-default items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-sunken ${look === 'danger' ? 'text-bad' : ''}`}
          >
            {icon}
            {name}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);
