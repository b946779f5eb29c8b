import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SavedView } from '#server/views/schema.ts';
import { requestAll } from '#shared/api/request.ts';

export type View = z.infer<typeof SavedView>;

/** The person's own views of a list, and those shared in the workspace. */
export const viewsQuery = (resource: View['resource']) =>
  queryOptions({
    queryKey: ['views', resource],
    queryFn: ({ signal }) => requestAll<View>('/v1/views', signal, { resource }),
  });
