import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { POPUP, POPUP_ITEM } from './popup.ts';
import { tip } from './tooltip.ts';

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
        {...tip(label)}
        className="grid size-8 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken pointer-coarse:size-9"
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className={`${POPUP} min-w-44 origin-(--radix-dropdown-menu-content-transform-origin) p-1`}
      >
        {entries.map(({ label: name, choose, icon: Icon, look }) => (
          <DropdownMenu.Item
            key={name}
            onSelect={choose}
            className={`${POPUP_ITEM} ${look === 'danger' ? 'text-bad' : ''}`}
          >
            {Icon && <Icon aria-hidden className="size-4" />}
            {name}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);
