import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import type { SignInMethods } from '../../../server/src/accounts/schema.ts';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Failure } from '../components/page.tsx';
import { text } from '../strings.ts';
import { FrontPage } from './front-page.tsx';

const words = text.account.signIn;

export function SignIn() {
  const { next = '/', left } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => request('POST', '/v1/account/sign-in', { email, password }),
    onSuccess: async () => {
      queryClient.clear();
      // An address of this page alone: never one of somebody else's that came with a link.
      await navigate({ to: next.startsWith('/') && !next.startsWith('//') ? next : '/', replace: true });
    },
  });
  return (
    <FrontPage title={words.title} about={left && words.left} submit={() => signIn.mutate()}>
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
        hint={words.forgotten}
      />
      {signIn.error && <Failure error={signIn.error} />}
      <Button type="submit" look="primary" isBusy={signIn.isPending}>
        {words.action}
      </Button>
      <OpenIdConnect />
    </FrontPage>
  );
}

/** The other way in, where there is one. */
function OpenIdConnect() {
  const { data } = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: () => request<z.infer<typeof SignInMethods>>('GET', '/v1/account/sign-in-methods'),
    retry: false,
  });
  if (!data?.openid_connect) return null;
  return (
    <a
      className="inline-flex min-h-9 items-center justify-center rounded-control border border-strong-line/60 px-3 text-center font-medium hover:bg-sunken"
      href="/v1/account/oidc/start"
    >
      {words.with(data.openid_connect.name)}
    </a>
  );
}
