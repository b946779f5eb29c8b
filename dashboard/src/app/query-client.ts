import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/request.ts';

/** What does not answer may come back, and a fault may pass at once; what is refused will be refused again. */
const retriesOf = (error: Error): number =>
  !(error instanceof ApiError) || error.status === 0 || error.status > 500 ? 5 : error.status === 500 ? 1 : 0;

/** What was read of the service, and how it is asked again.
 *  onSignedOut: told when an answer says that nobody is signed in any more. */
export function createQueryClient(onSignedOut: (error: Error) => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) onSignedOut(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < retriesOf(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        // The service may be on this machine, or in a network that has no way out: a browser that calls itself offline
        // reaches it all the same.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
