import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { asksForCode, reasonOfCode } from '#rooms/account/code-step.tsx';
import { askForPasskey, hasPasskeys } from '#rooms/account/passkey-ceremonies.ts';
import { sayReason } from '#rooms/account/say-reason.ts';
import {
  leaveSession,
  request,
  requestUnasked,
  type SessionEnd,
  type SignedIn,
} from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { Dialog } from '#shared/components/dialog.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Form } from '#shared/components/form.tsx';
import { type Account, accountQuery } from '#shared/hooks/use-account.ts';
import { useSave } from '#shared/hooks/use-save.ts';
import { session as words } from '#shared/strings/session.ts';
import { text } from '#shared/strings/text.ts';

const ACCOUNT = '/v1/account';

/** Signs the same person in again, in the same workspace. */
export function SessionDialog({
  end = 'expired',
  answer,
}: {
  end: SessionEnd | undefined;
  answer: (result: SignedIn) => void;
}) {
  const queryClient = useQueryClient();
  const before = queryClient.getQueryData(accountQuery.queryKey);
  const proceed = async (): Promise<void> => {
    const now = await requestUnasked<Account>('GET', ACCOUNT);
    if (before && now.id === before.id && now.workspace.id !== before.workspace.id)
      await requestUnasked('PATCH', ACCOUNT, { workspace_id: before.workspace.id });
    // The page belongs to someone who is not signed in any more, or may no longer see this workspace.
    if (now.id !== before?.id) return location.assign('/');
    answer('again');
  };
  // They may have signed in again in another tab.
  const look = useEffectEvent(() => void proceed().catch(() => {}));
  useEffect(() => {
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  const isProvider = before?.has_password === false;
  return (
    <Dialog
      isOpen
      close={() => answer('cancelled')}
      title={words.title}
      about={isProvider ? words.providerAbout : words.about[end]}
    >
      {isProvider ? (
        <ByProvider proceed={proceed} />
      ) : (
        <ByPassword email={before?.email ?? ''} proceed={proceed} />
      )}
    </Dialog>
  );
}

function ByPassword({ email, proceed }: { email: string; proceed: () => Promise<void> }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const enter = useSave(
    async (by: 'password' | 'passkey') => {
      if (by === 'passkey') {
        const credential = await askForPasskey(text.account.signIn.passkeyFailed);
        await request('POST', `${ACCOUNT}/passkey-sign-in`, { credential });
      } else
        await request('POST', `${ACCOUNT}/sign-in`, {
          email,
          password,
          ...(isCodeNeeded && { code }),
        }).catch((error: Error) => {
          if (asksForCode(error)) setCodeNeeded(true);
          throw error;
        });
    },
    { done: proceed },
  );
  const isAsking = asksForCode(enter.error);
  return (
    <Form
      action={words.action}
      isBusy={enter.isPending}
      error={isAsking ? null : enter.error}
      submit={() => enter.mutate('password')}
      beside={
        <>
          <OtherAccount />
          {hasPasskeys() && (
            <Button onClick={() => enter.mutate('passkey')}>{text.account.signIn.passkey}</Button>
          )}
        </>
      }
    >
      <TextField
        label={text.account.signIn.email}
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <TextField
        label={text.account.signIn.password}
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isCodeNeeded && (
        <TextField
          label={text.account.signIn.code}
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          error={code === '' ? undefined : sayReason(reasonOfCode(enter.error))}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </Form>
  );
}

function ByProvider({ proceed }: { proceed: () => Promise<void> }) {
  const { refetch, isFetching, isError } = useQuery({
    queryKey: ['signed-in-again'],
    queryFn: async () => {
      await proceed();
      return true;
    },
    enabled: false,
    retry: false,
  });
  return (
    <div className="grid gap-3">
      {isError && <p role="alert">{words.notYet}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <OtherAccount />
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {words.check}
        </Button>
        <a
          className="inline-flex min-h-9 items-center rounded-control bg-accent px-3 font-medium text-on-accent hover:brightness-110"
          href={`${ACCOUNT}/oidc/start`}
          target="_blank"
          rel="noopener"
        >
          {words.byProvider}
        </a>
      </div>
    </div>
  );
}

/** Leaves the page, and with it what was typed. */
const OtherAccount = () => (
  <Button
    onClick={() => {
      leaveSession();
      location.assign('/sign-in');
    }}
  >
    {words.otherAccount}
  </Button>
);
