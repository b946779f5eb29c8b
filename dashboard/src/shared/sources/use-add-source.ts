import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';
import { sources as words } from '#shared/strings/sources.ts';
import type { Source } from './source.ts';
import { applyChanges } from './source-changes.ts';
import { SOURCES } from './source-queries.ts';
import type { Place } from './where-to.tsx';

type NewSource = { name: string } & (
  | { type: 'text'; content: string }
  | { type: 'url'; url: string; refresh_interval_hours?: number }
);

/** Adds a text or a page. */
export function useAddSource(place: Place, done: (source: Source) => void) {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: (source: NewSource) => request<Source>('POST', SOURCES, { ...source, ...bodyOf(place) }),
    onSuccess: (source) => {
      applyChanges(queryClient, new Map([[source.id, source]]));
      tell(words.adding.added(source.name));
      done(source);
    },
  });
}

export const bodyOf = ({ knowledgeBaseId, tags }: Place) => ({
  tags,
  ...(knowledgeBaseId !== undefined && { knowledge_base_id: knowledgeBaseId }),
});
