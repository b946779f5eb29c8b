import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';

/** Switches this browser to another workspace. */
export function useSwitchWorkspace() {
  const tell = useNotices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (workspace_id: string) => request('PATCH', '/v1/account', { workspace_id }),
    // Nothing of the previous workspace may stay on the page.
    onSuccess: () => {
      queryClient.clear();
      location.assign('/');
    },
    onError: (error) => tell(error.message, 'bad'),
  });
}
