import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CrawlPage as CrawlPageSchema, Crawl as CrawlSchema } from '#server/crawls/schema.ts';
import { BY_CURSOR, request, requestPage } from './request.ts';

export type Crawl = z.infer<typeof CrawlSchema>;
export type CrawledPage = z.infer<typeof CrawlPageSchema>;

export const CRAWLS = '/v1/knowledge-base/crawls';

/** How often a running crawl is polled. */
const CRAWL_POLL_MS = 1_500;

export const crawlsQuery = infiniteQueryOptions({
  queryKey: ['crawls', 'list'],
  queryFn: ({ pageParam, signal }) => requestPage<Crawl>(CRAWLS, { limit: 50, cursor: pageParam }, signal),
  ...BY_CURSOR,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ items }) => items.some(({ status }) => status === 'running')) ? CRAWL_POLL_MS : false,
});

export const runningCrawlsQuery = queryOptions({
  queryKey: ['crawls', 'running'],
  queryFn: ({ signal }) => requestPage<Crawl>(CRAWLS, { status: 'running', limit: 3 }, signal),
  refetchInterval: ({ state: { data } }) => (data && data.items.length > 0 ? CRAWL_POLL_MS : false),
});

export const crawlQuery = (id: string) =>
  queryOptions({
    queryKey: ['crawls', 'one', id],
    queryFn: ({ signal }) => request<Crawl>('GET', `${CRAWLS}/${id}`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? CRAWL_POLL_MS : false),
  });

export const crawlPagesQuery = (id: string, isRunning: boolean) =>
  infiniteQueryOptions({
    // The end of the crawl has the list read once more: polling stops then, and may have missed the last page.
    queryKey: ['crawls', 'pages', id, isRunning],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      requestPage<CrawledPage>(`${CRAWLS}/${id}/pages`, { limit: 100, cursor: pageParam }, signal),
    ...BY_CURSOR,
    refetchInterval: isRunning ? CRAWL_POLL_MS : false,
  });
