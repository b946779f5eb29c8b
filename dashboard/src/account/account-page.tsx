import { TextField } from '../components/field.tsx';
import { Panel } from '../components/page.tsx';
import { membersQuery } from '../members/member-queries.ts';
import { NameForm } from '../settings/name-form.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { myAccount as words } from '../strings/my-account.ts';
import { accountQuery, useAccount } from '../use-account.ts';
import { PasswordForm } from './password-form.tsx';
import { SignIns } from './sign-ins.tsx';

/** Who is signed in: the name, the password and the browsers. */
export function AccountPage() {
  const account = useAccount();
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
          <TextField label={words.email} hint={words.emailHint} value={account.email} readOnly />
        </NameForm>
      </Panel>
      <Panel title={words.password}>
        {account.has_password ? <PasswordForm email={account.email} /> : <p>{words.noPassword}</p>}
      </Panel>
      <SignIns />
    </SettingsPage>
  );
}
