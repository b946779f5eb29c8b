import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#shared/api/member-queries.ts';
import { TextField } from '#shared/components/field.tsx';
import { NameForm } from '#shared/components/name-form.tsx';
import { Panel } from '#shared/components/page.tsx';
import { SettingsPage } from '#shared/components/settings-page.tsx';
import { accountQuery, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProviderLink, signInMethodsQuery } from './provider-link.tsx';
import { SignIns } from './sign-ins.tsx';
import { TwoStep } from './two-step.tsx';

const words = rooms.myAccount;

/** The signed-in person's name, sign-in methods and sessions. */
export function AccountPage() {
  const account = useAccount();
  const { data: methods } = useQuery(signInMethodsQuery);
  const canProve = !account.email_proved && methods?.openid_connect != null;
  return (
    <SettingsPage title={words.title} about={words.about}>
      <Panel title={words.you}>
        <NameForm
          path="/v1/account"
          name={account.name}
          label={words.name}
          autoComplete="name"
          queryKeys={[accountQuery.queryKey, membersQuery.queryKey]}
        >
          <TextField
            label={words.email}
            hint={canProve ? words.emailUnproved : words.emailHint}
            value={account.email}
            readOnly
          />
        </NameForm>
        {!account.has_identity && (
          <div className="mt-4">
            <ProviderLink label={words.connect} isConnecting />
          </div>
        )}
      </Panel>
      <Panel title={words.password}>
        {account.has_password ? <PasswordForm email={account.email} /> : <p>{words.noPassword}</p>}
      </Panel>
      <TwoStep />
      <Passkeys />
      <SignIns />
    </SettingsPage>
  );
}
