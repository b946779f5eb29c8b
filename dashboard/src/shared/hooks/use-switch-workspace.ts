import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';

/** Has this browser show another workspace. */
export function useSwitchWorkspace() {
  const tell = useNotices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (workspace_id: string) => request('PATCH', '/v1/account', { workspace_id }),
    // Nothing of the workspace before may stay on the page.
    onSuccess: () => {
      queryClient.clear();
      location.assign('/');
    },
    onError: (error) => tell(error.message, 'bad'),
  });
}
