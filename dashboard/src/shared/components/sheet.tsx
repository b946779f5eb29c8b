import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { text } from '#shared/strings/text.ts';
import { useReturnedFocus } from './returned-focus.ts';
import { tip } from './tooltip.ts';

/** A panel at the side of the window, over the page. A modal sheet shades the page and keeps the focus; beside any other the
 *  page stays usable. Escape closes both, and the focus returns. */
export function Sheet({
  isOpen,
  close,
  title,
  isTitleHidden = false,
  about,
  actions,
  side = 'end',
  isModal = false,
  className = 'w-full md:w-1/2',
  children,
}: {
  isOpen: boolean;
  close: () => void;
  title: string;
  /** Only screen readers get the title, and the sheet has no head. */
  isTitleHidden?: boolean;
  about?: ReactNode;
  /** Buttons beside the one that closes it. */
  actions?: ReactNode;
  side?: 'start' | 'end';
  isModal?: boolean;
  /** Its width. */
  className?: string;
  children: ReactNode;
}) {
  const returnedFocus = useReturnedFocus();
  const edge = side === 'end' ? 'end-0 border-s [--from:1]' : 'start-0 border-e [--from:-1] bg-rail';
  return (
    <Radix.Root open={isOpen} modal={isModal} onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        {isModal && (
          <Radix.Overlay className="fixed inset-0 z-30 bg-shade data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        )}
        <Radix.Content
          className={`fixed inset-y-0 z-30 flex max-w-full flex-col border-line bg-panel shadow-dialog outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in ${edge} ${className}`}
          onInteractOutside={(event) => {
            // The page beside it stays usable.
            if (!isModal) event.preventDefault();
          }}
          {...returnedFocus}
          {...(about === undefined && { 'aria-describedby': undefined })}
        >
          <header
            className={
              isTitleHidden
                ? 'absolute end-2 top-3 flex'
                : 'flex min-h-12 items-center gap-2 border-b border-line ps-4 pe-2'
            }
          >
            <div className={isTitleHidden ? '' : 'min-w-0 flex-1 py-2'}>
              <Radix.Title
                dir="auto"
                className={isTitleHidden ? 'sr-only' : 'truncate text-title font-semibold'}
              >
                {title}
              </Radix.Title>
              {about !== undefined && (
                <Radix.Description className="truncate text-small text-quiet">{about}</Radix.Description>
              )}
            </div>
            {actions}
            <Radix.Close
              aria-label={text.common.close}
              {...tip(text.common.close)}
              className="grid size-8 shrink-0 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
