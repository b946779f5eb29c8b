export const AGENT_PARTS = ['settings', 'widget'] as const;

/** The part of an agent that is shown, and the question that its test chat begins with. */
export type AgentView = { part?: (typeof AGENT_PARTS)[number]; ask?: string };

export function readAgentView({ part, ask }: Record<string, unknown>): AgentView {
  const known = AGENT_PARTS.find((each) => each === part);
  return {
    ...(known && { part: known }),
    ...((typeof ask === 'string' || typeof ask === 'number') && { ask: String(ask) }),
  };
}
