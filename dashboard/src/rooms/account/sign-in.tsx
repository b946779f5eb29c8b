import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { CopyLine } from '#shared/components/copy-line.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Failure } from '#shared/components/page.tsx';
import { freshInstallation } from '#shared/strings/fresh-installation.ts';
import { text } from '#shared/strings/text.ts';
import { asksForCode, CodeStep } from './code-step.tsx';
import { FrontPage } from './front-page.tsx';
import { askForPasskey, hasPasskeys } from './passkey-ceremonies.ts';
import { ProviderLink, signInMethodsQuery } from './provider-link.tsx';
import { isOwnPath, rememberReturn } from './return-here.ts';

const words = text.account.signIn;

export function SignIn() {
  const { next = '/', left, session } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: methods } = useQuery(signInMethodsQuery);
  const [failure] = useState(readFailure);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSecondStep, setSecondStep] = useState(false);
  const enter = async (): Promise<void> => {
    queryClient.clear();
    await navigate({ to: isOwnPath(next) ? next : '/', replace: true });
  };
  const signIn = useMutation({
    mutationFn: () =>
      request('POST', '/v1/account/sign-in', { email, password, ...(isSecondStep && { code }) }),
    onSuccess: () => enter(),
    onError: (error) => {
      if (!asksForCode(error) || isSecondStep) return;
      setSecondStep(true);
      signIn.reset();
    },
  });
  const byPasskey = useMutation({
    mutationFn: async () =>
      await request('POST', '/v1/account/passkey-sign-in', {
        credential: await askForPasskey(words.passkeyFailed),
      }),
    onSuccess: () => enter(),
  });
  const passkeyButton = hasPasskeys() && (
    <Button onClick={() => byPasskey.mutate()} isBusy={byPasskey.isPending}>
      {words.passkey}
    </Button>
  );
  if (methods?.has_accounts === false && !methods.openid_connect) return <Fresh command={methods.command} />;
  if (isSecondStep)
    return (
      <CodeStep
        code={code}
        setCode={setCode}
        error={signIn.error ?? byPasskey.error}
        isBusy={signIn.isPending}
        submit={() => signIn.mutate()}
        back={() => {
          setSecondStep(false);
          setCode('');
          signIn.reset();
        }}
        other={passkeyButton}
      />
    );
  const error =
    signIn.error ?? byPasskey.error ?? (signIn.isPending || byPasskey.isPending ? undefined : failure);
  return (
    <FrontPage
      title={words.title}
      about={(left && words.left) || (session && words.sessions[session])}
      submit={() => signIn.mutate()}
    >
      <TextField
        label={words.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        hint={
          <>
            {words.forgotten}{' '}
            <code className="font-mono">{words.resetCommand(methods?.command ?? 'footnote')}</code>
          </>
        }
      />
      {error && <Failure error={error} />}
      <Button type="submit" look="primary" isBusy={signIn.isPending}>
        {words.action}
      </Button>
      {passkeyButton}
      <ProviderLink label={words.with} onLeave={() => rememberReturn(next)} />
    </FrontPage>
  );
}

/** Without any account there is nothing to sign in with. */
const Fresh = ({ command }: { command: string }) => (
  <FrontPage title={freshInstallation.title} about={freshInstallation.about}>
    <div className="grid gap-2">
      <p className="text-quiet">{freshInstallation.lost}</p>
      <CopyLine value={freshInstallation.command(command)} />
    </div>
  </FrontPage>
);

/** The error after a return from the provider. Anyone can link to this page, so the fragment only selects one of
 *  our own sentences. */
function readFailure(): Error | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('error');
  if (code === null) return undefined;
  const sentences: Record<string, string> = words.failures;
  return new Error(Object.hasOwn(sentences, code) ? sentences[code] : words.failures.failed);
}
