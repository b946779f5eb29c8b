import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { runningCrawlsQuery } from '#shared/api/crawl-queries.ts';
import type { ListPage } from '#shared/api/request.ts';
import type { Source } from './source.ts';
import { type Changes, noteNews } from './source-news.ts';
import { contentQuery, sourceCountsQuery, sourceQuery } from './source-queries.ts';
import { matches, type SourceFilters } from './source-search.ts';
import { uploads } from './uploads.ts';

type List = InfiniteData<ListPage<Source>, string | undefined>;

/** Updates cached queries without reading them again. */
export function applyChanges(queryClient: QueryClient, changes: Changes): void {
  noteNews(changes);
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['sources', 'list'] })) {
    const filters = query.queryKey[2] as SourceFilters;
    const change = (): void => {
      queryClient.setQueryData<List>(query.queryKey, (list) => list && changeList(list, filters, changes));
    };
    change();
    // A query that is still loading may replace the change with older data.
    if (query.state.fetchStatus === 'fetching') query.promise?.then(change, () => {});
  }
  for (const [id, source] of changes) {
    const before = queryClient.getQueryData(sourceQuery(id).queryKey);
    uploads.follow(id, source);
    if (!source) void queryClient.invalidateQueries({ queryKey: sourceQuery(id).queryKey });
    if (!source || !before) continue;
    queryClient.setQueryData(sourceQuery(id).queryKey, source);
    void queryClient.invalidateQueries({ queryKey: ['sources', 'history', id] });
    if (before.indexed_at === source.indexed_at) continue;
    void queryClient.invalidateQueries({ queryKey: contentQuery(id).queryKey });
    void queryClient.invalidateQueries({ queryKey: ['sources', 'chunks', id] });
  }
  countSoon(queryClient);
}

/** Unchanged pages stay the same objects, so that their rows do not re-render. */
function changeList(list: List, filters: SourceFilters, changes: Changes): List {
  const unseen = new Map(changes);
  const pages = list.pages.map((page) => {
    if (!page.items.some(({ id }) => changes.has(id))) return page;
    const items = page.items.flatMap((item) => {
      if (!changes.has(item.id)) return [item];
      unseen.delete(item.id);
      const source = changes.get(item.id);
      return source && matches(filters, source) ? [source] : [];
    });
    return { ...page, items };
  });
  for (const source of unseen.values()) if (source && matches(filters, source)) insert(pages, source);
  return { ...list, pages };
}

/** Ids grow with time. A source older than all loaded ones arrives with its page. */
function insert(pages: ListPage<Source>[], source: Source): void {
  const at = pages.findIndex(
    ({ items, nextCursor }) => nextCursor === undefined || (items.at(-1)?.id ?? '') < source.id,
  );
  const page = pages[at];
  if (!page) return;
  const before = page.items.filter(({ id }) => id > source.id);
  pages[at] = { ...page, items: [...before, source, ...page.items.slice(before.length)] };
}

const COUNT_EVERY_MS = 1_500;
let isCounting = false;

/** Counts change with nearly every event, also by other people's crawls: they are read again only once
 *  in a while. */
function countSoon(queryClient: QueryClient): void {
  if (isCounting) return;
  isCounting = true;
  setTimeout(() => {
    isCounting = false;
    void queryClient.invalidateQueries({ queryKey: sourceCountsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
    void queryClient.invalidateQueries({ queryKey: runningCrawlsQuery.queryKey });
  }, COUNT_EVERY_MS);
}
