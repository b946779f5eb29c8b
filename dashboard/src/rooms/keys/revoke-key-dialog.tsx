import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { API_KEYS, type ApiKey } from '#shared/api/key-queries.ts';
import { request } from '#shared/api/request.ts';
import { Confirm } from '#shared/components/dialog.tsx';
import { EndingGrants } from '#shared/components/ending-grants.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { keys as words } from '#shared/strings/keys.ts';

export function RevokeKeyDialog({ apiKey: { id, name }, close }: { apiKey: ApiKey; close: () => void }) {
  const [isAdopted, adopt] = useState(false);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const revoke = useMutation({
    mutationFn: () => request('DELETE', `${API_KEYS}/${id}?adopt=${isAdopted}`),
    onSuccess: async () => {
      tell(words.revokedOf(name));
      close();
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <Confirm
      isOpen
      close={close}
      title={words.revokeTitle(name)}
      about={words.revokeAbout}
      action={words.revokeAction}
      isBusy={revoke.isPending}
      error={revoke.error}
      confirm={() => revoke.mutate()}
    >
      <EndingGrants
        path={`${API_KEYS}/${id}/grants`}
        title={words.revokeGrants}
        isAdopted={isAdopted}
        adopt={adopt}
      />
    </Confirm>
  );
}
