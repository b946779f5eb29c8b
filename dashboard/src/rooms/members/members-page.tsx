import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Member, membersQuery } from '#shared/api/member-queries.ts';
import { AddButton } from '#shared/components/button.tsx';
import { LeaveDialog } from '#shared/components/leave-dialog.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { ShownOnce } from '#shared/components/shown-once.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { members as words } from '#shared/strings/members.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

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
  const { data, isPending, error, refetch } = members;
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const isOwner = account.workspace.role === 'owner';
  return (
    <SettingsPage
      title={words.title}
      about={words.about}
      actions={<AddButton label={words.invite} onClick={() => setOpen({ what: 'invite' })} />}
    >
      {isPending && <Loading />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <Panel title={words.who}>
          <ul className="-m-4">
            {all.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isSelf={member.id === account.id}
                canChange={isOwner || member.role !== 'owner'}
                changeRole={() => setOpen({ what: 'role', member })}
                remove={() =>
                  setOpen(member.id === account.id ? { what: 'leave' } : { what: 'remove', member })
                }
              />
            ))}
          </ul>
        </Panel>
      )}
      <LoadMore list={members} />
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
