import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api.ts';
import { Confirm } from '../components/dialog.tsx';
import { useNotices } from '../components/notices.tsx';
import { members as words } from '../strings/members.ts';
import { useAccount } from '../use-account.ts';
import { MEMBERS, type Member } from './member-queries.ts';

/** Takes the workspace from somebody, or from whoever is signed in. */
export function RemoveDialog({ member: { id, name }, close }: { member: Member; close: () => void }) {
  const account = useAccount();
  const isSelf = id === account.id;
  const queryClient = useQueryClient();
  const tell = useNotices();
  const remove = useMutation({
    mutationFn: () => request('DELETE', `${MEMBERS}/${id}`),
    onSuccess: async () => {
      // The sign-in has ended with the membership: the page begins anew.
      if (isSelf) return location.assign('/');
      tell(words.removed(name));
      close();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <Confirm
      isOpen
      close={close}
      title={isSelf ? words.leaveTitle : words.removeTitle(name)}
      about={isSelf ? words.leaveAbout : words.removeAbout}
      action={isSelf ? words.leave : words.removeAction}
      isBusy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate()}
    />
  );
}
