import type { LIMITS as LimitsOfService } from '../../server/src/lib/limits.ts';

/** Limits of the service that fields say beforehand. This does not compile when the service has others. */
export const LIMITS = {
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  messageCharacters: 16_000,
  queryCharacters: 2_048,
  systemPromptCharacters: 32_000,
  agentMessageCharacters: 2_000,
  urlCharacters: 2_048,
  tags: 32,
  tagCharacters: 64,
  crawlPages: 5_000,
  crawlDepth: 10,
  queryResults: 20,
  widgetMessagesPerMinute: 10_000,
  tokenBudget: 1_000_000_000_000,
  feedbackCommentCharacters: 2_000,
} as const satisfies Partial<typeof LimitsOfService>;
