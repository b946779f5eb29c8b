import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';
import { applyChanges } from '#shared/sources/apply-changes.ts';
import type { BulkResult, Source } from '#shared/sources/source.ts';
import type { Changes } from '#shared/sources/source-news.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.sources;

/** Queues a source for indexing again. */
export function useReindex() {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: ({ id }: Source) => request<Source>('POST', `${SOURCES}/${id}/reindex`),
    onSuccess: (source) => {
      applyChanges(queryClient, new Map([[source.id, source]]));
      tell(words.actions.reindexing({ name: source.name }));
    },
    onError: (error) => tell(error.message, 'bad'),
  });
}

export function useDeleteSource() {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: ({ id }: Source) => request('DELETE', `${SOURCES}/${id}`),
    onSuccess: (_, { id, name }) => {
      applyChanges(queryClient, new Map([[id, undefined]]));
      tell(words.actions.deleted({ name }));
    },
    onError: (error) => tell(error.message, 'bad'),
  });
}

/** Shows a change at once, and reverts it if the service refuses. */
export function useChangeSource(source: Source) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  const show = (shown: Source): void => applyChanges(queryClient, new Map([[source.id, shown]]));
  return useMutation({
    mutationFn: (change: { name?: string; tags?: string[] }) =>
      request<Source>('PATCH', `${SOURCES}/${source.id}`, change),
    onMutate: (change) => show({ ...source, ...change }),
    onSuccess: show,
    onError: (error) => {
      show(source);
      tell(error.message, 'bad');
    },
  });
}

export type BulkAction = 'delete' | 'reindex' | 'add_tags' | 'remove_tags' | 'move';

/** Sources per request. */
const BATCH = 1_000;

export function useBulk() {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: async ({
      action,
      ids,
      ...how
    }: {
      action: BulkAction;
      ids: readonly string[];
      tags?: string[];
      knowledge_base_id?: string;
    }) => {
      let changed = 0;
      let missing = 0;
      for (let at = 0; at < ids.length; at += BATCH) {
        const source_ids = ids.slice(at, at + BATCH);
        const answer = await request<BulkResult>('POST', `${SOURCES}/bulk`, { action, source_ids, ...how });
        changed += answer.changed;
        missing += answer.missing.length;
        const gone = action === 'delete' ? source_ids : answer.missing;
        const changes: Changes = new Map(gone.map((id) => [id, undefined]));
        applyChanges(queryClient, changes);
      }
      return { changed, missing };
    },
    onSuccess: ({ changed, missing }, { action }) => {
      tell(words.bulk.done[action]({ count: changed }));
      if (missing > 0) tell(words.bulk.missing({ count: missing }));
    },
    onError: (error) => tell(error.message, 'bad'),
    // The stream reports sources one by one, which may take a while.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sources'] }),
  });
}
