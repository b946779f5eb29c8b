import type { AgentId } from '#lib/ids.ts';
import type { AgentWithBases, WorkspaceReads } from '#storage/store.ts';
import type { AgentVersionRow } from '#storage/tables.ts';

/** The fields of an agent that have versions. Its status and budget apply to all of them. */
export const CONFIGURED = [
  'name',
  'knowledge_base_ids',
  'system_prompt',
  'welcome_message',
  'fallback_message',
  'response_length',
  'min_confidence',
  'temperature',
  'handover',
] as const satisfies readonly (keyof AgentWithBases)[];

export type ConfiguredField = (typeof CONFIGURED)[number];
export type AgentConfiguration = Pick<AgentWithBases, ConfiguredField>;

/** What is live of an agent. */
export const configurationOf = (agent: AgentConfiguration): AgentConfiguration =>
  Object.fromEntries(CONFIGURED.map((field) => [field, agent[field]])) as AgentConfiguration;

/** What a stored version configures. */
export const configurationOfRow = (
  row: Pick<AgentVersionRow, 'configuration' | 'knowledge_base_ids'>,
): AgentConfiguration => ({ ...changesOfDraft(row) }) as AgentConfiguration;

/** What a stored draft changes. */
export const changesOfDraft = ({
  configuration,
  knowledge_base_ids,
}: Pick<AgentVersionRow, 'configuration' | 'knowledge_base_ids'>): Partial<AgentConfiguration> => {
  const ids = JSON.parse(knowledge_base_ids) as AgentConfiguration['knowledge_base_ids'] | null;
  return {
    ...(JSON.parse(configuration) as Partial<AgentConfiguration>),
    ...(ids && { knowledge_base_ids: ids }),
  };
};

/** The fields that differ. */
export const changedFieldsOf = (
  before: AgentConfiguration,
  after: Partial<AgentConfiguration>,
): ConfiguredField[] =>
  CONFIGURED.filter(
    (field) => after[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

/** An agent as its draft would make it, or as it is live without one. Knowledge bases that were deleted since are left out. */
export async function withDraft(
  reads: Pick<WorkspaceReads, 'agentVersions' | 'knowledgeBases'>,
  agent: AgentWithBases,
): Promise<AgentWithBases> {
  const draft = agent.draft_saved_at === null ? undefined : await reads.agentVersions.draft(agent.agent_id);
  if (!draft) return agent;
  const changes = changesOfDraft(draft);
  if (!changes.knowledge_base_ids) return { ...agent, ...changes };
  return {
    ...agent,
    ...changes,
    knowledge_base_ids: await existingBases(reads, changes.knowledge_base_ids),
  };
}

/** Those that still exist, in this order. */
export async function existingBases(
  { knowledgeBases }: Pick<WorkspaceReads, 'knowledgeBases'>,
  ids: AgentConfiguration['knowledge_base_ids'],
): Promise<AgentConfiguration['knowledge_base_ids']> {
  const known = new Set((await knowledgeBases.indexVersions(ids)).map((base) => base.knowledge_base_id));
  return ids.filter((id) => known.has(id));
}

/** The columns of a version or a draft that keep a configuration. */
export const versionColumns = (
  agentId: AgentId,
  { knowledge_base_ids, ...configuration }: Partial<AgentConfiguration>,
  changed: readonly ConfiguredField[],
): Pick<AgentVersionRow, 'agent_id' | 'configuration' | 'knowledge_base_ids' | 'changed'> => ({
  agent_id: agentId,
  configuration: JSON.stringify(configuration),
  knowledge_base_ids: JSON.stringify(knowledge_base_ids ?? null),
  changed: JSON.stringify(changed),
});
