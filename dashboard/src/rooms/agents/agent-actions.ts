import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery, agentsQuery } from '#shared/api/agent-queries.ts';
import { request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';
import { agents as words } from '#shared/strings/agents.ts';

/** Shows an agent as it is now, wherever it stands. */
export function showAgent(queryClient: QueryClient, agent: Agent): void {
  queryClient.setQueryData(agentQuery(agent.id).queryKey, agent);
  queryClient.setQueryData(agentsQuery.queryKey, (all) =>
    all?.map((each) => (each.id === agent.id ? agent : each)),
  );
}

/** Pauses an agent, or lets it answer again: shown at once, and put back when the service refuses. */
export function useAgentStatus() {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: ({ agent, status }: { agent: Agent; status: Agent['status'] }) =>
      request<Agent>('PATCH', `${AGENTS}/${agent.id}`, { status }),
    onMutate: ({ agent, status }) => showAgent(queryClient, { ...agent, status }),
    onSuccess: (agent) => {
      showAgent(queryClient, agent);
      tell(agent.status === 'active' ? words.resumed(agent.name) : words.paused(agent.name));
    },
    onError: (error, { agent }) => {
      showAgent(queryClient, agent);
      tell(error.message, 'bad');
    },
  });
}
