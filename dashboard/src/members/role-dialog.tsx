import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure } from '../components/page.tsx';
import { members as words } from '../strings/members.ts';
import { settings } from '../strings/settings.ts';
import { text } from '../strings.ts';
import { MEMBERS, type Member } from './member-queries.ts';
import { RoleChoice } from './role-choice.tsx';

export function RoleDialog({
  member: { id, name, role: present },
  close,
}: {
  member: Member;
  close: () => void;
}) {
  const [role, setRole] = useState(present);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => request<Member>('PATCH', `${MEMBERS}/${id}`, { role }),
    onSuccess: async () => {
      tell(words.roleChanged(name, settings.roles[role]));
      close();
      await queryClient.invalidateQueries({ queryKey: ['members'] });
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  return (
    <Dialog isOpen close={close} title={words.roleTitle(name)}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <RoleChoice role={role} choose={setRole} />
        {save.error && <Failure error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button type="submit" look="primary" disabled={role === present} isBusy={save.isPending}>
            {text.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
