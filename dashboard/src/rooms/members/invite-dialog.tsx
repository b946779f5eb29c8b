import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { INVITATIONS, type NewInvitation } from '#shared/api/member-queries.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import type { Role } from '#shared/hooks/use-account.ts';
import { members as words } from '#shared/strings/members.ts';
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
    <FormDialog
      title={words.inviteTitle}
      about={words.inviteAbout}
      action={words.createLink}
      isBusy={invite.isPending}
      error={rest}
      submit={() => invite.mutate()}
      close={close}
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
    </FormDialog>
  );
}
