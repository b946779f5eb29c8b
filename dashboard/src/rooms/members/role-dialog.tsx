import { useState } from 'react';
import { MEMBERS, type Member } from '#shared/api/member-queries.ts';
import { request } from '#shared/api/request.ts';
import { EndingGrants } from '#shared/components/ending-grants.tsx';
import { FormDialog } from '#shared/components/form-dialog.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { RoleChoice } from './role-choice.tsx';

const words = rooms.members;
const { settings } = rooms;

const RANKS: readonly Member['role'][] = ['viewer', 'member', 'admin', 'owner'];

export function RoleDialog({
  member: { id, name, email, role: present },
  close,
}: {
  member: Member;
  close: () => void;
}) {
  const [role, setRole] = useState(present);
  const [isAdopted, adopt] = useState(false);
  const isLess = RANKS.indexOf(role) < RANKS.indexOf(present);
  const { id: me } = useAccount();
  const save = useSave(
    () => request<Member>('PATCH', `${MEMBERS}/${id}?adopt=${isLess && isAdopted}`, { role }),
    {
      said: words.roleChanged({ name, role: settings.roles[role] }),
      done: close,
      stale: [['members'], ['account']],
    },
  );
  return (
    <FormDialog
      title={words.roleTitle}
      about={words.roleOf({ name, email })}
      action={text.common.save}
      disabled={role === present}
      isBusy={save.isPending}
      error={save.error}
      submit={() => save.mutate()}
      close={close}
    >
      <RoleChoice role={role} choose={setRole} />
      {isLess && (
        <EndingGrants
          path={`${MEMBERS}/${id}/grants?role=${role}`}
          isAdopted={isAdopted}
          {...(id !== me && { adopt })}
        />
      )}
    </FormDialog>
  );
}
