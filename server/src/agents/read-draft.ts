import { type AgentConfiguration, changesOfDraft, existingBases } from '#records/agent-configuration.ts';
import type { AgentWithBases, WorkspaceReads } from '#storage/store.ts';
import type { AgentVersionRow } from '#storage/tables.ts';

/** The draft of an agent and what it changes; undefined without one. Knowledge bases that were deleted since are left out. */
export async function readDraft(
  reads: Pick<WorkspaceReads, 'agentVersions' | 'knowledgeBases'>,
  { agent_id }: Pick<AgentWithBases, 'agent_id'>,
): Promise<{ row: AgentVersionRow; changes: Partial<AgentConfiguration> } | undefined> {
  const row = await reads.agentVersions.draft(agent_id);
  if (!row) return undefined;
  const changes = changesOfDraft(row);
  const { knowledge_base_ids: ids } = changes;
  return {
    row,
    changes: ids ? { ...changes, knowledge_base_ids: await existingBases(reads, ids) } : changes,
  };
}
