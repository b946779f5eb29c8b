import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runningCrawlsQuery } from '#shared/api/crawl-queries.ts';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { crawls as words } from '#shared/strings/crawls.ts';

/** The running crawls; nothing if there are none. */
export function RunningCrawls() {
  const { data } = useQuery(runningCrawlsQuery);
  return data?.items.map(({ id, url, pages, progress }) => (
    <div
      key={id}
      className="flex items-center gap-4 rounded-panel border border-line bg-panel shadow-panel px-4 py-2.5"
    >
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="truncate">{words.running(url, pages.added)}</p>
        <ProgressBar value={progress} label={words.progressOf(url)} />
      </div>
      <Link
        to="/sources/crawls/$id"
        params={{ id }}
        className="inline-flex min-h-8 items-center font-medium text-accent-ink underline"
      >
        {words.watch}
      </Link>
    </div>
  ));
}
