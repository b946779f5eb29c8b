import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Limits as LimitsSchema } from '#server/limits/schema.ts';
import { request } from './request.ts';

export type Limits = z.infer<typeof LimitsSchema>;

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => request<Limits>('GET', '/v1/limits', undefined, signal),
});

/** Bytes of the largest file that the service takes; undefined until it is known. */
export const useFileBytes = (): number | undefined => useQuery(limitsQuery).data?.sizes.file_bytes;
