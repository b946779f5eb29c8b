import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AgentDraft as DraftSchema,
  ListedAgentVersion as ListedSchema,
  AgentVersion as VersionSchema,
} from '#server/agents/version-schema.ts';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS } from '#shared/api/agent-queries.ts';
import { isGone, request, requestAll } from '#shared/api/request.ts';

export type SavedDraft = z.infer<typeof DraftSchema>;
export type ListedVersion = z.infer<typeof ListedSchema>;
export type Version = z.infer<typeof VersionSchema>;
export type Configuration = Version['configuration'];

export const draftPath = (agentId: string): string => `${AGENTS}/${agentId}/draft`;

/** The saved draft of an agent; null without one. It is read again whenever the agent names another time. */
export const draftQuery = ({ id, draft_saved_at }: Pick<Agent, 'id' | 'draft_saved_at'>) =>
  queryOptions({
    queryKey: ['agents', 'draft', id, draft_saved_at],
    queryFn: async ({ signal }): Promise<SavedDraft | null> => {
      if (draft_saved_at === null) return null;
      try {
        return await request<SavedDraft>('GET', draftPath(id), undefined, signal);
      } catch (error) {
        // It was published or discarded since the agent was read.
        if (isGone(error as Error)) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Newest first: the first is live. */
export const versionsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['agents', 'versions', agentId],
    queryFn: ({ signal }) => requestAll<ListedVersion>(`${AGENTS}/${agentId}/versions`, signal),
  });

/** A version never changes. */
export const versionQuery = (agentId: string, number: number) =>
  queryOptions({
    queryKey: ['agents', 'version', agentId, number],
    queryFn: ({ signal }) =>
      request<Version>('GET', `${AGENTS}/${agentId}/versions/${number}`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
