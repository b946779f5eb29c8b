import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '../api.ts';
import { runningCrawlsQuery } from '../crawls/crawl-queries.ts';
import { changePages } from './change-pages.ts';
import { type Changes, noteNews } from './source-news.ts';
import { contentQuery, sourceCountsQuery, sourceQuery } from './source-queries.ts';
import type { SourceFilters } from './source-search.ts';
import type { Source } from './types.ts';
import { uploads } from './uploads.ts';

type List = InfiniteData<Page<Source>, string | undefined>;

/** Brings what was read before up to date, without reading it again. */
export function applyChanges(queryClient: QueryClient, changes: Changes): void {
  noteNews(changes);
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['sources', 'list'] })) {
    const filters = queryKey[2] as SourceFilters;
    queryClient.setQueryData<List>(
      queryKey,
      (list) => list && { ...list, pages: changePages(list.pages, filters, changes) },
    );
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

const COUNT_EVERY_MS = 1_500;
let isCounting = false;

/** Counts change with nearly every event, and any may come of a crawl that somebody else has begun: they are asked for once
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
