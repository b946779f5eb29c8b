import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentQuery, agentsQuery } from '#shared/api/agent-queries.ts';
import { request } from '#shared/api/request.ts';
import { useNotices } from '#shared/components/notices.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.agents;

/** Updates an agent in all cached queries. */
export function showAgent(queryClient: QueryClient, agent: Agent): void {
  queryClient.setQueryData(agentQuery(agent.id).queryKey, agent);
  queryClient.setQueryData(agentsQuery.queryKey, (all) =>
    all?.map((each) => (each.id === agent.id ? agent : each)),
  );
}

/** Pauses or resumes an agent: shown at once, and reverted if the service refuses. */
export function useAgentStatus() {
  const queryClient = useQueryClient();
  const tell = useNotices();
  return useMutation({
    mutationFn: ({ agent, status }: { agent: Agent; status: Agent['status'] }) =>
      request<Agent>('PATCH', `${AGENTS}/${agent.id}`, { status }),
    onMutate: ({ agent, status }) => showAgent(queryClient, { ...agent, status }),
    onSuccess: (agent) => {
      showAgent(queryClient, agent);
      tell(
        agent.status === 'active' ? words.resumed({ name: agent.name }) : words.paused({ name: agent.name }),
      );
    },
    onError: (error, { agent }) => {
      showAgent(queryClient, agent);
      tell(error.message, 'bad');
    },
  });
}
