import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** What was read of the service, and how it is asked again.
 *  onSignedOut: told when an answer says that nobody is signed in any more. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // What the service refuses it will refuse again; what does not answer may come back.
        retry: (count, error) =>
          error instanceof ApiError && error.status !== 0 && error.status < 500 ? false : count < 5,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        // The service may be on this machine, or in a network that has no way out: a browser that calls itself offline
        // reaches it all the same.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
