import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MEMBERS, type Member } from '#shared/api/member-queries.ts';
import { request } from '#shared/api/request.ts';
import { Confirm } from '#shared/components/dialog.tsx';
import { EndingGrants } from '#shared/components/ending-grants.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { members as words } from '#shared/strings/members.ts';

/** Takes the workspace from somebody else. */
export function RemoveDialog({ member: { id, name }, close }: { member: Member; close: () => void }) {
  const [isAdopted, adopt] = useState(false);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const remove = useMutation({
    mutationFn: () => request('DELETE', `${MEMBERS}/${id}?adopt=${isAdopted}`),
    onSuccess: async () => {
      tell(words.removed(name));
      close();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
      await queryClient.invalidateQueries({ queryKey: ['invitations'] });
    },
  });
  return (
    <Confirm
      isOpen
      close={close}
      title={words.removeTitle(name)}
      about={words.removeAbout}
      action={words.removeAction}
      isBusy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate()}
    >
      <EndingGrants path={`${MEMBERS}/${id}/grants`} isAdopted={isAdopted} adopt={adopt} />
    </Confirm>
  );
}
