import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Account as AccountSchema } from '#server/accounts/schema.ts';
import { request } from '#shared/api/request.ts';

/** `GET /v1/account`: the signed-in person and their workspaces. */
export type Account = z.infer<typeof AccountSchema>;
export type Role = Account['workspace']['role'];

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request<Account>('GET', '/v1/account', undefined, signal),
  staleTime: 60_000,
});

/** The account, on pages that need a sign-in. */
export function useAccount(): Account {
  const { data } = useQuery(accountQuery);
  if (!data) throw new Error('This page needs a signed-in account.');
  return data;
}

export const canManage = (role: Role): boolean => role === 'owner' || role === 'admin';
export const canWrite = (role: Role): boolean => role !== 'viewer';
