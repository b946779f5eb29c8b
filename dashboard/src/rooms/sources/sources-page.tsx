import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileText, SearchX } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { knowledgeBasesQuery } from '#shared/api/knowledge-base-queries.ts';
import { useFileBytes } from '#shared/api/limits.ts';
import { AddButton, Button } from '#shared/components/button.tsx';
import { Confirm } from '#shared/components/dialog.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { formatNumber } from '#shared/format.ts';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { lazyPart } from '#shared/lazy-part.ts';
import { DropAnywhere } from '#shared/sources/drop-anywhere.tsx';
import type { Source, SourceCounts } from '#shared/sources/source.ts';
import { sourceCountsQuery, sourceListQuery } from '#shared/sources/source-queries.ts';
import { type SourceFilters as Filters, filtersOf } from '#shared/sources/source-search.ts';
import { uploads } from '#shared/sources/uploads.ts';
import { staleTimeOfFollowed, useSourceChanges } from '#shared/sources/use-source-changes.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { text } from '#shared/strings/text.ts';
import { BulkBar } from './bulk-bar.tsx';
import { RunningCrawls } from './running-crawls.tsx';
import { useDeleteSource, useReindex } from './source-actions.ts';
import { SourceFilterBar } from './source-filter-bar.tsx';
import { ROW_HEIGHT, type RowActions } from './source-row.tsx';
import { HEAD_HEIGHT, SelectAll, SourceTable } from './source-table.tsx';
import { useSelection } from './use-selection.ts';

const words = rooms.sources;

const AddSourceDialog = lazyPart(() => import('./adding/add-source-dialog.tsx'), 'AddSourceDialog');

export function SourcesPage() {
  const search = useSearch({ from: '/inside/sources' });
  const { add, name } = search;
  const filters = filtersOf(search);
  const navigate = useNavigate({ from: '/sources' });
  const { workspace } = useAccount();
  const isWriter = canWrite(workspace.role);
  const { data: knowledgeBases = [] } = useQuery(knowledgeBasesQuery);
  const fileBytes = useFileBytes();
  const defaultBase = knowledgeBases[0];
  const into = knowledgeBases.find(({ id }) => id === filters.knowledge_base) ?? defaultBase;

  useSourceChanges();
  const changeSearch = useCallback(
    (change: Record<string, string | undefined>, isStep = false) =>
      navigate({ search: (before) => ({ ...before, ...change }) as never, replace: !isStep }),
    [navigate],
  );
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <AddButton
          label={words.add}
          isAllowed={isWriter}
          onClick={() => changeSearch({ add: 'file' }, true)}
        />
      }
    >
      {!isWriter && <p className="text-small text-quiet">{text.common.readOnly}</p>}
      <RunningCrawls />
      <SourceFilterBar filters={filters} knowledgeBases={knowledgeBases} change={changeSearch} />
      <SourceList
        filters={filters}
        names={useMemo(() => new Map(knowledgeBases.map((base) => [base.id, base.name])), [knowledgeBases])}
        isWriter={isWriter}
        add={() => changeSearch({ add: 'file' }, true)}
      />
      {isWriter && add !== 'file' && (
        <DropAnywhere
          into={into?.name ?? ''}
          take={(files) =>
            uploads.add(files, { knowledgeBaseId: filters.knowledge_base, tags: [] }, fileBytes)
          }
        />
      )}
      {isWriter && add && (
        <Suspense>
          <AddSourceDialog
            way={add}
            name={name}
            knowledgeBaseId={filters.knowledge_base}
            choose={(way) => changeSearch({ add: way })}
            close={() => changeSearch({ add: undefined, name: undefined })}
          />
        </Suspense>
      )}
    </Page>
  );
}

function SourceList({
  filters,
  names,
  isWriter,
  add,
}: {
  filters: Filters;
  names: ReadonlyMap<string, string>;
  isWriter: boolean;
  add: () => void;
}) {
  const list = useInfiniteQuery({ ...sourceListQuery(filters), staleTime: staleTimeOfFollowed });
  const { data: counts } = useQuery(sourceCountsQuery);
  const sources = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const { selected, select, choose } = useSelection(sources);
  const selectAll = (isSelected: boolean): void => choose(isSelected ? sources : []);
  const [removing, setRemoving] = useState<Source>();
  const navigate = useNavigate();
  const { mutate: reindex } = useReindex();
  const remove = useDeleteSource();
  const actions = useMemo<RowActions>(
    () => ({
      select,
      reindex,
      replace: ({ id }) => void navigate({ to: '/sources/$id', params: { id }, search: { replace: true } }),
      remove: setRemoving,
    }),
    [select, reindex, navigate],
  );
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    // It would cancel the refetch of loaded pages, and stale rows would stay.
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);

  if (list.isPending)
    return (
      // The count is above the table.
      <div className="pt-7">
        <LoadingRows rows={10} head={HEAD_HEIGHT} height={ROW_HEIGHT} />
      </div>
    );
  if (list.error && !list.data) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (sources.length === 0) return <NoSources filters={filters} add={isWriter ? add : undefined} />;
  const count = hasNextPage ? knownCount(filters, counts) : sources.length;
  return (
    <div className={`grid grid-cols-1 gap-2 ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      <p className="text-small text-quiet" role="status">
        {count === undefined
          ? words.table.countAndMore({ count: sources.length })
          : words.table.count({ count })}
      </p>
      <SourceTable
        sources={sources}
        loadMore={hasNextPage ? loadMore : undefined}
        names={names}
        selected={selected}
        selectAll={selectAll}
        actions={isWriter ? actions : undefined}
        bulk={
          selected.size > 0 ? (
            <BulkBar
              ids={[...selected]}
              knownTags={counts?.tags.map(({ tag }) => tag) ?? []}
              box={<SelectAll selected={selected.size} all={sources.length} selectAll={selectAll} />}
              selectMatching={
                hasNextPage
                  ? {
                      count: count === undefined ? '' : formatNumber(count),
                      run: async () => {
                        let loaded = await fetchNextPage({ cancelRefetch: false });
                        while (loaded.hasNextPage && !loaded.isFetchNextPageError)
                          loaded = await fetchNextPage({ cancelRefetch: false });
                        choose(loaded.data?.pages.flatMap(({ items }) => items) ?? []);
                      },
                    }
                  : undefined
              }
              clear={() => selectAll(false)}
            />
          ) : undefined
        }
      />
      {isFetchNextPageError && list.error && (
        <Failure error={list.error} retry={() => void fetchNextPage()} />
      )}
      <Confirm
        isOpen={removing !== undefined}
        close={() => setRemoving(undefined)}
        title={words.actions.deleteTitle({ name: removing?.name ?? '' })}
        about={words.actions.deleteAbout}
        action={text.common.delete}
        isBusy={remove.isPending}
        confirm={() => removing && remove.mutate(removing, { onSettled: () => setRemoving(undefined) })}
      />
    </div>
  );
}

const NoSources = ({ filters, add }: { filters: Filters; add: (() => void) | undefined }) => (
  <div className="rounded-panel border border-line bg-panel shadow-panel">
    {Object.keys(filters).length > 0 ? (
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

/** The number of matches, if the workspace's counts include it: without a filter, or with one. */
function knownCount(filters: Filters, counts: SourceCounts | undefined): number | undefined {
  const [first, second] = Object.entries(filters);
  if (!counts || second) return undefined;
  if (!first) return counts.total;
  const [name, value] = first;
  if (name === 'status') return counts.by_status[value as Source['status']];
  if (name === 'type') return counts.by_type[value as Source['type']];
  if (name === 'knowledge_base') return counts.by_knowledge_base[value];
  return name === 'tag' ? counts.tags.find(({ tag }) => tag === value)?.count : undefined;
}
