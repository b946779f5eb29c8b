import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Configuration as ConfigurationSchema } from '#server/workspace/schema.ts';
import { request } from './request.ts';

export type Configuration = z.infer<typeof ConfigurationSchema>;

export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => request<Configuration>('GET', '/v1/configuration', undefined, signal),
});
