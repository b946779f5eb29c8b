import { useBlocker } from '@tanstack/react-router';
import { useContext, useEffect, useRef, useState } from 'react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';
import { Dialog, DialogGuard } from './dialog.tsx';

/** Asks before a change that is not saved is left, whichever way: to be put anywhere on the page, or in a dialog. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const guard = useContext(DialogGuard);
  /** Closes the dialog around it. */
  const [close, setClose] = useState<() => void>();
  const isLeaving = useRef(false);
  useEffect(() => {
    guard.current = isDirty ? (leave) => setClose(() => leave) : undefined;
    return () => {
      guard.current = undefined;
    };
  }, [guard, isDirty]);
  const { status, proceed, reset } = useBlocker({
    // A dialog that stands in the address is closed by going elsewhere: it has been asked about then.
    shouldBlockFn: () => isDirty && !isLeaving.current,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const stay = (): void => {
    setClose(undefined);
    reset?.();
  };
  const leave = (): void => {
    isLeaving.current = true;
    setClose(undefined);
    close?.();
    proceed?.();
  };
  return (
    <Dialog isOpen={status === 'blocked' || close !== undefined} close={stay} title={text.common.unsaved}>
      <div className="flex justify-end gap-2">
        <Button onClick={stay}>{text.common.stay}</Button>
        <Button look="danger" onClick={leave}>
          {text.common.leave}
        </Button>
      </div>
    </Dialog>
  );
}
