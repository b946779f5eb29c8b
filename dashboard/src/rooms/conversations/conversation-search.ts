import { choiceParam, textParam } from '#shared/search-params.ts';

/** The filters of the list, as in the URL and in saved views. */
export type ConversationFilters = {
  q?: string;
  agent?: string;
  state?: 'open' | 'resolved';
  assignee?: string;
  tag?: string;
  channel?: string;
  language?: string;
  /** Days such as 2026-11-22, in the time zone of the browser. */
  from?: string;
  to?: string;
  rating?: 'up' | 'down';
  verdict?: 'right' | 'incomplete' | 'wrong';
  confidence?: 'low';
  handover?: 'open' | 'assigned' | 'resolved';
  order?: 'asc';
};

/** `view`: the active saved view. `open`: the conversation beside the list. */
export type ConversationSearch = ConversationFilters & { view?: string; open?: string };

const dayParam = <Name extends string>(raw: Record<string, unknown>, name: Name) =>
  /^\d{4}-\d{2}-\d{2}$/.test(String(raw[name])) ? textParam(raw, name) : {};

const readFilters = (raw: Record<string, unknown>): ConversationFilters => ({
  ...textParam(raw, 'q'),
  ...textParam(raw, 'agent'),
  ...choiceParam(raw, 'state', ['open', 'resolved'] as const),
  ...textParam(raw, 'assignee'),
  ...textParam(raw, 'tag'),
  ...textParam(raw, 'channel'),
  ...textParam(raw, 'language'),
  ...dayParam(raw, 'from'),
  ...dayParam(raw, 'to'),
  ...choiceParam(raw, 'rating', ['up', 'down'] as const),
  ...choiceParam(raw, 'verdict', ['right', 'incomplete', 'wrong'] as const),
  ...choiceParam(raw, 'confidence', ['low'] as const),
  ...choiceParam(raw, 'handover', ['open', 'assigned', 'resolved'] as const),
  ...choiceParam(raw, 'order', ['asc'] as const),
});

export const readConversationFilters = (raw: Record<string, unknown>): ConversationSearch => ({
  ...readFilters(raw),
  ...textParam(raw, 'view'),
  ...textParam(raw, 'open'),
});

/** The filters among what the URL says. */
export const filtersOf = ({
  view: _view,
  open: _open,
  ...filters
}: ConversationSearch): ConversationFilters => filters;
