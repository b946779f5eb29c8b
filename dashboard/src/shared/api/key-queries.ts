import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { NewApiKey as NewApiKeySchema } from '#server/keys/schema.ts';
import type { ApiKey as ApiKeySchema } from '#server/records/api-key.ts';
import { BY_CURSOR, requestPage } from './request.ts';

export type ApiKey = z.infer<typeof ApiKeySchema>;
export type NewApiKey = z.infer<typeof NewApiKeySchema>;
export type KeyScope = ApiKey['scope'];

export const API_KEYS = '/v1/api-keys';

export const keysQuery = infiniteQueryOptions({
  queryKey: ['keys'],
  queryFn: ({ pageParam, signal }) =>
    requestPage<ApiKey>(API_KEYS, { limit: 100, cursor: pageParam }, signal),
  ...BY_CURSOR,
});

export const isEnded = ({ revoked_at, expires_at }: ApiKey): boolean =>
  revoked_at !== undefined || (expires_at !== undefined && Date.parse(expires_at) <= Date.now());
