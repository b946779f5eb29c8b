import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#shared/api/agent.ts';
import { AGENTS, agentsQuery } from '#shared/api/agent-queries.ts';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { request } from '#shared/api/request.ts';
import { Badge } from '#shared/components/badge.tsx';
import { AddButton } from '#shared/components/button.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { SelectField } from '#shared/components/select-field.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { LabelledWhen } from '#shared/components/when.tsx';
import { formatNumber, formatPercent } from '#shared/format.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { optionsOf } from '#shared/options-of.ts';
import { locale } from '#shared/strings/language.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { CreateAgentDialog } from './create-agent-dialog.tsx';
import { StatusSwitch } from './status-switch.tsx';

const words = rooms.agents;

type Activity = { messages: number; confidence: number; unsure: number };

/** What the agents answered in the last seven days, by id. */
const activityQuery = {
  queryKey: ['agents', 'activity'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Map<string, Activity>> => {
    type Answer = { agents: (Activity & { agent_id: string })[] };
    const { agents } = await request<Answer>('GET', `${AGENTS}/activity`, undefined, signal);
    return new Map(agents.map(({ agent_id, ...activity }) => [agent_id, activity]));
  },
};

type Sorting = keyof typeof words.sorts;

const QUIET: Activity = { messages: 0, confidence: 0, unsure: 0 };

/** From few agents on it is worth sorting them. */
const SORTED_FROM = 3;

export function AgentsPage() {
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data, isPending, error, refetch } = useQuery(agentsQuery);
  const { data: activity } = useQuery(activityQuery);
  const [sorting, sort] = useState<Sorting>('messages');
  const [isCreating, setCreating] = useState(false);
  const createButton = (
    <AddButton label={words.create} isAllowed={isWriter} onClick={() => setCreating(true)} />
  );
  const activityOf = ({ id }: Agent): Activity => activity?.get(id) ?? QUIET;
  const agents = data?.toSorted(ORDERS[sorting](activityOf)) ?? [];
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
      {agents.length >= SORTED_FROM && (
        <div className="w-48 max-w-full">
          <SelectField
            label={words.sortBy}
            options={optionsOf(words.sorts)}
            value={sorting}
            onChange={(event) => sort(event.target.value as Sorting)}
          />
        </div>
      )}
      {agents.length > 0 && (
        <ul aria-label={words.title} className="rounded-panel border border-line bg-panel shadow-panel">
          {agents.map((agent) => (
            <AgentRow
              key={agent.id}
              agent={agent}
              activity={activity && activityOf(agent)}
              isWriter={isWriter}
            />
          ))}
        </ul>
      )}
      {isCreating && <CreateAgentDialog close={() => setCreating(false)} />}
    </Page>
  );
}

const ORDERS: Record<Sorting, (of: (agent: Agent) => Activity) => (one: Agent, other: Agent) => number> = {
  messages: (of) => (one, other) => of(other).messages - of(one).messages,
  unsure: (of) => (one, other) => of(other).unsure - of(one).unsure,
  changed: () => (one, other) => other.updated_at.localeCompare(one.updated_at),
  name: () => (one, other) => one.name.localeCompare(other.name, locale),
};

function AgentRow({
  agent,
  activity,
  isWriter,
}: {
  agent: Agent;
  activity: Activity | undefined;
  isWriter: boolean;
}) {
  const { data: bases = [] } = useQuery(knowledgeBasesQuery);
  const own = agent.knowledge_base_ids.flatMap((id) => bases.find((base) => base.id === id) ?? []);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-3.5 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <Link
            to="/agents/$id"
            params={{ id: agent.id }}
            {...tip(agent.name)}
            className="line-clamp-2 min-w-0 text-title font-semibold [overflow-wrap:anywhere] hover:underline"
          >
            {agent.name}
          </Link>
          {agent.draft_saved_at !== null && <Badge tone="accent">{words.hasDraft}</Badge>}
        </p>
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
          <LabelledWhen label={words.changed} at={agent.updated_at} />
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 sm:min-w-88 sm:justify-end">
        <Figure label={words.figures.messages} value={activity && formatNumber(activity.messages)} />
        <Figure
          label={words.figures.confidence}
          value={activity && (activity.messages === 0 ? '–' : formatPercent(activity.confidence))}
        />
        <Figure label={words.figures.unsure} value={activity && formatNumber(activity.unsure)} />
      </dl>
      <StatusSwitch agent={agent} isWriter={isWriter} />
    </li>
  );
}

const Figure = ({ label, value }: { label: string; value: string | undefined }) => (
  <div className="grid min-w-20 gap-0.5">
    <dt className="text-small text-quiet">{label}</dt>
    <dd className="min-h-5 font-medium tabular-nums">{value}</dd>
  </div>
);
