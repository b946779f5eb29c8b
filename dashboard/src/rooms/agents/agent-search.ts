import { choiceParam, textParam } from '#shared/search-params.ts';

export const AGENT_PARTS = ['settings', 'widget', 'versions', 'chat'] as const;

/** The open part of an agent, and a question for its test chat. */
export type AgentView = { part?: (typeof AGENT_PARTS)[number]; ask?: string };

export const readAgentView = (raw: Record<string, unknown>): AgentView => ({
  ...choiceParam(raw, 'part', AGENT_PARTS),
  ...textParam(raw, 'ask'),
});
