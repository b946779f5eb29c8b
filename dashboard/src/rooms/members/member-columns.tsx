import type { Invitation, Member } from '#shared/api/member-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { MadeBy } from '#shared/components/made-by.tsx';
import { explain, tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { Column } from '#shared/table/columns.ts';

const words = rooms.members;
const { settings } = rooms;

export const keyOfMember = ({ id }: Member): string => id;
export const nameOfMember = ({ name }: Member): string => name;

/** me: the id of the person who looks. */
export const memberColumns = (me: string): Column<Member>[] => [
  {
    id: 'name',
    head: rooms.sources.table.name,
    width: 150,
    isSortable: true,
    value: nameOfMember,
    cell: (member) => <Name member={member} isSelf={member.id === me} />,
  },
  {
    id: 'role',
    head: words.role,
    width: 96,
    isSortable: true,
    value: ({ role }) => settings.roles[role],
    cell: ({ role }) => <Role role={role} />,
  },
  {
    id: 'email',
    head: words.emailColumn,
    width: 200,
    isSortable: true,
    value: ({ email }) => email,
    cell: ({ email }) => <span {...tip(email)}>{email}</span>,
  },
  {
    id: 'created_at',
    head: words.joined,
    width: 108,
    rank: 4,
    isSortable: true,
    isNumber: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <When at={created_at} />,
  },
  {
    id: 'last_sign_in_at',
    head: words.lastSignIn,
    width: 108,
    rank: 3,
    isSortable: true,
    isNumber: true,
    value: ({ last_sign_in_at }) => last_sign_in_at,
    cell: ({ last_sign_in_at }) => <When at={last_sign_in_at} />,
  },
];

const Role = ({ role }: Pick<Member, 'role'>) => (
  <span {...explain(words.roleAbout[role])}>
    <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{settings.roles[role]}</Badge>
  </span>
);

const Name = ({ member: { name, email_proved }, isSelf }: { member: Member; isSelf: boolean }) => (
  <span className="flex min-w-0 items-center gap-2">
    <span dir="auto" {...tip(name)} className="truncate font-medium">
      {name}
    </span>
    {isSelf && <Badge>{words.you}</Badge>}
    {!email_proved && (
      <span {...explain(words.unprovedAbout)}>
        <Badge tone={isSelf ? 'plain' : 'warning'}>{words.unproved}</Badge>
      </span>
    )}
  </span>
);

export const keyOfInvitation = ({ id }: Invitation): string => id;
export const nameOfInvitation = ({ email }: Invitation): string => email ?? words.anybody;

export const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  {
    id: 'email',
    head: words.emailColumn,
    width: 160,
    isSortable: true,
    value: nameOfInvitation,
    cell: (invitation) => (
      <span className="font-medium" {...tip(nameOfInvitation(invitation))}>
        {nameOfInvitation(invitation)}
      </span>
    ),
  },
  {
    id: 'role',
    head: words.role,
    width: 96,
    isSortable: true,
    value: ({ role }) => settings.roles[role],
    cell: ({ role }) => <Role role={role} />,
  },
  {
    id: 'created_at',
    head: words.invited,
    width: 170,
    rank: 3,
    isSortable: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at, created_by }) => (
      <>
        <When at={created_at} />
        <MadeBy id={created_by} />
      </>
    ),
  },
  {
    id: 'expires_at',
    head: words.expires,
    width: 108,
    rank: 2,
    isSortable: true,
    isNumber: true,
    value: ({ expires_at }) => expires_at,
    cell: ({ expires_at }) => <When at={expires_at} />,
  },
];
