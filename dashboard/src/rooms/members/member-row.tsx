import { ShieldCheck, UserMinus } from 'lucide-react';
import type { Member } from '#shared/api/member-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Menu } from '#shared/components/menu.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { LabelledWhen } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.members;
const { settings } = rooms;

/** A member. */
export const MemberRow = ({
  member: { name, email, email_proved, has_second_factor, role, created_at, last_sign_in_at },
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
  <li
    className={`${canChange ? 'grid-cols-[minmax(0,1fr)_auto]' : 'sm:grid-cols-[minmax(0,1fr)_auto]'} grid items-start gap-x-3 gap-y-1 border-b border-line px-4 py-3.5 last:border-b-0`}
  >
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span {...explain(words.roleAbout[role])}>
          <Badge tone={role === 'owner' ? 'accent' : 'plain'}>{settings.roles[role]}</Badge>
        </span>
        {isSelf && <Badge>{words.you}</Badge>}
        {!has_second_factor && (
          <span {...explain(words.passwordOnlyAbout)}>
            <Badge>{words.passwordOnly}</Badge>
          </span>
        )}
        {!email_proved && (
          <span {...explain(words.unprovedAbout)}>
            <Badge tone={isSelf ? 'plain' : 'warning'}>{words.unproved}</Badge>
          </span>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-small text-quiet">
        <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
        <LabelledWhen label={words.joined} at={created_at} />
        <LabelledWhen label={words.lastSignIn} at={last_sign_in_at} />
      </p>
    </div>
    {canChange ? (
      <Menu
        label={words.actionsFor({ name })}
        entries={[
          {
            label: words.changeRole,
            choose: changeRole,
            icon: ShieldCheck,
          },
          {
            label: isSelf ? words.leave : words.remove,
            choose: remove,
            icon: UserMinus,
            look: 'danger',
          },
        ]}
      />
    ) : (
      <span className="text-small text-quiet sm:py-2">{words.ownersOnly}</span>
    )}
  </li>
);
