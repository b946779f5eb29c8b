import { HoverCard as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { POPUP } from './popup.ts';

/** A preview of what a link or button leads to, shown while the pointer rests on it or it has the focus. It only shows more of
 *  what the element itself opens: touch has no hover.
 *  `children`: the element, which must take a ref and pass its props on. */
export const HoverCard = ({
  card,
  isOpen,
  change,
  align = 'start',
  side = 'top',
  className = 'w-80 p-3',
  children,
}: {
  card: ReactNode;
  /** Absent: the card keeps this itself. */
  isOpen?: boolean;
  change?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
} & Pick<ComponentProps<typeof Radix.Content>, 'align' | 'side'>) => (
  <Radix.Root
    openDelay={250}
    closeDelay={150}
    {...(isOpen !== undefined && { open: isOpen })}
    {...(change && { onOpenChange: change })}
  >
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={`${POPUP} max-w-[calc(100vw-1rem)] origin-(--radix-hover-card-content-transform-origin) text-body ${className}`}
      >
        {card}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
