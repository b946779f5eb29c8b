import { RadioGroup } from '#shared/components/radio-group.tsx';
import { every } from '#shared/every.ts';
import { type Role, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.members;
const { settings } = rooms;

const ROLES = every<Role>()(['viewer', 'member', 'admin', 'owner']);

/** The roles that the signed-in person may give. */
export function RoleChoice({ role, choose }: { role: Role; choose: (role: Role) => void }) {
  const { workspace } = useAccount();
  return (
    <RadioGroup
      label={words.role}
      value={role}
      choose={choose}
      options={ROLES.filter((each) => each !== 'owner' || workspace.role === 'owner').map((value) => ({
        value,
        label: settings.roles[value],
        about: words.roleAbout[value],
      }))}
    />
  );
}
