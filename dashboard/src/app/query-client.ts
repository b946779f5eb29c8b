import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from '#shared/api/request.ts';

/** Retries an unreachable service and, once, an internal error. A refusal would be the same again. */
const retriesOf = (error: Error): number =>
  !(error instanceof ApiError) || error.status === 0 || error.status > 500 ? 5 : error.status === 500 ? 1 : 0;

/** The query cache and its retry rules.
 *  onSignedOut: called when a request needs a sign-in, and no one was signed in. */
export function createQueryClient(onSignedOut: (error: Error) => void): QueryClient {
  const onError = (error: Error): void => {
    if (isSignedOut(error)) onSignedOut(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < retriesOf(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        // The service may be on this machine or in an isolated network: a browser that calls itself offline
        // can still reach it.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
