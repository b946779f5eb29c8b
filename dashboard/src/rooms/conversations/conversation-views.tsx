import { useQuery } from '@tanstack/react-query';
import { conversationCountsQuery } from '#shared/api/conversation-counts.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type ViewedList, ViewTabs } from '#shared/table/view-tabs.tsx';
import { type ConversationFilters, filtersOf, readConversationFilters } from './conversation-search.ts';

const words = rooms.triage.views;

const LIST: ViewedList<ConversationFilters> = {
  resource: 'conversations',
  path: '/conversations',
  parameter: 'view',
  read: (raw) => filtersOf(readConversationFilters(raw)),
  removeAbout: words.removeAbout,
};

/** The views of the conversations. */
export function ConversationViews({
  filters,
  viewId,
}: {
  filters: ConversationFilters;
  viewId: string | undefined;
}) {
  const { data: counts } = useQuery(conversationCountsQuery);
  return (
    <ViewTabs
      list={LIST}
      builtIn={[
        { name: words.all, filters: {} },
        { name: words.inbox, filters: { handover: 'open' }, count: counts?.handovers.open },
        { name: words.mine, filters: { state: 'open', assignee: 'me' }, count: counts?.assigned_to_me },
        { name: words.open, filters: { state: 'open' } },
      ]}
      filters={filters}
      viewId={viewId}
    />
  );
}
