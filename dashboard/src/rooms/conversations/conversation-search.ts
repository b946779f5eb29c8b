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
  /** Those with a reply of these days in UTC, such as 2026-11-22 or 2026-11-01..2026-11-22. */
  replied?: string;
  /** Whether a reply answers, or says that there is no answer. */
  answered?: 'yes' | 'no';
  /** The confidence of a reply in percent, such as 20-30: from the first to below the second. */
  band?: string;
  tests?: 'none';
};

/** `view`: the active saved view. `open`: the conversation beside the list. */
export type ConversationSearch = ConversationFilters & { view?: string; open?: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const matching = <Name extends string>(raw: Record<string, unknown>, name: Name, pattern: RegExp) =>
  pattern.test(String(raw[name])) ? textParam(raw, name) : {};

const readFilters = (raw: Record<string, unknown>): ConversationFilters => ({
  ...textParam(raw, 'q'),
  ...textParam(raw, 'agent'),
  ...choiceParam(raw, 'state', ['open', 'resolved'] as const),
  ...textParam(raw, 'assignee'),
  ...textParam(raw, 'tag'),
  ...textParam(raw, 'channel'),
  ...textParam(raw, 'language'),
  ...matching(raw, 'from', DAY),
  ...matching(raw, 'to', DAY),
  ...choiceParam(raw, 'rating', ['up', 'down'] as const),
  ...choiceParam(raw, 'verdict', ['right', 'incomplete', 'wrong'] as const),
  ...choiceParam(raw, 'confidence', ['low'] as const),
  ...choiceParam(raw, 'handover', ['open', 'assigned', 'resolved'] as const),
  ...choiceParam(raw, 'order', ['asc'] as const),
  ...matching(raw, 'replied', /^\d{4}-\d{2}-\d{2}(?:\.\.\d{4}-\d{2}-\d{2})?$/),
  ...choiceParam(raw, 'answered', ['yes', 'no'] as const),
  ...matching(raw, 'band', /^\d{1,2}-\d{1,3}$/),
  ...choiceParam(raw, 'tests', ['none'] as const),
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
