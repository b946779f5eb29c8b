import { RadioGroup } from '#shared/components/radio-group.tsx';
import { every } from '#shared/every.ts';
import { type Role, useAccount } from '#shared/hooks/use-account.ts';
import { members as words } from '#shared/strings/members.ts';
import { settings } from '#shared/strings/settings.ts';

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
