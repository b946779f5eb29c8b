import { Link } from '@tanstack/react-router';
import { Panel } from '#shared/components/page.tsx';
import { tip } from '#shared/components/tooltip.ts';
import { every } from '#shared/every.ts';
import { formatAge, formatNumber } from '#shared/format.ts';
import type { OverviewData } from './overview-query.ts';
import { words } from './overview-words.ts';

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
              <span className="shrink-0 text-small text-quiet">{words.top.replies({ count: replies })}</span>
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

/** The sources by status, and the queue. */
export const IndexingLine = ({ data: { sources_by_status, jobs } }: { data: OverviewData }) => (
  <section
    aria-label={words.health.title}
    className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-quiet"
  >
    <h2 className="font-medium">{words.health.title}</h2>
    {STATUSES.map((status) => (
      <Link
        key={status}
        to="/sources"
        search={{ status }}
        className={`inline-flex min-h-6 items-center gap-1 hover:underline ${status === 'failed' && sources_by_status.failed > 0 ? 'text-bad' : 'hover:text-ink'}`}
      >
        {words.health.status[status]}
        <span className="font-medium">{formatNumber(sources_by_status[status])}</span>
      </Link>
    ))}
    <span>
      {jobs.waiting === 0
        ? words.health.idle
        : jobs.oldest_seconds === undefined
          ? words.health.waiting({ jobs: jobs.waiting })
          : words.health.waitingSince({ jobs: jobs.waiting, oldest: formatAge(jobs.oldest_seconds) })}
    </span>
  </section>
);
