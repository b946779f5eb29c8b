import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SecondFactor as SecondFactorSchema } from '#server/accounts/second-factor-schema.ts';
import { request } from '#shared/api/request.ts';

export type SecondFactor = z.infer<typeof SecondFactorSchema>;

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => request<SecondFactor>('GET', '/v1/account/second-factor', undefined, signal),
  staleTime: 0,
});
