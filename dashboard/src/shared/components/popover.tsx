import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { POPUP } from './popup.ts';

/** A panel that a button opens beside itself. It takes the focus and gives it back; Escape and a click outside close it.
 *  `trigger`: the button, which must take a ref and pass its props on. */
export const Popover = ({
  trigger,
  label,
  isOpen,
  change,
  align = 'start',
  side = 'bottom',
  className = 'w-72 p-3',
  children,
}: {
  trigger: ReactNode;
  /** The panel's accessible name. */
  label: string;
  /** Absent: the popover keeps this itself. */
  isOpen?: boolean;
  change?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
} & Pick<ComponentProps<typeof Radix.Content>, 'align' | 'side'>) => (
  <Radix.Root {...(isOpen !== undefined && { open: isOpen })} {...(change && { onOpenChange: change })}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        align={align}
        side={side}
        sideOffset={4}
        collisionPadding={8}
        className={`${POPUP} max-w-[calc(100vw-1rem)] origin-(--radix-popover-content-transform-origin) ${className}`}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
