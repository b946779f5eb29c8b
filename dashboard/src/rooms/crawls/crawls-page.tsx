import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { type Crawl, crawlsQuery } from '#shared/api/crawl-queries.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Empty, Page } from '#shared/components/page.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ListTable } from '#shared/table/list-table.tsx';
import { CRAWL_COLUMNS, keyOfCrawl, nameOfCrawl } from './crawl-columns.tsx';

const words = rooms.crawls;
const { sources } = rooms;

export function CrawlsPage() {
  const { workspace } = useAccount();
  const list = useInfiniteQuery(crawlsQuery);
  const isEmpty = list.data?.pages.every(({ items }) => items.length === 0);
  const start = canWrite(workspace.role) && (
    <Link
      to="/sources"
      search={{ add: 'crawl' }}
      className="inline-flex min-h-8 items-center rounded-control bg-accent px-3 font-medium text-on-accent hover:brightness-110"
    >
      {words.start}
    </Link>
  );
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? undefined : start}>
      <BackLink to="/sources" label={sources.detail.back} />
      <ListTable
        id="crawls"
        label={words.title}
        list={list}
        columns={CRAWL_COLUMNS}
        keyOf={keyOfCrawl}
        nameOf={nameOfCrawl}
        empty={
          <Empty icon={Globe} guide="sources" title={words.empty} about={words.emptyAbout} action={start} />
        }
      />
    </Page>
  );
}

/** The number of URLs by status. */
export const CrawlCounts = ({ crawl: { pages, status } }: { crawl: Crawl }) => (
  <span className="flex flex-wrap gap-x-3">
    <span>{words.added({ count: pages.added })}</span>
    {status === 'running' && <span>{words.waiting({ count: pages.waiting })}</span>}
    {pages.skipped > 0 && <span>{words.skipped({ count: pages.skipped })}</span>}
    {pages.failed > 0 && <span className="text-bad">{words.failed({ count: pages.failed })}</span>}
  </span>
);
