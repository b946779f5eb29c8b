import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { type SessionEnd, type SignedIn, whenSessionEnds } from '#shared/api/request.ts';
import { accountQuery } from '#shared/hooks/use-account.ts';
import { lazyPart } from '#shared/lazy-part.ts';

const SessionDialog = lazyPart(() => import('./session-dialog.tsx'), 'SessionDialog');

type Asked = { end: SessionEnd | undefined; answer: (result: SignedIn) => void };

/** Asks people to sign in again over the page that they are on, so that what they typed stays. Requests that need it meanwhile wait for
 *  the same answer. */
export function SessionHost() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    let asking: Promise<SignedIn> | undefined;
    whenSessionEnds(async (end) => {
      // No one was signed in: the sign-in page is next.
      if (!queryClient.getQueryData(accountQuery.queryKey)) return 'unasked';
      asking ??= new Promise((resolve) => {
        const answer = (result: SignedIn): void => {
          asking = undefined;
          setAsked(undefined);
          resolve(result);
        };
        setAsked({ end, answer });
      });
      return await asking;
    });
  }, [queryClient]);
  if (!asked) return null;
  return (
    <Suspense>
      <SessionDialog {...asked} />
    </Suspense>
  );
}
