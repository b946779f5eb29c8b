import { useQueryClient } from '@tanstack/react-query';
import { ApiError, request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';
import { useSave } from '#shared/hooks/use-save.ts';
import { triage as words } from '#shared/strings/triage.ts';
import { type Conversation, sessionPath } from './conversation-queries.ts';

export type TriageChange = {
  state?: Conversation['state'];
  assignee_id?: string | null;
  tags?: readonly string[];
};

const STALE = [['conversations']];

/** Changes one conversation, as this page shows it. If someone else changed it meanwhile, that is said and shown. */
export function useTriage() {
  const queryClient = useQueryClient();
  return useSave(
    async ({ conversation, ...change }: TriageChange & { conversation: Conversation; said: string }) => {
      const { said: _said, ...body } = change;
      try {
        return await request<Conversation>(
          'PATCH',
          sessionPath(conversation.agent.id, conversation.session_id),
          {
            ...body,
            if_version: conversation.version,
          },
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        await queryClient.invalidateQueries({ queryKey: ['conversations'] });
        throw new Error(words.changedMeanwhile, { cause: error });
      }
    },
    { said: (_, { said }) => said, stale: STALE, tellsErrors: true },
  );
}

export type BulkChange = {
  action: 'resolve' | 'reopen' | 'assign' | 'add_tags' | 'remove_tags';
  chosen: readonly Conversation[];
  assignee_id?: string | null;
  tags?: readonly string[];
};

/** Changes many conversations. Those that someone else changed meanwhile stay, which is said. */
export function useBulkTriage() {
  const tell = useNotices();
  return useSave(
    ({ chosen, ...change }: BulkChange) =>
      request<{ changed: number; conflicts: unknown[] }>('POST', '/v1/conversations/bulk', {
        ...change,
        conversations: chosen.map(({ agent, session_id, version }) => ({
          agent_id: agent.id,
          session_id,
          if_version: version,
        })),
      }),
    {
      said: ({ changed }) => words.bulk.done(changed),
      done: ({ conflicts }) => {
        if (conflicts.length > 0) tell(words.bulk.conflicts(conflicts.length), 'bad');
      },
      stale: STALE,
      tellsErrors: true,
    },
  );
}
