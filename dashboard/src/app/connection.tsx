import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIsServiceLost } from '#shared/api/service-reach.ts';
import { useNotices } from '#shared/components/notices.tsx';
import { text } from '#shared/strings/text.ts';

/** Shows when the service is unreachable, such as during a restart, and reloads all queries when it is back. */
export function Connection() {
  const isLost = useIsServiceLost();
  const wasLost = useRef(isLost);
  const queryClient = useQueryClient();
  const tell = useNotices();

  useEffect(() => {
    if (wasLost.current && !isLost) {
      tell(text.common.backOnline);
      void queryClient.invalidateQueries();
    }
    wasLost.current = isLost;
  }, [isLost, queryClient, tell]);

  if (!isLost) return null;
  return (
    <p role="alert" className="bg-bad-ground px-4 py-1.5 text-center text-body font-medium text-bad">
      {text.common.offline}
    </p>
  );
}
