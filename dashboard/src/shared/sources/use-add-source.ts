import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api.ts';
import { useNotices } from '../../components/notices.tsx';
import { sources as words } from '../../strings/sources.ts';
import { applyChanges } from '../source-changes.ts';
import { SOURCES } from '../source-queries.ts';
import type { Source } from '../types.ts';
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
