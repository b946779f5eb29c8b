import { Suspense, useEffect, useState } from 'react';
import { whenConfirmationIsNeeded } from '#shared/api/request.ts';
import { lazyPart } from '#shared/lazy-part.ts';

const IdentityDialog = lazyPart(() => import('./identity-dialog.tsx'), 'IdentityDialog');

/** Shows the "Confirm it's you" dialog. Requests that need it meanwhile wait for the same answer. */
export function IdentityHost() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    whenConfirmationIsNeeded(() => {
      asking ??= new Promise<boolean>((resolve) => {
        setAnswer(() => (isConfirmed: boolean) => {
          asking = undefined;
          setAnswer(undefined);
          resolve(isConfirmed);
        });
      });
      return asking;
    });
  }, []);
  if (!answer) return null;
  return (
    <Suspense>
      <IdentityDialog answer={answer} />
    </Suspense>
  );
}
