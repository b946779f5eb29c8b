import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { type Crawl, crawlsQuery } from '#shared/api/crawl-queries.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { LoadMore } from '#shared/components/load-more.tsx';
import { Empty, Failure, LoadingRows, Page } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { crawls as words } from '#shared/strings/crawls.ts';
import { sources } from '#shared/strings/sources.ts';

export const CRAWL_TONES: Record<Crawl['status'], Tone> = {
  running: 'accent',
  completed: 'good',
  cancelled: 'plain',
  failed: 'bad',
};

export function CrawlsPage() {
  const { workspace } = useAccount();
  const list = useInfiniteQuery(crawlsQuery);
  const { data, isPending, error, refetch } = list;
  const crawls = data?.pages.flatMap(({ items }) => items) ?? [];
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
    <Page title={words.title} about={words.about} actions={data && crawls.length === 0 ? undefined : start}>
      <BackLink to="/sources" label={sources.detail.back} />
      {isPending && <LoadingRows height={72} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          {crawls.length === 0 && (
            <Empty icon={Globe} guide="sources" title={words.empty} about={words.emptyAbout} action={start} />
          )}
          <ul>
            {crawls.map((crawl) => (
              <CrawlRow key={crawl.id} crawl={crawl} />
            ))}
          </ul>
        </div>
      )}
      <LoadMore list={list} />
    </Page>
  );
}

const CrawlRow = ({ crawl }: { crawl: Crawl }) => (
  <li className="grid gap-1 border-b *:min-w-0 border-line px-4 py-3 last:border-b-0">
    <div className="flex items-center justify-between gap-3">
      <Link
        to="/sources/crawls/$id"
        params={{ id: crawl.id }}
        className="min-w-0 truncate py-px font-medium hover:underline"
      >
        {crawl.url}
      </Link>
      <Badge tone={CRAWL_TONES[crawl.status]}>{words.status[crawl.status]}</Badge>
    </div>
    <div className="flex flex-wrap justify-between gap-x-4 text-small text-quiet">
      <CrawlCounts crawl={crawl} />
      <When at={crawl.created_at} />
    </div>
    {crawl.status === 'running' && <ProgressBar value={crawl.progress} label={words.progressOf(crawl.url)} />}
  </li>
);

/** The number of URLs by status. */
export const CrawlCounts = ({ crawl: { pages, status } }: { crawl: Crawl }) => (
  <span className="flex flex-wrap gap-x-3">
    <span>{words.added(pages.added)}</span>
    {status === 'running' && <span>{words.waiting(pages.waiting)}</span>}
    {pages.skipped > 0 && <span>{words.skipped(pages.skipped)}</span>}
    {pages.failed > 0 && <span className="text-bad">{words.failed(pages.failed)}</span>}
  </span>
);
