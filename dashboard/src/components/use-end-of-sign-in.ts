import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api.ts';

/** Leads to the sign-in when that of this page has ended meanwhile, and from there back to where one was. */
export function useEndOfSignIn(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: { type: string; action?: { type: string; error?: unknown } }): void => {
      const { action } = event;
      if (action?.type !== 'error' || !(action.error instanceof ApiError) || action.error.status !== 401)
        return;
      void navigate({ to: '/sign-in', search: { next: location.pathname + location.search } });
    };
    const endings = [
      queryClient.getQueryCache().subscribe(follow),
      queryClient.getMutationCache().subscribe(follow),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [queryClient, navigate]);
}
