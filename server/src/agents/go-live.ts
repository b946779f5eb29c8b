import type { FastifyRequest } from 'fastify';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { AgentId } from '#lib/ids.ts';
import {
  type AgentConfiguration,
  changedFieldsOf,
  configurationOf,
  versionColumns,
} from '#records/agent-configuration.ts';
import { type AuditActor, SERVICE } from '#records/audit.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type { AgentWithBases, WorkspaceTransaction } from '#storage/store.ts';
import type { AgentRow } from '#storage/tables.ts';
import { assertMayChangePublished } from './assert-may-publish.ts';

type GoingLive = {
  agentId: AgentId;
  configuration?: Partial<AgentConfiguration>;
  /** Other columns that change with it. */
  columns?: Partial<Pick<AgentRow, 'status' | 'tokens_per_day' | 'tokens_per_month' | 'draft_saved_at'>>;
  note?: string | null | undefined;
  restoredFrom?: number | undefined;
  now: number;
};

/** Changes what is live of an agent, in a transaction: the only way. A changed configuration becomes a version. */
export async function goLive(
  request: FastifyRequest,
  tx: WorkspaceTransaction,
  { agentId, configuration = {}, columns = {}, note = null, restoredFrom, now }: GoingLive,
): Promise<{ before: AgentWithBases; after: AgentWithBases }> {
  const { knowledge_base_ids, ...settings } = configuration;
  if (knowledge_base_ids) await assertKnowledgeBasesExist(tx, knowledge_base_ids);
  const before = await tx.agents.find(agentId);
  if (!before) throw notFound('agent', agentId);
  const changed = changedFieldsOf(configurationOf(before), configuration);
  const version = before.version + (changed.length > 0 ? 1 : 0);
  const all = { ...settings, ...columns, version, updated_at: now };
  if (!(await tx.agents.update(agentId, all))) throw notFound('agent', agentId);
  if (knowledge_base_ids) await tx.agents.setKnowledgeBases(agentId, knowledge_base_ids);
  const after = await tx.agents.find(agentId);
  if (!after) throw notFound('agent', agentId);
  await assertMayChangePublished(request, tx, { before, after });
  if (changed.length > 0) {
    // What an older node made of the agent during an upgrade has no version yet.
    await keepVersion(tx, before, { actor: SERVICE, now: before.updated_at });
    const { actor } = contextOf(request).principal;
    await keepVersion(tx, after, { actor, changed, note, restoredFrom, now });
    await tx.agentVersions.removeBefore(agentId, version - LIMITS.versionsOfAnAgent + 1);
  }
  return { before, after };
}

type Kept = {
  actor: AuditActor;
  changed?: ReturnType<typeof changedFieldsOf>;
  note?: string | null;
  restoredFrom?: number | undefined;
  now: number;
};

/** Keeps what is live of an agent as the version that it is, unless it is kept. */
export const keepVersion = async (
  tx: Pick<WorkspaceTransaction, 'agentVersions'>,
  agent: AgentWithBases,
  { actor, changed = [], note = null, restoredFrom, now }: Kept,
): Promise<void> =>
  await tx.agentVersions.insert({
    ...versionColumns(agent.agent_id, configurationOf(agent), changed),
    number: agent.version,
    note,
    restored_from: restoredFrom ?? null,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    created_at: now,
  });
