import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createSubmission, type Submission } from '#shared/api/submission.ts';
import { useNotices } from '#shared/components/notices.tsx';

export type SaveOptions<Result, Input> = {
  /** The notice when it is done. */
  said?: string | ((result: Result, input: Input) => string);
  /** Keys of the queries to read again. */
  stale?: readonly QueryKey[];
  done?: (result: Result, input: Input) => unknown;
  /** For a place that shows no error itself: a notice shows it. */
  tellsErrors?: boolean;
};

/** Sends a change, once at a time. When it is done, says so, calls `done` and reads again what changed. */
export function useSave<Result, Input = void>(
  send: (input: Input, submission: Submission) => Promise<Result>,
  { said, stale = [], done, tellsErrors = false }: SaveOptions<Result, Input>,
) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const [submission] = useState(createSubmission);
  // A second click may come before the button is disabled.
  const isSending = useRef(false);
  const mutation = useMutation({
    mutationFn: (input: Input) => send(input, submission),
    onSuccess: async (result, input) => {
      submission.end();
      if (said !== undefined) tell(typeof said === 'string' ? said : said(result, input));
      await done?.(result, input);
      await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error) => tellsErrors && tell(error.message, 'bad'),
    onSettled: () => {
      isSending.current = false;
    },
    // Keeps neither what was typed nor a secret in the response.
    gcTime: 0,
  });
  return {
    ...mutation,
    mutate: (...sent: Parameters<typeof mutation.mutate>): void => {
      if (isSending.current) return;
      isSending.current = true;
      mutation.mutate(...sent);
    },
  };
}
