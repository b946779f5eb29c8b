import { useState } from 'react';
import { MEMBERS, type Member } from '#shared/api/member-queries.ts';
import { submit } from '#shared/api/request.ts';
import { EndingGrants } from '#shared/components/ending-grants.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useForm } from '#shared/hooks/use-form.ts';
import { members as words } from '#shared/strings/members.ts';
import { settings } from '#shared/strings/settings.ts';
import { text } from '#shared/strings/text.ts';
import { RoleChoice } from './role-choice.tsx';

const RANKS: readonly Member['role'][] = ['viewer', 'member', 'admin', 'owner'];

export function RoleDialog({
  member: { id, name, email, role: present },
  close,
}: {
  member: Member;
  close: () => void;
}) {
  const [isAdopted, adopt] = useState(false);
  const isLower = (role: Member['role']): boolean => RANKS.indexOf(role) < RANKS.indexOf(present);
  const {
    values: { role },
    put,
    form,
  } = useForm({
    initial: { role: present },
    send: (changed, submission) =>
      submit<Member>(
        submission,
        'PATCH',
        `${MEMBERS}/${id}?adopt=${isLower(changed.role) && isAdopted}`,
        changed,
      ),
    said: (member) => words.roleChanged(name, settings.roles[member.role]),
    done: close,
    stale: [['members'], ['account']],
    // A role is all that can be changed of a member.
    version: present,
  });
  const { id: me } = useAccount();
  return (
    <FormDialog
      title={words.roleTitle}
      about={words.roleOf(name, email)}
      action={text.common.save}
      {...form}
      disabled={role === present}
      close={close}
    >
      <RoleChoice role={role} choose={(chosen) => put({ role: chosen })} />
      {isLower(role) && (
        <EndingGrants
          path={`${MEMBERS}/${id}/grants?role=${role}`}
          isAdopted={isAdopted}
          {...(id !== me && { adopt })}
        />
      )}
    </FormDialog>
  );
}
