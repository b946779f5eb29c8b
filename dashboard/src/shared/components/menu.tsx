import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

type Entry = {
  label: string;
  choose: () => void;
  icon?: LucideIcon;
  look?: 'danger';
};

/** A button that opens a short list of actions. */
export const Menu = ({
  label,
  entries,
}: {
  /** The button's accessible name. */
  label: string;
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
        <Ellipsis aria-hidden className="size-4" />
      </button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        className="z-40 min-w-44 rounded-panel border border-line bg-panel p-1 shadow-xl"
      >
        {entries.map(({ label: name, choose, icon: Icon, look }) => (
          <DropdownMenu.Item
            key={name}
            onSelect={choose}
            className={`flex min-h-9 cursor-default items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-sunken ${look === 'danger' ? 'text-bad' : ''}`}
          >
            {Icon && <Icon aria-hidden className="size-4" />}
            {name}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);
