import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api.ts';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** `GET /v1/account`: who is signed in, and where. */
export type Account = {
  id: string;
  email: string;
  name: string;
  has_password: boolean;
  environment: 'live' | 'sandbox';
  /** Of the two environments. */
  base_urls: { live: string; sandbox: string };
  workspace: { id: string; name: string; role: Role };
  workspaces: { id: string; name: string; role: Role }[];
};

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
