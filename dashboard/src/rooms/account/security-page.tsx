import { Panel } from '#shared/components/page.tsx';
import { SettingsPage } from '#shared/components/settings-page.tsx';
import { useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignIns } from './sign-ins.tsx';
import { TwoStep } from './two-step.tsx';
import { YourKeys } from './your-keys.tsx';

const words = rooms.myAccount;

/** How the signed-in person signs in, and where they are. */
export function SecurityPage() {
  const account = useAccount();
  return (
    <SettingsPage title={words.security} about={words.securityAbout}>
      <TwoStep />
      <Passkeys />
      <SignIns />
      <YourKeys />
      <Panel title={words.password}>
        {account.has_password ? <PasswordForm email={account.email} /> : <p>{words.noPassword}</p>}
      </Panel>
    </SettingsPage>
  );
}
