import { choiceParam, textParam } from '#shared/search-params.ts';

/** Of the list, as they stand in the address. */
export type ConversationFilters = { agent?: string; rating?: 'up' | 'down'; confidence?: 'low' };

export const readConversationFilters = (raw: Record<string, unknown>): ConversationFilters => ({
  ...textParam(raw, 'agent'),
  ...choiceParam(raw, 'rating', ['up', 'down'] as const),
  ...choiceParam(raw, 'confidence', ['low'] as const),
});
