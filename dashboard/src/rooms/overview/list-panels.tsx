import { Link } from '@tanstack/react-router';
import { Panel } from '#shared/components/page.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { every } from '#shared/every.ts';
import { formatNumber } from '#shared/format.ts';
import { overview as words } from '#shared/strings/overview.ts';
import type { OverviewData } from './overview-query.ts';

/** The most cited sources, each with a bar relative to the first. */
export function TopSources({ data: { top_sources } }: { data: OverviewData }) {
  const most = top_sources[0]?.replies ?? 1;
  return (
    <Panel title={words.top.title}>
      <p className="mb-3 text-small text-quiet">
        {top_sources.length === 0 ? words.top.empty : words.top.about}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {top_sources.map(({ id, name, replies }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <span className="flex items-baseline justify-between gap-4">
              <Link
                to="/sources/$id"
                params={{ id }}
                {...tip(name)}
                className="min-h-6 min-w-0 truncate text-accent-ink hover:underline"
              >
                {name}
              </Link>
              <span className="shrink-0 text-small text-quiet">{words.top.replies(replies)}</span>
            </span>
            <span aria-hidden className="h-1 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(100 * replies) / most}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const STATUSES = every<keyof OverviewData['sources_by_status']>()(['indexed', 'processing', 'failed']);
const COLOURS = { indexed: 'text-good', processing: 'text-accent-ink', failed: 'text-bad' };

/** The sources by status, and the queue. */
export const IndexingPanel = ({ data: { sources_by_status, jobs } }: { data: OverviewData }) => (
  <Panel title={words.health.title}>
    <div className="flex flex-wrap items-end gap-x-10 gap-y-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {STATUSES.map((status) => (
          <div key={status}>
            <dt className="text-small text-quiet">{words.health.status[status]}</dt>
            <dd
              className={`text-heading font-semibold ${sources_by_status[status] > 0 ? COLOURS[status] : 'text-quiet'}`}
            >
              <Link to="/sources" search={{ status }} className="inline-block min-w-6 hover:underline">
                {formatNumber(sources_by_status[status])}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-quiet">
        {jobs.waiting === 0
          ? words.health.idle
          : [
              words.health.waiting(jobs.waiting),
              jobs.oldest_seconds !== undefined && words.health.oldest(jobs.oldest_seconds),
            ]
              .filter(Boolean)
              .join(', ')}
      </p>
    </div>
  </Panel>
);
