import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { toneOf } from '#shared/chat/confidence.tsx';
import { AgentFilter } from '#shared/components/agent-filter.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { ClearFilters } from '#shared/components/clear-filters.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { When } from '#shared/components/when.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { type Conversation, conversationListQuery } from './conversation-queries.ts';
import type { ConversationFilters } from './conversation-search.ts';
import { HandoverStatus } from './handover-status.tsx';

const words = rooms.conversations;
const { handover } = rooms;
const { verdicts } = rooms;

export function ConversationsPage() {
  const filters = useSearch({ from: '/inside/conversations' });
  const list = useInfiniteQuery(conversationListQuery(filters));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={words.title} about={words.about}>
      <Filters filters={filters} />
      {list.isPending && <LoadingRows height={69} />}
      {list.error && !list.data && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data && items.length === 0 && <NoConversations filters={filters} />}
      {items.length > 0 && (
        <ul
          aria-label={words.list}
          className={`rounded-panel border border-line bg-panel ${list.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {items.map((item) => (
            <ConversationRow key={`${item.agent.id} ${item.session_id}`} item={item} />
          ))}
        </ul>
      )}
      {list.isFetchNextPageError && list.error && <Failure error={list.error} />}
      <LoadMore list={list} />
    </Page>
  );
}

function Filters({ filters }: { filters: ConversationFilters }) {
  const navigate = useNavigate({ from: '/conversations' });
  const change = (changed: Record<string, string | undefined>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }) as never, replace: true });
  return (
    <search
      aria-label={text.common.filters.label}
      className="grid gap-2 sm:flex sm:flex-wrap sm:items-center"
    >
      <AgentFilter value={filters.agent} choose={(agent) => change({ agent })} />
      <FilterSelect
        label={words.filters.rating}
        value={filters.rating}
        options={[
          { value: '', label: words.filters.allRatings },
          { value: 'up', label: words.filters.up },
          { value: 'down', label: words.filters.down },
        ]}
        choose={(rating) => change({ rating })}
      />
      <FilterSelect
        label={verdicts.filter}
        value={filters.verdict}
        options={[
          { value: '', label: verdicts.any },
          ...Object.entries(verdicts.with).map(([value, label]) => ({ value, label })),
        ]}
        choose={(verdict) => change({ verdict })}
      />
      <FilterSelect
        label={words.filters.confidence}
        value={filters.confidence}
        options={[
          { value: '', label: words.filters.allConfidences },
          { value: 'low', label: words.filters.low },
        ]}
        choose={(confidence) => change({ confidence })}
      />
      <FilterSelect
        label={handover.filter}
        value={filters.handover}
        options={[
          { value: '', label: handover.all },
          ...(['open', 'assigned', 'resolved'] as const).map((value) => ({
            value,
            label: handover.statuses[value],
          })),
        ]}
        choose={(status) => change({ handover: status })}
      />
      {Object.keys(filters).length > 0 && (
        <ClearFilters
          clear={() =>
            change({
              agent: undefined,
              rating: undefined,
              verdict: undefined,
              confidence: undefined,
              handover: undefined,
            })
          }
        />
      )}
    </search>
  );
}

const ConversationRow = ({ item }: { item: Conversation }) => (
  <li className="border-b border-line last:border-b-0">
    <Link
      to="/conversations/$agentId/$sessionId"
      params={{ agentId: item.agent.id, sessionId: item.session_id }}
      preload={false}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span dir="auto" className="truncate font-medium">
          {item.first_question ?? words.noQuestion}
        </span>
        <span className="flex flex-wrap gap-x-3 text-small text-quiet">
          <span className="[overflow-wrap:anywhere]">{item.agent.name}</span>
          <span>{words.messages({ count: item.message_count })}</span>
        </span>
      </span>
      <span className="flex items-center gap-3 text-small">
        {item.handover && <HandoverStatus status={item.handover.status} />}
        <Ratings ratings={item.ratings} />
        {item.lowest_confidence !== undefined && (
          <span title={words.lowestAbout}>
            <Badge tone={toneOf(item.lowest_confidence)}>
              {words.lowest({ share: item.lowest_confidence })}
            </Badge>
          </span>
        )}
        <span className="text-end text-quiet sm:min-w-24">
          <When at={item.last_activity_at} />
        </span>
      </span>
    </Link>
  </li>
);

const Ratings = ({ ratings: { up, down } }: { ratings: Conversation['ratings'] }) => (
  <>
    {up > 0 && (
      <span className="inline-flex items-center gap-1 text-good" title={words.ratedUp({ count: up })}>
        <ThumbsUp aria-hidden className="size-3.5" />
        <span className="sr-only">{words.ratedUp({ count: up })}</span>
        <span aria-hidden>{up}</span>
      </span>
    )}
    {down > 0 && (
      <span className="inline-flex items-center gap-1 text-bad" title={words.ratedDown({ count: down })}>
        <ThumbsDown aria-hidden className="size-3.5" />
        <span className="sr-only">{words.ratedDown({ count: down })}</span>
        <span aria-hidden>{down}</span>
      </span>
    )}
  </>
);

const NoConversations = ({ filters }: { filters: ConversationFilters }) => (
  <div className="rounded-panel border border-line bg-panel">
    {Object.keys(filters).length > 0 ? (
      <Empty title={words.noMatch} about={words.noMatchAbout} />
    ) : (
      <Empty
        title={words.empty}
        about={words.emptyAbout}
        action={
          <Link to="/agents" className="font-medium text-accent-ink underline">
            {words.tryAgents}
          </Link>
        }
      />
    )}
  </div>
);
