import { Link } from '@tanstack/react-router';
import type { Crawl, CrawledPage } from '#shared/api/crawl-queries.ts';
import { Badge, type Tone } from '#shared/components/badge.tsx';
import { ProgressBar } from '#shared/components/progress-bar.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { When } from '#shared/components/when.tsx';
import { formatNumber } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import type { Column } from '#shared/table/columns.ts';

const words = rooms.crawls;

export const CRAWL_TONES: Record<Crawl['status'], Tone> = {
  running: 'accent',
  completed: 'good',
  cancelled: 'plain',
  failed: 'bad',
};

export const keyOfCrawl = ({ id }: Crawl): string => id;
export const nameOfCrawl = ({ url }: Crawl): string => url;

export const CRAWL_COLUMNS: readonly Column<Crawl>[] = [
  {
    id: 'url',
    head: words.site,
    width: 180,
    isSortable: true,
    value: nameOfCrawl,
    cell: ({ id, url }) => (
      <Link
        to="/sources/crawls/$id"
        params={{ id }}
        {...tip(url)}
        className="block truncate py-px font-medium text-ink hover:underline"
      >
        {url}
      </Link>
    ),
  },
  {
    id: 'status',
    head: rooms.sources.table.status,
    width: 120,
    isSortable: true,
    value: ({ status }) => words.status[status],
    cell: ({ status, progress, url }) =>
      status === 'running' ? (
        <span className="grid gap-1">
          <span className="text-small text-accent-ink">{words.status.running}</span>
          <ProgressBar value={progress} label={words.progressOf({ url })} />
        </span>
      ) : (
        <Badge tone={CRAWL_TONES[status]}>{words.status[status]}</Badge>
      ),
  },
  ...(['added', 'skipped', 'failed', 'waiting'] as const).map(
    (name, index): Column<Crawl> => ({
      id: name,
      head: words.pageStatus[name],
      width: 92,
      rank: 3 + index,
      isSortable: true,
      isNumber: true,
      value: ({ pages }) => pages[name],
      cell: ({ pages }) => (
        <span className={name === 'failed' && pages.failed > 0 ? 'text-bad' : ''}>
          {formatNumber(pages[name])}
        </span>
      ),
    }),
  ),
  {
    id: 'created_at',
    head: words.began,
    width: 112,
    rank: 2,
    isSortable: true,
    isNumber: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <When at={created_at} />,
  },
];

const PAGE_TONES: Record<CrawledPage['status'], Tone> = {
  waiting: 'plain',
  added: 'good',
  skipped: 'plain',
  failed: 'bad',
};

export const nameOfPage = ({ url }: CrawledPage): string => url;

export const PAGE_COLUMNS: readonly Column<CrawledPage>[] = [
  {
    id: 'url',
    head: rooms.sources.detail.fact.url,
    width: 180,
    isSortable: true,
    value: nameOfPage,
    cell: (page) => <PageName page={page} />,
  },
  {
    id: 'status',
    head: rooms.sources.table.status,
    width: 104,
    isSortable: true,
    value: ({ status }) => words.pageStatus[status],
    cell: ({ status }) => <Badge tone={PAGE_TONES[status]}>{words.pageStatus[status]}</Badge>,
  },
  {
    id: 'reason',
    head: words.reason,
    width: 300,
    isSortable: true,
    value: ({ reason }) => reason ?? undefined,
    cell: ({ reason }) => reason && <span {...tip(reason)}>{reason}</span>,
  },
];

/** On narrow screens there is no column for the reason, so it is the tooltip here too. */
const PageName = ({ page: { url, kind, source_id, reason } }: { page: CrawledPage }) => (
  <span className="flex min-w-0 items-center gap-2">
    {source_id ? (
      <Link
        to="/sources/$id"
        params={{ id: source_id }}
        {...tip(url)}
        className="min-w-0 truncate py-px font-medium text-ink hover:underline"
      >
        {url}
      </Link>
    ) : (
      <span className="min-w-0 truncate" {...tip(reason ? `${url} · ${reason}` : url)}>
        {url}
      </span>
    )}
    {kind === 'sitemap' && <span className="shrink-0 text-small text-quiet">{words.sitemap}</span>}
  </span>
);
