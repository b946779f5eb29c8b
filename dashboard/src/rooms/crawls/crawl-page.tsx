import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CRAWLS, type Crawl, crawlPagesQuery, crawlQuery } from '#shared/api/crawl-queries.ts';
import { isGone, request } from '#shared/api/request.ts';
import { BackLink } from '#shared/components/back-link.tsx';
import { Badge } from '#shared/components/badge.tsx';
import { Button } from '#shared/components/button.tsx';
import { ConfirmDialog } from '#shared/components/confirm-dialog.tsx';
import { Empty, Failure, Loading, PAGE } from '#shared/components/page.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { canWrite, useAccount } from '#shared/hooks/use-account.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { ListTable } from '#shared/table/list-table.tsx';
import { CRAWL_TONES, nameOfPage, PAGE_COLUMNS } from './crawl-columns.tsx';
import { CrawlCounts } from './crawls-page.tsx';

const words = rooms.crawls;

export function CrawlPage() {
  const { id } = useParams({ from: '/inside/sources/crawls/$id' });
  const { data: crawl, error, isPending, refetch } = useQuery(crawlQuery(id));
  return (
    <div className={`${PAGE} grid gap-4`}>
      <BackLink to="/sources/crawls" label={words.back} />
      {isPending && <Loading lines={8} />}
      {error &&
        !crawl &&
        (isGone(error) ? (
          <Empty title={words.gone} about={words.goneAbout} />
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        ))}
      {crawl && <CrawlDetail crawl={crawl} />}
    </div>
  );
}

function CrawlDetail({ crawl }: { crawl: Crawl }) {
  useTitle(crawl.url);
  const { workspace } = useAccount();
  const isRunning = crawl.status === 'running';
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <h1
            className="line-clamp-3 text-display font-semibold [overflow-wrap:anywhere]"
            {...tip(crawl.url)}
          >
            {crawl.url}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
            <Badge tone={CRAWL_TONES[crawl.status]}>{words.status[crawl.status]}</Badge>
            <span>
              {crawl.mode === 'links'
                ? words.limits({ pages: crawl.max_pages, depth: crawl.max_depth })
                : words.pagesAtMost({ pages: crawl.max_pages })}
            </span>
            <span>
              {crawl.ended_at === undefined ? words.began : words.ended}{' '}
              <When at={crawl.ended_at ?? crawl.created_at} />
            </span>
          </p>
        </div>
        {isRunning && canWrite(workspace.role) && <CancelButton crawl={crawl} />}
      </header>
      {crawl.error && <Failure error={new Error(crawl.error)} />}
      <div className="grid gap-2">
        <CrawlCounts crawl={crawl} />
        {crawl.stopped_by && crawl.stopped_by !== 'all_pages' && (
          <p className="text-quiet">{words.stoppedBy[crawl.stopped_by]}</p>
        )}
        {isRunning && <ProgressBar value={crawl.progress} label={words.progressOf({ url: crawl.url })} />}
      </div>
      <CrawledPages crawl={crawl} />
    </>
  );
}

function CancelButton({ crawl }: { crawl: Crawl }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.cancel}</Button>
      {isAsking && (
        <ConfirmDialog
          title={words.cancelTitle}
          about={words.cancelAbout}
          action={words.cancel}
          send={() => request<Crawl>('POST', `${CRAWLS}/${crawl.id}/cancel`)}
          said={words.cancelled}
          stale={[['crawls']]}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Every URL that was found, with its status. */
function CrawledPages({ crawl }: { crawl: Crawl }) {
  const list = useInfiniteQuery(crawlPagesQuery(crawl.id, crawl.status === 'running'));
  return (
    <ListTable
      id="crawled-pages"
      label={words.pages}
      title={words.pages}
      list={list}
      columns={PAGE_COLUMNS}
      keyOf={nameOfPage}
      nameOf={nameOfPage}
    />
  );
}
