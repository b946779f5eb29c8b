import { INVITATIONS, type NewInvitation } from '#shared/api/member-queries.ts';
import { submit } from '#shared/api/request.ts';
import { TextField } from '#shared/components/field.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import type { Role } from '#shared/hooks/use-account.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { members as words } from '#shared/strings/members.ts';
import { RoleChoice } from './role-choice.tsx';

export function InviteDialog({
  close,
  done,
}: {
  close: () => void;
  done: (invitation: NewInvitation) => void;
}) {
  const { values, put, field, form } = useForm({
    initial: { role: 'member' as Role, email: '' },
    send: ({ role, email }, submission) =>
      submit<NewInvitation>(submission, 'POST', INVITATIONS, {
        role,
        ...(email.trim() && { email: email.trim() }),
      }),
    done,
    stale: [['invitations']],
  });
  return (
    <FormDialog
      title={words.inviteTitle}
      about={words.inviteAbout}
      action={words.createLink}
      {...form}
      close={close}
    >
      <TextField label={words.email} hint={words.emailHint} type="email" {...field('email')} />
      <RoleChoice role={values.role} choose={(role) => put({ role })} />
    </FormDialog>
  );
}
