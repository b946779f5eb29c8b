import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#shared/api/member-queries.ts';
import { TextField } from '#shared/components/field.tsx';
import { NameForm } from '#shared/components/name-form.tsx';
import { Panel } from '#shared/components/page.tsx';
import { SettingsPage } from '#shared/components/settings-page.tsx';
import { accountQuery, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ProviderLink, signInMethodsQuery } from './provider-link.tsx';

const words = rooms.myAccount;

/** The signed-in person's name and address. */
export function ProfilePage() {
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
    </SettingsPage>
  );
}
