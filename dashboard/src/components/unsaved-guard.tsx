import { useBlocker } from '@tanstack/react-router';
import { text } from '../strings.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a change that is not saved is left, whichever way: to be put anywhere on the page. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Dialog isOpen={status === 'blocked'} close={() => reset?.()} title={text.common.unsaved}>
      <div className="flex justify-end gap-2">
        <Button onClick={() => reset?.()}>{text.common.stay}</Button>
        <Button look="danger" onClick={() => proceed?.()}>
          {text.common.leave}
        </Button>
      </div>
    </Dialog>
  );
}
