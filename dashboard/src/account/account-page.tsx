import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure, Panel } from '../components/page.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { LIMITS } from '../limits.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { myAccount as words } from '../strings/my-account.ts';
import { text } from '../strings.ts';
import { type Account, useAccount } from '../use-account.ts';
import { PasswordForm } from './password-form.tsx';
import { SignIns } from './sign-ins.tsx';

/** Who is signed in: the name, the password and the browsers. */
export function AccountPage() {
  const account = useAccount();
  return (
    <SettingsPage title={words.title} about={words.about}>
      <Panel title={words.you}>
        <NameForm />
      </Panel>
      <Panel title={words.password}>
        {account.has_password ? <PasswordForm email={account.email} /> : <p>{words.noPassword}</p>}
      </Panel>
      <SignIns />
    </SettingsPage>
  );
}

function NameForm() {
  const account = useAccount();
  const [name, setName] = useState(account.name);
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => request<Account>('PATCH', '/v1/account', { name: name.trim() }),
    onSuccess: async (saved) => {
      setName(saved.name);
      tell(text.common.saved);
      await queryClient.invalidateQueries({ queryKey: ['account'] });
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['name']);
  const isDirty = name !== account.name;
  return (
    <form
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={words.name}
        autoComplete="name"
        required
        maxLength={LIMITS.nameCharacters}
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField label={words.email} hint={words.emailHint} value={account.email} readOnly />
      {rest && <Failure error={rest} />}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        disabled={!isDirty}
        isBusy={save.isPending}
      >
        {text.common.save}
      </Button>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
    </form>
  );
}
