import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Sends a change. When it is done, says so, calls `done` and reads again what changed. */
export function useSave<Result, Input = void>(
  send: (input: Input) => Promise<Result>,
  { said, stale = [], done, tellsErrors = false }: SaveOptions<Result, Input>,
) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: send,
    onSuccess: async (result, input) => {
      if (said !== undefined) tell(typeof said === 'string' ? said : said(result, input));
      await done?.(result, input);
      await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error) => tellsErrors && tell(error.message, 'bad'),
    // Keeps neither what was typed nor a secret in the response.
    gcTime: 0,
  });
}
