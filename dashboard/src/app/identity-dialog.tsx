import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askForPasskey, hasPasskeys } from '#rooms/account/passkey-ceremonies.ts';
import { rememberReturn } from '#rooms/account/return-here.ts';
import { sayReason } from '#rooms/account/say-reason.ts';
import { secondFactorQuery } from '#rooms/account/second-factor-query.ts';
import { reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { Dialog } from '#shared/components/dialog.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { accountQuery } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';

const words = rooms.confirm;

/** "Confirm it's you" by password, code or passkey. Accounts without a password go to their provider. */
export function IdentityDialog({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const account = useQuery(accountQuery);
  const secondFactor = useQuery(secondFactorQuery);
  const close = (): void => answer(false);
  const isProvider = account.data?.has_password === false;
  return (
    <Dialog isOpen close={close} title={words.title} about={isProvider ? words.providerAbout : words.about}>
      {account.error && <Failure error={account.error} />}
      {account.isPending && <Loading lines={2} />}
      {account.data &&
        (isProvider ? (
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{text.common.cancel}</Button>
            <a
              className="inline-flex min-h-9 items-center rounded-control bg-accent px-3 font-medium text-on-accent hover:brightness-110"
              href="/v1/account/oidc/start?fresh=true"
              onClick={() => rememberReturn(location.pathname + location.search)}
            >
              {words.provider}
            </a>
          </div>
        ) : (
          <Proof
            email={account.data.email}
            hasCode={typeof secondFactor.data?.totp_enabled_at === 'string'}
            hasPasskey={(secondFactor.data?.passkey_count ?? 0) > 0 && hasPasskeys()}
            answer={answer}
          />
        ))}
    </Dialog>
  );
}

function Proof({
  email,
  hasCode,
  hasPasskey,
  answer,
}: {
  email: string;
  hasCode: boolean;
  hasPasskey: boolean;
  answer: (isConfirmed: boolean) => void;
}) {
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const [typed, setTyped] = useState('');
  const prove = useSave(
    async (by: 'password' | 'code' | 'passkey') =>
      await request('POST', '/v1/account/confirm', {
        [by]: by === 'passkey' ? await askForPasskey(words.passkeyFailed) : typed,
      }),
    { done: () => answer(true), stale: [secondFactorQuery.queryKey] },
  );
  const { reasonOf, rest } = reasonsOf(prove.error, [kind]);
  const turn = (to: 'password' | 'code'): void => {
    setKind(to);
    setTyped('');
    prove.reset();
  };
  return (
    <Form
      action={words.action}
      isBusy={prove.isPending}
      error={rest}
      submit={() => prove.mutate(kind)}
      beside={
        <>
          {hasPasskey && (
            <Button onClick={() => prove.mutate('passkey')} disabled={prove.isPending}>
              {words.usePasskey}
            </Button>
          )}
          {hasCode && (
            <Button onClick={() => turn(kind === 'code' ? 'password' : 'code')}>
              {kind === 'code' ? words.usePassword : words.useCode}
            </Button>
          )}
          <Button onClick={() => answer(false)}>{text.common.cancel}</Button>
        </>
      }
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        key={kind}
        label={words[kind]}
        hint={kind === 'code' ? words.codeHint : undefined}
        type={kind === 'code' ? 'text' : 'password'}
        autoComplete={kind === 'code' ? 'one-time-code' : 'current-password'}
        autoFocus
        required
        value={typed}
        error={sayReason(reasonOf(kind))}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Form>
  );
}
