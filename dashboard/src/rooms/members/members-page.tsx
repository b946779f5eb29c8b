import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck, UserMinus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { type Member, membersQuery } from '#shared/api/member-queries.ts';
import { AddButton } from '#shared/components/button.tsx';
import { LeaveDialog } from '#shared/components/leave-dialog.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ListTable } from '#shared/table/list-table.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { keyOfMember, memberColumns, nameOfMember } from './member-columns.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

const words = rooms.members;

export const MembersPage = () => (
  <ForAdmins title={words.title}>
    <Members />
  </ForAdmins>
);

type Open =
  | { what: 'invite' | 'leave' }
  | { what: 'link'; link: string }
  | { what: 'role' | 'remove'; member: Member };

function Members() {
  const account = useAccount();
  const members = useInfiniteQuery(membersQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const all = members.data?.pages.flatMap(({ items }) => items) ?? [];
  const isOwner = account.workspace.role === 'owner';
  const columns = useMemo(() => memberColumns(account.id), [account.id]);
  const menu = useCallback(
    (member: Member) => {
      const isSelf = member.id === account.id;
      if (!isOwner && member.role === 'owner') return words.ownersOnly;
      return [
        {
          label: words.changeRole,
          choose: () => setOpen({ what: 'role', member }),
          icon: ShieldCheck,
        },
        {
          label: isSelf ? words.leave : words.remove,
          choose: () => setOpen(isSelf ? { what: 'leave' } : { what: 'remove', member }),
          icon: UserMinus,
          look: 'danger' as const,
        },
      ];
    },
    [account.id, isOwner],
  );
  return (
    <SettingsPage
      title={words.title}
      about={words.about}
      actions={<AddButton label={words.invite} onClick={() => setOpen({ what: 'invite' })} />}
    >
      <ListTable
        id="members"
        label={words.who}
        title={words.who}
        list={members}
        columns={columns}
        keyOf={keyOfMember}
        nameOf={nameOfMember}
        menu={menu}
      />
      <Invitations />
      {open?.what === 'invite' && (
        <InviteDialog close={close} done={({ link }) => setOpen({ what: 'link', link })} />
      )}
      {open?.what === 'link' && (
        <ShownOnce
          title={words.linkTitle}
          label={words.linkLabel}
          warning={words.linkWarning}
          secret={open.link}
          close={close}
        />
      )}
      {open?.what === 'role' && (
        // The newest one: someone else may have changed the role meanwhile.
        <RoleDialog member={all.find(({ id }) => id === open.member.id) ?? open.member} close={close} />
      )}
      {open?.what === 'leave' && <LeaveDialog close={close} />}
      {open?.what === 'remove' && <RemoveDialog member={open.member} close={close} />}
    </SettingsPage>
  );
}
