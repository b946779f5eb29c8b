import { choiceParam, textParam } from '#shared/search-params.ts';

/** The filters of the list, as in the URL. */
export type ConversationFilters = {
  agent?: string;
  rating?: 'up' | 'down';
  verdict?: 'right' | 'incomplete' | 'wrong';
  confidence?: 'low';
  handover?: 'open' | 'assigned' | 'resolved';
};

export const readConversationFilters = (raw: Record<string, unknown>): ConversationFilters => ({
  ...textParam(raw, 'agent'),
  ...choiceParam(raw, 'rating', ['up', 'down'] as const),
  ...choiceParam(raw, 'verdict', ['right', 'incomplete', 'wrong'] as const),
  ...choiceParam(raw, 'confidence', ['low'] as const),
  ...choiceParam(raw, 'handover', ['open', 'assigned', 'resolved'] as const),
});
