import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Limits } from '#shared/strings/limit-names.ts';
import { request } from './request.ts';

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => request<Limits>('GET', '/v1/limits', undefined, signal),
});

/** Bytes of the largest file that the service takes; undefined until it is known. */
export const useFileBytes = (): number | undefined => useQuery(limitsQuery).data?.sizes.file_bytes;
