import { Ellipsis, ShieldCheck, UserMinus } from 'lucide-react';
import { Badge } from '../components/badge.tsx';
import { Menu } from '../components/menu.tsx';
import { When } from '../components/when.tsx';
import { members as words } from '../strings/members.ts';
import { settings } from '../strings/settings.ts';
import type { Member } from './member-queries.ts';

/** Somebody who works in the workspace. */
export const MemberRow = ({
  member: { name, email, role, created_at, last_sign_in_at },
  isSelf,
  canChange,
  changeRole,
  remove,
}: {
  member: Member;
  isSelf: boolean;
  canChange: boolean;
  changeRole: () => void;
  remove: () => void;
}) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border-b border-line px-4 py-3.5 last:border-b-0">
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span title={words.roleAbout[role]}>
          <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{settings.roles[role]}</Badge>
        </span>
        {isSelf && <Badge>{words.you}</Badge>}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-small text-quiet">
        <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
        <span>
          {words.joined}: <When at={created_at} />
        </span>
        <span>
          {words.lastSignIn}: <When at={last_sign_in_at} />
        </span>
      </p>
    </div>
    {canChange ? (
      <Menu
        label={words.actionsFor(name)}
        trigger={<Ellipsis aria-hidden className="size-4" />}
        entries={[
          {
            label: words.changeRole,
            choose: changeRole,
            icon: <ShieldCheck aria-hidden className="size-4" />,
          },
          {
            label: isSelf ? words.leave : words.remove,
            choose: remove,
            icon: <UserMinus aria-hidden className="size-4" />,
            look: 'danger',
          },
        ]}
      />
    ) : (
      <span className="py-2 text-small text-quiet">{words.ownersOnly}</span>
    )}
  </li>
);
