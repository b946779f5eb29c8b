import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { text } from '../strings.ts';
import { useNotices } from './notices.tsx';

const ASK_EVERY_MS = 2_000;

/** Says when the service does not answer, such as while it restarts, and reads everything again when it does. */
export function Connection() {
  const [isLost, setLost] = useState(false);
  const queryClient = useQueryClient();
  const tell = useNotices();

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        const error = query.state.fetchFailureReason as { status?: number } | null;
        if (error?.status === 0 || error?.status === 503) setLost(true);
      }),
    [queryClient],
  );

  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(async () => {
      const response = await fetch('/readyz').catch(() => undefined);
      if (!response?.ok) return;
      setLost(false);
      tell(text.common.backOnline);
      await queryClient.invalidateQueries();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLost, queryClient, tell]);

  if (!isLost) return null;
  return (
    <p role="alert" className="bg-bad-ground px-4 py-1.5 text-center text-small font-medium text-bad">
      {text.common.offline}
    </p>
  );
}
