import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { createContext, type ReactNode, type RefObject, useRef } from 'react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';
import { isInNotices } from './notices.tsx';
import { Failure } from './page.tsx';
import { useReturnedFocus } from './returned-focus.ts';
import { tip } from './tooltip.ts';

type Guard = RefObject<((close: () => void) => void) | undefined>;

/** The surrounding dialog's guard, which asks before it closes. It gets the function that closes the dialog. */
export const DialogGuard = createContext<Guard>({ current: undefined });

/** Closes a dialog, or lets its guard ask first. */
export const closeBy = ({ current: ask }: Guard, close: () => void): void => (ask ? ask(close) : close());

/** A modal dialog. It keeps the focus and returns it on closing; Escape closes it. */
export function Dialog({
  isOpen,
  close,
  title,
  about,
  children,
}: {
  isOpen: boolean;
  close: () => void;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const returnedFocus = useReturnedFocus();
  const guard = useRef<(close: () => void) => void>(undefined);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && closeBy(guard, close)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-shade data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        <Radix.Content
          className="fixed inset-0 z-30 m-auto grid h-fit max-h-[90dvh] w-[min(34rem,calc(100vw-2rem))] gap-4 overflow-y-auto rounded-sheet border border-line bg-panel p-5 shadow-dialog outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
          onInteractOutside={(event) => {
            // A notice is answered without leaving the dialog.
            if (isInNotices(event.target)) event.preventDefault();
          }}
          {...returnedFocus}
          {...(about === undefined && { 'aria-describedby': undefined })}
        >
          <div className="grid gap-1 pe-8">
            <Radix.Title dir="auto" className="text-heading font-semibold [overflow-wrap:anywhere]">
              {title}
            </Radix.Title>
            {about !== undefined && (
              <Radix.Description className="text-body text-quiet">{about}</Radix.Description>
            )}
          </div>
          <DialogGuard value={guard}>{children}</DialogGuard>
          {/* Last in tab order: the fields come first. */}
          <Radix.Close
            aria-label={text.common.close}
            {...tip(text.common.close)}
            className="absolute end-3 top-3 grid size-8 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A question with Cancel and an action. `error`: why the action failed. */
export const Confirm = ({
  isOpen,
  close,
  title,
  about,
  action,
  isBusy,
  error,
  confirm,
  children,
}: {
  isOpen: boolean;
  close: () => void;
  title: string;
  about: ReactNode;
  action: string;
  isBusy: boolean;
  error?: Error | null;
  confirm: () => void;
  /** More to read or choose before confirming. */
  children?: ReactNode;
}) => (
  <Dialog isOpen={isOpen} close={close} title={title} about={about}>
    {children}
    {error && <Failure error={error} />}
    <div className="flex justify-end gap-2">
      <Button onClick={close}>{text.common.cancel}</Button>
      <Button look="danger" isBusy={isBusy} onClick={confirm}>
        {action}
      </Button>
    </div>
  </Dialog>
);
