import type { AgentId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';

export const newAgentVersion = (agentId: AgentId, number: number) => ({
  agent_id: agentId,
  number,
  configuration: '{"name":"acorn"}',
  knowledge_base_ids: 'null',
  changed: '[]',
  note: 'acorn',
  restored_from: null,
  actor_type: 'account' as const,
  actor_id: 'acc_1',
  actor_name: 'Ada',
  created_at: 1,
});

export const newLogo = (agentId: AgentId) => ({
  agent_id: agentId,
  media_type: 'image/png' as const,
  sha256: 'acorn',
  bytes: new Uint8Array([1, 2, 3]),
});

/** The versions, the draft and the logo of each agent. */
export const readVersions = async (store: WorkspaceStore, agents: readonly { agent_id: AgentId }[]) =>
  await Promise.all(
    agents.map(async ({ agent_id }) => ({
      all: await store.agentVersions.list(agent_id, { limit: 1_000 }),
      first: await store.agentVersions.find(agent_id, 1),
      draft: await store.agentVersions.draft(agent_id),
      logo: await store.widgetLogos.find(agent_id),
    })),
  );
