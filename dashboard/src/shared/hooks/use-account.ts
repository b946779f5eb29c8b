import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Account as AccountSchema } from '#server/accounts/schema.ts';
import { request } from '#shared/api/request.ts';

/** `GET /v1/account`: who is signed in, and where. */
export type Account = z.infer<typeof AccountSchema>;
export type Role = Account['workspace']['role'];

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request<Account>('GET', '/v1/account', undefined, signal),
  staleTime: 60_000,
});

/** Of a page behind the sign-in, where it is known. */
export function useAccount(): Account {
  const { data } = useQuery(accountQuery);
  if (!data) throw new Error('This page is shown to those alone who are signed in.');
  return data;
}

export const canManage = (role: Role): boolean => role === 'owner' || role === 'admin';
export const canWrite = (role: Role): boolean => role !== 'viewer';
