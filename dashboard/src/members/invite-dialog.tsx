import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Failure } from '../components/page.tsx';
import { members as words } from '../strings/members.ts';
import { text } from '../strings.ts';
import type { Role } from '../use-account.ts';
import { INVITATIONS, type NewInvitation } from './member-queries.ts';
import { RoleChoice } from './role-choice.tsx';

export function InviteDialog({
  close,
  done,
}: {
  close: () => void;
  done: (invitation: NewInvitation) => void;
}) {
  const [role, setRole] = useState<Role>('member');
  const [email, setEmail] = useState('');
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: () =>
      request<NewInvitation>('POST', INVITATIONS, { role, ...(email.trim() && { email: email.trim() }) }),
    onSuccess: async (invitation) => {
      done(invitation);
      await queryClient.invalidateQueries({ queryKey: ['invitations'] });
    },
    gcTime: 0,
  });
  const { reasonOf, rest } = reasonsOf(invite.error, ['email']);
  return (
    <Dialog isOpen close={close} title={words.inviteTitle} about={words.inviteAbout}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <TextField
          label={words.email}
          hint={words.emailHint}
          type="email"
          value={email}
          error={reasonOf('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleChoice role={role} choose={setRole} />
        {rest && <Failure error={rest} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button type="submit" look="primary" isBusy={invite.isPending}>
            {words.makeLink}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
