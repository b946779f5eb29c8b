import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Submission } from '#shared/api/submission.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { Confirm } from './dialog.tsx';

/** Asks before something that can't be undone, and then does it. It is open as long as it is rendered, closes when it is
 *  done, and shows why it was not done. */
export function ConfirmDialog<Result>({
  send,
  said,
  stale,
  done,
  close,
  ...question
}: {
  send: (submission: Submission) => Promise<Result>;
  /** The notice when it is done. */
  said?: string;
  /** Keys of the queries to read again. */
  stale?: readonly QueryKey[];
  /** Called once the dialog is closed. */
  done?: (result: Result) => unknown;
  close: () => void;
  title: string;
  about: ReactNode;
  action: string;
  children?: ReactNode;
}) {
  const save = useSave<Result>((_, submission) => send(submission), {
    ...(said !== undefined && { said }),
    ...(stale && { stale }),
    done: async (result) => {
      close();
      await done?.(result);
    },
  });
  return (
    <Confirm
      {...question}
      isOpen
      close={close}
      isBusy={save.isPending}
      error={save.error}
      confirm={() => save.mutate()}
    />
  );
}
