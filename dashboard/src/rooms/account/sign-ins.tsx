import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { SignIn as SignInSchema } from '#server/accounts/schema.ts';
import { request, requestPage } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { LabelledWhen } from '#shared/components/when.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { myAccount as words } from '#shared/strings/my-account.ts';
import { nameOfBrowser } from './name-of-browser.ts';

type SignIn = z.infer<typeof SignInSchema>;

const SIGN_INS = '/v1/account/sign-ins';
const QUERY_KEY = ['sign-ins'];

/** The active sessions, this browser first. */
export function SignIns() {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await requestPage<SignIn>(SIGN_INS, {}, signal)).items,
  });
  const [isAsking, setAsking] = useState(false);
  const others = data?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Panel
      title={words.browsers}
      actions={others.length > 1 && <Button onClick={() => setAsking(true)}>{words.signOutOthers}</Button>}
    >
      {isPending && <Loading lines={3} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <ul className="-m-4">
          {[...data.filter(({ is_current }) => is_current), ...others].map((signIn) => (
            <SignInRow key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.signOutOthersTitle}
          about={words.signOutOthersAbout}
          action={words.signOutOthers}
          send={() => Promise.all(others.map(({ id }) => request('DELETE', `${SIGN_INS}/${id}`)))}
          said={words.signedOut}
          stale={[QUERY_KEY]}
          close={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const end = useSave(() => request('DELETE', `${SIGN_INS}/${signIn.id}`), {
    said: words.signedOut,
    stale: [QUERY_KEY],
    tellsErrors: true,
  });
  const name = nameOfBrowser(signIn.user_agent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold" {...explain(signIn.user_agent)}>
            {name}
          </span>
          {signIn.is_current && <Badge tone="good">{words.thisBrowser}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-small text-quiet">
          <LabelledWhen label={words.since} at={signIn.created_at} />
          <LabelledWhen label={words.seen} at={signIn.last_seen_at} />
          <LabelledWhen label={words.expires} at={signIn.expires_at} />
        </p>
      </div>
      {!signIn.is_current && (
        <Button aria-label={words.signOutOf(name)} isBusy={end.isPending} onClick={() => end.mutate()}>
          {words.signOut}
        </Button>
      )}
    </li>
  );
}
