import { useQueryClient } from '@tanstack/react-query';
import { submit } from '#shared/api/request.ts';
import type { Submission } from '#shared/api/submission.ts';
import { addSources as words } from '#shared/strings/add-sources.ts';
import { applyChanges } from './apply-changes.ts';
import type { Source } from './source.ts';
import { SOURCES } from './source-queries.ts';
import type { Place } from './where-to.tsx';

type NewSource = { name: string } & (
  | { type: 'text'; content: string }
  | { type: 'url'; url: string; refresh_interval_hours?: number }
);

/** Adds a text or web page: `add` sends it, `options` are for the form or button that does. */
export function useAddSource(place: Place, done: (source: Source) => void) {
  const queryClient = useQueryClient();
  return {
    add: (source: NewSource, submission: Submission) =>
      submit<Source>(submission, 'POST', SOURCES, { ...source, ...bodyOf(place) }),
    options: {
      others: PLACE_FIELDS,
      said: ({ name }: Source) => words.adding.added(name),
      done: (source: Source) => {
        applyChanges(queryClient, new Map([[source.id, source]]));
        done(source);
      },
    },
  };
}

/** The fields of `WhereTo`, as the API names them. */
export const PLACE_FIELDS = ['tags', 'knowledge_base_id'];

export const bodyOf = ({ knowledgeBaseId, tags }: Place) => ({
  tags,
  ...(knowledgeBaseId !== undefined && { knowledge_base_id: knowledgeBaseId }),
});

/** How often a page is fetched again, as a form has it; empty is never. */
export const refreshOf = ({ refresh_interval_hours: hours }: { refresh_interval_hours: string }) =>
  hours === '' ? {} : { refresh_interval_hours: Number(hours) };
