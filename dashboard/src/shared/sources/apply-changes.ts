import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { runningCrawlsQuery } from '#shared/api/crawl-queries.ts';
import type { ListPage } from '#shared/api/request.ts';
import type { Source } from './source.ts';
import { type Changes, noteNews } from './source-news.ts';
import { comparing, matches } from './source-order.ts';
import { contentQuery, sourceCountsQuery, sourceQuery } from './source-queries.ts';
import type { SourceFilters } from './source-search.ts';
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
  const compare = comparing(filters);
  const unseen = new Map(changes);
  const pages = list.pages.map((page) => {
    if (!page.items.some(({ id }) => changes.has(id))) return page;
    const items = page.items.flatMap((item) => {
      if (!changes.has(item.id)) return [item];
      const source = changes.get(item.id);
      // One that sorts elsewhere now is put there below.
      if (source && matches(filters, source) && compare(item, source) !== 0) return [];
      unseen.delete(item.id);
      return source && matches(filters, source) ? [source] : [];
    });
    return { ...page, items };
  });
  for (const source of unseen.values())
    if (source && matches(filters, source)) insert(pages, source, compare);
  return { ...list, pages };
}

/** A source after all loaded ones arrives with its page. */
function insert(pages: ListPage<Source>[], source: Source, compare: ReturnType<typeof comparing>): void {
  const at = pages.findIndex(({ items, nextCursor }) => {
    const last = items.at(-1);
    return nextCursor === undefined || (last !== undefined && compare(source, last) < 0);
  });
  const page = pages[at];
  if (!page) return;
  const before = page.items.filter((item) => compare(item, source) < 0);
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
