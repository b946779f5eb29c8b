/** All that is told to webhooks, as `noun.verb`. */
export const EVENT_TYPES = [
  'source.indexed',
  'source.failed',
  'source.deleted',
  'connector.failed',
  'agent.created',
  'agent.updated',
  'agent.published',
  'agent.deleted',
  'conversation.started',
  'conversation.updated',
  'conversation.handover',
  'conversation.handover_updated',
  'message.feedback',
  'message.verdict',
  'budget.warning',
  'budget.exceeded',
  'key.created',
  'key.revoked',
  'webhook.test',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
