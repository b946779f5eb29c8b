import { invalidField, notFound } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { AgentId } from '#lib/ids.ts';
import { isId, text } from '#records/fields.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';

/** How many agents of one name an error names. */
const NAMED = 10;

/** What an agent can be called: PostgreSQL refuses to look for anything else. */
const Name = text(LIMITS.nameCharacters);

/** The agent that a client means by the name of a model: its id, or its name as it is written. Of several with one name, the
 *  only active one. Throws 404 as for an unknown model, and 422 if the name is ambiguous. */
export async function findAgent({ agents }: WorkspaceStore, model: string): Promise<AgentWithBases> {
  const byId = isId('agt', model) ? await agents.find(model as AgentId) : undefined;
  if (byId) return byId;
  if (!Name.safeParse(model).success) throw notFound('agent', model.slice(0, LIMITS.nameCharacters));
  const named = await agents.list({ name: model, limit: NAMED });
  const active = named.filter(({ status }) => status === 'active');
  const [agent, another] = active.length > 0 ? active : named;
  if (!agent) throw notFound('agent', model);
  if (another)
    throw invalidField(
      'model',
      `names several agents; use an id: ${idsOf(active.length > 0 ? active : named)}`,
    );
  return agent;
}

const idsOf = (agents: readonly AgentWithBases[]): string => {
  const ids = agents.slice(0, NAMED).map(({ agent_id }) => agent_id);
  return agents.length > NAMED ? `${ids.join(', ')}, …` : ids.join(', ');
};
