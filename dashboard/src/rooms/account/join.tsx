import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import type { InvitationDetails } from '#server/accounts/schema.ts';
import { LIMITS } from '#server/isomorphic/limits.ts';
import { ApiError, reasonsOf, request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { TextField } from '#shared/components/field.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { text } from '#shared/strings/text.ts';
import { asksForCode, CodeStep } from './code-step.tsx';
import { FrontPage } from './front-page.tsx';
import { sayReason } from './say-reason.ts';

const words = text.account.join;

type Invitation = z.infer<typeof InvitationDetails>;

/** The page of a set-up link or invitation. The token is in the fragment, which reaches no server or log. */
export function Join() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request<Invitation>('POST', '/v1/account/invitation', { token }),
    retry: false,
  });
  if (invitation.isPending)
    return (
      <FrontPage title={words.opening}>
        <Loading />
      </FrontPage>
    );
  if (invitation.error) return <Refused error={invitation.error} retry={() => void invitation.refetch()} />;
  return <JoinForm token={token} invitation={invitation.data} />;
}

/** An invalid link, or one that could not be checked now. */
function Refused({ error, retry }: { error: Error; retry: () => void }) {
  const isOver = error instanceof ApiError && (error.status === 422 || error.status === 400);
  return (
    <FrontPage title={isOver ? words.broken : words.notNow} about={isOver ? words.brokenAbout : undefined}>
      {!isOver && <Failure error={error} retry={retry} />}
      <Link to="/sign-in" className="min-h-6 font-medium text-accent-ink underline">
        {words.toSignIn}
      </Link>
    </FrontPage>
  );
}

function JoinForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSecondStep, setSecondStep] = useState(false);
  const [hasAccount, setHasAccount] = useState(false);
  const join = useMutation({
    mutationFn: ({ claim }: { claim: boolean }) =>
      request('POST', '/v1/account/accept-invitation', {
        token,
        ...(!hasAccount && { name }),
        email,
        password,
        ...(claim && { claim }),
        ...(isSecondStep && { code }),
      }),
    onError: (error) => {
      if (!asksForCode(error) || isSecondStep) return;
      setSecondStep(true);
      join.reset();
    },
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/', replace: true });
    },
  });
  if (isSecondStep)
    return (
      <CodeStep
        code={code}
        setCode={setCode}
        error={join.error}
        isBusy={join.isPending}
        submit={() => join.mutate({ claim: false })}
        back={() => {
          setSecondStep(false);
          setCode('');
          join.reset();
        }}
      />
    );
  const { reasonOf, rest } = reasonsOf(join.error, ['name', 'email', 'password', 'token', 'claim']);
  // Only a new account needs a name.
  const missing = hasAccount && reasonOf('name') !== undefined ? new Error(words.noSuchAccount) : undefined;
  // The service only says so if a claim would succeed.
  const isClaimable = reasonOf('claim') !== undefined;
  const isTaken = join.error instanceof ApiError && join.error.status === 401;
  const failure =
    failureOf(isTaken ? join.error : rest, { hasAccount, isBound: invitation.email !== null }) ?? missing;
  const title = words.title(invitation.workspace.name);
  const { is_first_account: isFirst } = invitation;
  return (
    <FrontPage
      title={isFirst ? words.setUpTitle : title}
      about={isFirst ? words.setUpAbout : words.about(invitation.role)}
      submit={() => join.mutate({ claim: false })}
    >
      {!hasAccount && (
        <TextField
          label={words.name}
          autoComplete="name"
          required
          value={name}
          error={reasonOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <TextField
        label={text.account.signIn.email}
        type="email"
        autoComplete="username"
        required
        readOnly={invitation.email !== null}
        value={email}
        error={reasonOf('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={words.newPassword}
        type="password"
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        required
        hint={hasAccount ? undefined : words.passwordHint}
        minLength={hasAccount ? undefined : LIMITS.passwordMinCharacters}
        value={password}
        error={sayReason(reasonOf('password'))}
        onChange={(event) => setPassword(event.target.value)}
      />
      {reasonOf('token') !== undefined && <Failure error={new Error(words.broken)} />}
      {failure && !isClaimable && <Failure error={failure} />}
      {isClaimable && (
        <>
          <p>{words.claimable}</p>
          <Button isBusy={join.isPending} onClick={() => join.mutate({ claim: true })}>
            {words.takeOver}
          </Button>
        </>
      )}
      <Button type="submit" look="primary" isBusy={join.isPending}>
        {hasAccount ? title : words.action}
      </Button>
      {!isFirst && (
        <Button
          look="quiet"
          onClick={() => {
            setHasAccount(!hasAccount);
            join.reset();
          }}
        >
          {hasAccount ? words.noAccount : words.hasAccount}
        </Button>
      )}
    </FrontPage>
  );
}

/** For someone creating an account, a 401 means that the address already has one. */
function failureOf(
  error: Error | null,
  { hasAccount, isBound }: { hasAccount: boolean; isBound: boolean },
): Error | undefined {
  if (!(error instanceof ApiError) || error.status !== 401 || hasAccount) return error ?? undefined;
  return new Error(isBound ? words.takenBound : words.takenAddress);
}
