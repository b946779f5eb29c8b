import { useBlocker } from '@tanstack/react-router';
import { useContext, useEffect, useRef, useState } from 'react';
import { text } from '#shared/strings/text.ts';
import { Button } from './button.tsx';
import { Dialog, DialogGuard } from './dialog.tsx';

/** Asks before unsaved changes are lost, however the page or dialog is left. Render it anywhere in either. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const guard = useContext(DialogGuard);
  /** Closes the surrounding dialog. */
  const [close, setClose] = useState<() => void>();
  const isLeaving = useRef(false);
  useEffect(() => {
    guard.current = isDirty ? (leave) => setClose(() => leave) : undefined;
    return () => {
      guard.current = undefined;
    };
  }, [guard, isDirty]);
  const { status, proceed, reset } = useBlocker({
    // A dialog whose state is in the URL closes by navigation, after its own question.
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
