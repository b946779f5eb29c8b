import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, ExternalLink, MessagesSquare, SearchX } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { request } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { useNotices } from '#shared/components/notices.tsx';
import { Empty, Failure, LoadingRows, PageHead } from '#shared/components/page.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { canManage, canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useMedia } from '#shared/hooks/use-media.ts';
import { useSingleKeys } from '#shared/hooks/use-single-keys.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { type ChangeFilters, ConversationFilterBar } from './conversation-filters.tsx';
import { type Conversation, conversationListQuery, parametersOf } from './conversation-queries.ts';
import { ConversationRow, keyOf } from './conversation-row.tsx';
import { type ConversationFilters, filtersOf } from './conversation-search.ts';
import { ConversationView } from './conversation-view.tsx';
import { ConversationViews } from './conversation-views.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useTriage } from './use-triage.ts';

const words = rooms.conversations;
const { triage } = rooms;

/** Where a conversation has room beside the list. */
const WIDE = '(min-width: 90rem)';

/** All conversations: found, filtered and looked after. On wide screens the chosen one is shown beside the list. */
export function ConversationsPage() {
  const search = useSearch({ from: '/inside/conversations' });
  const filters = filtersOf(search);
  const navigate = useNavigate({ from: '/conversations' });
  const { workspace } = useAccount();
  const isWide = useMedia(WIDE);
  const change: ChangeFilters = (changed) =>
    void navigate({
      search: (before) => ({ ...before, open: undefined, ...changed }) as never,
      replace: true,
    });
  return (
    <div
      className={`mx-auto grid w-full grid-cols-1 gap-5 px-4 py-6 sm:px-6 ${isWide ? 'max-w-[110rem]' : 'max-w-6xl'}`}
    >
      <PageHead
        title={words.title}
        about={words.about}
        actions={canManage(workspace.role) && <ExportButton filters={filters} />}
      />
      <ConversationViews filters={filters} viewId={search.view} />
      <ConversationFilterBar
        filters={filters}
        change={change}
        clear={() => void navigate({ search: {} as never, replace: true })}
      />
      <List key={JSON.stringify(filters)} filters={filters} openKey={search.open} isWide={isWide} />
    </div>
  );
}

function List({
  filters,
  openKey,
  isWide,
}: {
  filters: ConversationFilters;
  openKey: string | undefined;
  isWide: boolean;
}) {
  const list = useInfiniteQuery(conversationListQuery(filters));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { workspace, id: me, name: myName } = useAccount();
  const isWriter = canWrite(workspace.role);
  const navigate = useNavigate();
  const [currentKey, setCurrentKey] = useState(openKey);
  const { selected, select, clear, selectAll } = useSelection(items);
  const change = useTriage();
  const current = items.find((item) => keyOf(item) === currentKey);

  const open = (item: Conversation): void => {
    setCurrentKey(keyOf(item));
    if (isWide)
      void navigate({
        to: '/conversations',
        search: (before) => ({ ...before, open: keyOf(item) }) as never,
        replace: true,
        resetScroll: false,
      });
    else
      void navigate({
        to: '/conversations/$agentId/$sessionId',
        params: { agentId: item.agent.id, sessionId: item.session_id },
      });
  };
  const move = (steps: number): void => {
    const index = items.findIndex((item) => keyOf(item) === currentKey);
    const next = items[Math.min(items.length - 1, Math.max(0, index < 0 ? 0 : index + steps))];
    if (!next) return;
    if (isWide) open(next);
    else setCurrentKey(keyOf(next));
    const row = document.getElementById(`row ${keyOf(next)}`);
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector('a')?.focus();
  };
  const act = (send: (item: Conversation) => void) => () => {
    if (current && isWriter && !change.isPending) send(current);
  };
  useSingleKeys({
    j: () => move(1),
    k: () => move(-1),
    x: act((item) => select(item, !selected.has(keyOf(item)))),
    e: act((item) =>
      change.mutate({
        conversation: item,
        state: item.state === 'open' ? 'resolved' : 'open',
        said: item.state === 'open' ? triage.resolved : triage.reopened,
      }),
    ),
    a: act((item) =>
      change.mutate({ conversation: item, assignee_id: me, said: triage.assigned({ name: myName }) }),
    ),
  });

  if (list.isPending) return <LoadingRows height={91} />;
  if (list.error && !list.data) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (items.length === 0) return <NoConversations filters={filters} />;
  const chosen = items.filter((item) => selected.has(keyOf(item)));
  return (
    <div
      className={
        isWide
          ? 'grid grid-cols-[minmax(24rem,5fr)_minmax(30rem,6fr)] items-start gap-5'
          : 'grid grid-cols-1 gap-5'
      }
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <div
          className={`rounded-panel border border-line bg-panel shadow-panel ${list.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {chosen.length > 0 && <SelectionBar chosen={chosen} clear={clear} />}
          {isWriter && chosen.length === 0 && (
            <div className="flex min-h-11 items-center border-b border-line text-small text-quiet">
              <label className="grid w-11 cursor-pointer place-items-center self-stretch">
                <input
                  type="checkbox"
                  aria-label={triage.selectAll}
                  checked={false}
                  onChange={selectAll}
                  className="size-4 accent-accent"
                />
              </label>
              <span className="min-w-0 truncate ps-1 max-sm:sr-only">{triage.keys}</span>
            </div>
          )}
          <ul aria-label={words.list}>
            {items.map((item) => (
              <ConversationRow
                key={keyOf(item)}
                item={item}
                isCurrent={keyOf(item) === currentKey}
                isSelected={selected.has(keyOf(item))}
                select={
                  isWriter
                    ? (isSelected: boolean, event: MouseEvent) => select(item, isSelected, event.shiftKey)
                    : undefined
                }
                open={isWide ? () => open(item) : undefined}
              />
            ))}
          </ul>
        </div>
        {list.isFetchNextPageError && list.error && <Failure error={list.error} />}
        <LoadMore list={list} />
      </div>
      {isWide && <Beside openKey={openKey} />}
    </div>
  );
}

/** The chosen conversation, which stays in sight while the list scrolls. */
function Beside({ openKey }: { openKey: string | undefined }) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is read from its beginning.
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 });
  }, [openKey]);
  const [agentId, ...rest] = openKey?.split(' ') ?? [];
  const sessionId = rest.join(' ');
  return (
    <section
      ref={pane}
      aria-label={triage.beside}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-panel border border-line bg-ground p-5"
    >
      {agentId !== undefined && sessionId !== '' ? (
        <div className="grid gap-5">
          <ConversationView
            key={openKey}
            agentId={agentId}
            sessionId={sessionId}
            actions={
              <Link
                to="/conversations/$agentId/$sessionId"
                params={{ agentId, sessionId }}
                {...tip(triage.fullPage)}
                aria-label={triage.fullPage}
                className="grid size-9 place-items-center rounded-control text-quiet hover:bg-sunken hover:text-ink"
              >
                <ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />
              </Link>
            }
          />
        </div>
      ) : (
        <Empty title={triage.choose} about={triage.chooseAbout} />
      )}
    </section>
  );
}

/** The selected conversations by key. Those that leave the list leave the selection. */
function useSelection(items: readonly Conversation[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const selected = new Set(items.map(keyOf).filter((key) => chosen.has(key)));
  /** isRange: everything between the last one and this. */
  const select = (item: Conversation, isSelected: boolean, isRange = false): void => {
    const keys = items.map(keyOf);
    const index = keys.indexOf(keyOf(item));
    const from = isRange && last.current !== undefined ? Math.max(0, keys.indexOf(last.current)) : index;
    last.current = keyOf(item);
    const after = new Set(selected);
    for (const key of keys.slice(Math.min(from, index), Math.max(from, index) + 1))
      if (isSelected) after.add(key);
      else after.delete(key);
    setChosen(after);
  };
  return {
    selected,
    select,
    clear: () => setChosen(new Set()),
    selectAll: () => setChosen(new Set(items.map(keyOf))),
  };
}

/** Downloads by the browser itself, whatever the size. */
function ExportButton({ filters }: { filters: ConversationFilters }) {
  const tell = useNotices();
  const download = useMutation({
    mutationFn: async () => {
      // The browser's download cannot ask for a confirmation.
      await request('GET', '/v1/account/confirm');
      const query = new URLSearchParams({ format: 'csv' });
      const { order: _order, ...chosen } = parametersOf(filters);
      for (const [name, value] of Object.entries(chosen))
        if (value !== undefined) query.set(name, String(value));
      location.assign(`/v1/conversations/export?${query}`);
    },
    onError: (error) => tell(error.message, 'bad'),
  });
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden className="size-4" />
      {triage.export}
    </Button>
  );
}

const NoConversations = ({ filters }: { filters: ConversationFilters }) => (
  <div className="rounded-panel border border-line bg-panel shadow-panel">
    {Object.keys(filters).length > 0 ? (
      <Empty icon={SearchX} title={words.noMatch} about={words.noMatchAbout} />
    ) : (
      <Empty
        icon={MessagesSquare}
        guide="chat"
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
