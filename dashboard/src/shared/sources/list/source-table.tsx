import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FilePen, FileText, FolderInput, RefreshCw, SearchX, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { withQuery } from '#shared/api/request.ts';
import { Button } from '#shared/components/button.tsx';
import { Confirm } from '#shared/components/dialog.tsx';
import { Empty, Failure, LoadingRows } from '#shared/components/page.tsx';
import { formatNumber } from '#shared/format.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import type { Source, SourceCounts } from '#shared/sources/source.ts';
import { useDeleteSource, useReindex } from '#shared/sources/source-actions.ts';
import { parametersOf, SOURCES, sourceCountsQuery, sourceListQuery } from '#shared/sources/source-queries.ts';
import { type SourceFilters as Chosen, isFiltered, type Sort } from '#shared/sources/source-search.ts';
import { staleTimeOfFollowed, useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { ROW_HEIGHT } from '#shared/table/columns.ts';
import { downloadFrom } from '#shared/table/csv.ts';
import { DataTable } from '#shared/table/data-table.tsx';
import { TableTools } from '#shared/table/table-tools.tsx';
import { useDataTable } from '#shared/table/use-data-table.ts';
import { MoveDialog } from './move-dialog.tsx';
import { SourceBulkBar } from './source-bulk-bar.tsx';
import { keyOfSource, nameOfSource, sourceColumns } from './source-columns.tsx';
import { type ChangeSourceFilters, SourceFilters } from './source-filters.tsx';

const words = rooms.sources;

const NONE: readonly Source[] = [];

/** The list of sources, of all knowledge bases or of one, with its filters and actions. It follows changes by itself.
 *  `filters` and `change` are for a page that keeps the filters in its URL. add: what the empty list offers. */
export function SourceTable({
  base,
  filters: given,
  change: changeGiven,
  add,
}: {
  base?: string;
  filters?: Chosen;
  change?: ChangeSourceFilters;
  add?: (() => void) | undefined;
}) {
  const [own, setOwn] = useState<Chosen>({});
  const chosen = given ?? own;
  const change = useCallback<ChangeSourceFilters>(
    (changed) =>
      changeGiven
        ? changeGiven(changed)
        : setOwn((before) => {
            const after = Object.entries({ ...before, ...changed });
            return Object.fromEntries(after.filter(([, value]) => value !== undefined));
          }),
    [changeGiven],
  );
  const filters = useMemo(
    (): Chosen => (base === undefined ? chosen : { ...chosen, knowledge_base: base }),
    [chosen, base],
  );
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const { data: counts } = useQuery(sourceCountsQuery);
  useSourceChanges();
  const list = useInfiniteQuery({ ...sourceListQuery(filters), staleTime: staleTimeOfFollowed });
  const sources = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? NONE, [list.data]);
  const names = useMemo(
    () =>
      base === undefined && knowledgeBases.length > 1
        ? new Map(knowledgeBases.map(({ id, name }) => [id, name]))
        : undefined,
    [base, knowledgeBases],
  );
  const { sort } = filters;
  const table = useDataTable({
    id: 'sources',
    rows: sources,
    columns: useMemo(() => sourceColumns(names), [names]),
    keyOf: keyOfSource,
    sorting: useMemo(
      () => ({
        sort: sort && { id: sort.replace('-', ''), desc: sort.startsWith('-') },
        change: (next) => change({ sort: next && (`${next.desc ? '-' : ''}${next.id}` as Sort) }),
      }),
      [sort, change],
    ),
  });
  const { menu, dialogs } = useRowMenu(knowledgeBases.length > 1, isWriter);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    // It would cancel the refetch of loaded pages, and stale rows would stay.
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);
  const count = hasNextPage ? knownCount(filters, counts) : sources.length;
  const selectMatching = async (): Promise<void> => {
    let loaded = await fetchNextPage({ cancelRefetch: false });
    while (loaded.hasNextPage && !loaded.isFetchNextPageError)
      loaded = await fetchNextPage({ cancelRefetch: false });
    table.choose(loaded.data?.pages.flatMap(({ items }) => items) ?? []);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <TableTools
        table={table}
        count={list.data && countOf(count, sources.length)}
        download={() => downloadFrom(withQuery(`${SOURCES}/export`, parametersOf(filters)))}
      >
        <SourceFilters filters={filters} knowledgeBases={knowledgeBases} base={base} change={change} />
      </TableTools>
      {list.isPending ? (
        <LoadingRows rows={10} head={ROW_HEIGHT} height={ROW_HEIGHT} />
      ) : list.error && !list.data ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : sources.length === 0 ? (
        <NoSources isFiltered={isFiltered(chosen)} add={isWriter ? add : undefined} />
      ) : (
        <div className={list.isPlaceholderData ? 'opacity-60' : ''}>
          <DataTable
            table={table}
            label={words.table.label}
            nameOf={nameOfSource}
            loadMore={hasNextPage ? loadMore : undefined}
            menu={menu}
            bulk={
              isWriter
                ? () => (
                    <SourceBulkBar
                      table={table}
                      knownTags={counts?.tags.map(({ tag }) => tag) ?? []}
                      knowledgeBases={knowledgeBases}
                      selectMatching={
                        hasNextPage
                          ? { count: count === undefined ? '' : formatNumber(count), run: selectMatching }
                          : undefined
                      }
                    />
                  )
                : undefined
            }
          />
        </div>
      )}
      {isFetchNextPageError && list.error && (
        <Failure error={list.error} retry={() => void fetchNextPage()} />
      )}
      {dialogs}
    </div>
  );
}

/** The actions for one source, and what they ask. */
function useRowMenu(canMove: boolean, isWriter: boolean) {
  const [asked, setAsked] = useState<{ what: 'remove' | 'move'; source: Source }>();
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const navigate = useNavigate();
  const { mutate: reindex } = useReindex();
  const remove = useDeleteSource();
  const close = (): void => setAsked(undefined);
  const menu = useCallback(
    (source: Source) => [
      {
        label: source.status === 'failed' ? words.actions.retry : words.actions.reindex,
        icon: RefreshCw,
        choose: () => reindex(source),
      },
      {
        label: words.actions.replace[source.type],
        icon: FilePen,
        choose: () =>
          void navigate({ to: '/sources/$id', params: { id: source.id }, search: { replace: true } }),
      },
      ...(canMove
        ? [
            {
              label: words.moving.entry,
              icon: FolderInput,
              choose: () => setAsked({ what: 'move', source }),
            },
          ]
        : []),
      {
        label: words.actions.delete,
        icon: Trash2,
        look: 'danger' as const,
        choose: () => setAsked({ what: 'remove', source }),
      },
    ],
    [reindex, navigate, canMove],
  );
  const dialogs = (
    <>
      <Confirm
        isOpen={asked?.what === 'remove'}
        close={close}
        title={words.actions.deleteTitle({ name: asked?.source.name ?? '' })}
        about={words.actions.deleteAbout}
        action={text.common.delete}
        isBusy={remove.isPending}
        confirm={() => asked && remove.mutate(asked.source, { onSettled: close })}
      />
      {asked?.what === 'move' && (
        <MoveDialog sources={[asked.source]} knowledgeBases={knowledgeBases} close={close} />
      )}
    </>
  );
  return { menu: isWriter ? menu : undefined, dialogs };
}

const NoSources = ({ isFiltered: isNarrow, add }: { isFiltered: boolean; add: (() => void) | undefined }) => (
  <div className="rounded-panel border border-line bg-panel shadow-panel">
    {isNarrow ? (
      <Empty icon={SearchX} title={words.empty.noMatch} about={words.empty.noMatchAbout} />
    ) : (
      <Empty
        icon={FileText}
        guide="sources"
        title={words.empty.title}
        about={words.empty.about}
        action={add && <Button onClick={add}>{words.add}</Button>}
      />
    )}
  </div>
);

const countOf = (count: number | undefined, loaded: number): string =>
  count === undefined ? words.table.countAndMore({ count: loaded }) : words.table.count({ count });

/** The number of matches, if the workspace's counts include it: without a filter, or with one. */
function knownCount({ sort: _, ...filters }: Chosen, counts: SourceCounts | undefined): number | undefined {
  const [first, second] = Object.entries(filters);
  if (!counts || second) return undefined;
  if (!first) return counts.total;
  const [name, value] = first;
  if (name === 'status') return counts.by_status[value as Source['status']];
  if (name === 'type') return counts.by_type[value as Source['type']];
  if (name === 'knowledge_base') return counts.by_knowledge_base[String(value)];
  return name === 'tag' ? counts.tags.find(({ tag }) => tag === value)?.count : undefined;
}
