import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { agentsQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { AddButton } from '#shared/components/button.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { CreateAgentDialog } from './create-agent-dialog.tsx';
import { StatusSwitch } from './status-switch.tsx';

const words = rooms.agents;

export function AgentsPage() {
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data, isPending, error, refetch } = useQuery(agentsQuery);
  const [isCreating, setCreating] = useState(false);
  const createButton = (
    <AddButton label={words.create} isAllowed={isWriter} onClick={() => setCreating(true)} />
  );
  return (
    <Page title={words.title} about={words.about} actions={data?.length === 0 ? undefined : createButton}>
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      {isPending && <LoadingRows rows={3} height={76} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          <Empty
            icon={Bot}
            guide="agents"
            title={words.empty}
            about={words.emptyAbout}
            action={createButton}
          />
        </div>
      )}
      {data && data.length > 0 && (
        <ul aria-label={words.title} className="rounded-panel border border-line bg-panel shadow-panel">
          {data.map((agent) => (
            <AgentRow key={agent.id} agent={agent} isWriter={isWriter} />
          ))}
        </ul>
      )}
      {isCreating && <CreateAgentDialog close={() => setCreating(false)} />}
    </Page>
  );
}

function AgentRow({ agent, isWriter }: { agent: Agent; isWriter: boolean }) {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const own = agent.knowledge_base_ids.flatMap((id) => bases.find((base) => base.id === id) ?? []);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3.5 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <Link
          to="/agents/$id"
          params={{ id: agent.id }}
          {...tip(agent.name)}
          className="line-clamp-2 min-w-0 justify-self-start text-title font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {agent.name}
        </Link>
        <p className="flex flex-wrap gap-x-4 text-small text-quiet">
          {own.length > 0 && own.length <= 3
            ? own.map(({ id, name }) => (
                <Link
                  key={id}
                  to="/knowledge-bases/$id"
                  params={{ id }}
                  dir="auto"
                  className="[overflow-wrap:anywhere] hover:text-ink hover:underline"
                >
                  {name}
                </Link>
              ))
            : words.knowledgeBases({ count: agent.knowledge_base_ids.length })}
          <span>
            {words.changed} <When at={agent.updated_at} />
          </span>
        </p>
      </div>
      <StatusSwitch agent={agent} isWriter={isWriter} />
    </li>
  );
}
