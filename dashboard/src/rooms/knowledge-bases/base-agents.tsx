import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { Agent } from '#shared/api/agent.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { Badge } from '#shared/components/badge.tsx';
import { Empty, Failure, LoadingRows } from '#shared/components/page.tsx';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.knowledgeBases.agents;

/** The agents that answer from a knowledge base. */
export function BaseAgents({ base }: { base: KnowledgeBase }) {
  const { data, isPending, error, refetch } = useQuery(agentsQuery);
  const agents = data && agentsOf(data, base);
  return (
    <>
      {isPending && <LoadingRows rows={3} height={48} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {agents?.length === 0 && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          <Empty icon={Bot} guide="agents" title={words.none} about={words.noneAbout} />
        </div>
      )}
      {agents && agents.length > 0 && (
        <ul aria-label={words.title} className="rounded-panel border border-line bg-panel shadow-panel">
          {agents.map((agent) => (
            <li
              key={agent.id}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
            >
              <Link
                to="/agents/$id"
                params={{ id: agent.id }}
                dir="auto"
                className="font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {agent.name}
              </Link>
              {agent.knowledge_base_ids.length === 1 && <Badge>{words.onlyThis}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const agentsOf = (agents: readonly Agent[], { id }: KnowledgeBase): Agent[] =>
  agents.filter((agent) => agent.knowledge_base_ids.includes(id));
