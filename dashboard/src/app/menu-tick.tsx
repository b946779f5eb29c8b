import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

/** A tick before the chosen entry of a menu, and the same room before the others. */
export const MenuTick = () => (
  <span className="size-4 shrink-0">
    <DropdownMenu.ItemIndicator>
      <Check aria-hidden className="size-4 text-accent-ink" />
    </DropdownMenu.ItemIndicator>
  </span>
);
