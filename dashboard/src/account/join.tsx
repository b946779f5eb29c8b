import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import type { InvitationDetails } from '../../../server/src/accounts/schema.ts';
import { ApiError, reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Failure, Loading } from '../components/page.tsx';
import { text } from '../strings.ts';
import { FrontPage } from './front-page.tsx';

const words = text.account.join;

type Invitation = z.infer<typeof InvitationDetails>;

/** Behind a set-up link or an invitation. The token stands in the fragment, which no server and no log sees. */
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

/** A link that does not work, or one that could not be looked at now. */
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
  const join = useMutation({
    mutationFn: () => request('POST', '/v1/account/accept-invitation', { token, name, email, password }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/', replace: true });
    },
  });
  const isOwner = invitation.role === 'owner';
  const { reasonOf, rest } = reasonsOf(join.error, ['name', 'email', 'password', 'token']);
  return (
    <FrontPage
      title={isOwner ? words.setUpTitle : words.title(invitation.workspace.name)}
      about={isOwner ? words.setUpAbout : words.about(invitation.role)}
      submit={() => join.mutate()}
    >
      <TextField
        label={words.name}
        autoComplete="name"
        required
        value={name}
        error={reasonOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
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
        autoComplete="new-password"
        required
        hint={words.passwordHint}
        value={password}
        error={reasonOf('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {reasonOf('token') !== undefined && <Failure error={new Error(words.broken)} />}
      {rest && <Failure error={rest} />}
      <Button type="submit" look="primary" isBusy={join.isPending}>
        {words.action}
      </Button>
    </FrontPage>
  );
}
