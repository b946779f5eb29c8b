import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sparkline } from '#shared/components/sparkline.tsx';
import { explain } from '#shared/components/tooltip.ts';
import { formatDuration, formatNumber, formatPercent } from '#shared/format.ts';
import { type Change, changeOfCount, changeOfShare, changeOfTime } from './change-of.ts';
import { conversationsOf, periodOf } from './conversations-of.ts';
import type { OverviewData } from './overview-query.ts';
import type { OverviewFilters } from './overview-search.ts';
import { words } from './overview-words.ts';

const { tiles } = words;

type Sums = OverviewData['previous'];

const answeredOf = ({ fallback_share }: Sums): number | undefined =>
  fallback_share === undefined ? undefined : 1 - fallback_share;

const helpfulOf = ({ ratings: { up, down } }: Pick<Sums, 'ratings'>): number | undefined =>
  up + down === 0 ? undefined : up / (up + down);

const shareOf = (share: number | undefined): string => (share === undefined ? '–' : formatPercent(share));
const timeOf = (ms: number | undefined): string => (ms === undefined ? '–' : formatDuration(ms));

/** Whether it is going well, in five numbers: each with its change since the period before and its course. */
export function Tiles({ data, filters }: { data: OverviewData; filters: OverviewFilters }) {
  const { days, previous, ratings } = data;
  const period = periodOf(days);
  const fallbacks = days.reduce((sum, day) => sum + day.fallbacks, 0);
  const unsure = data.confidence_histogram.slice(0, 5).reduce((sum, count) => sum + count, 0);
  return (
    <dl
      aria-label={words.facts}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line shadow-panel sm:grid-cols-6 xl:grid-cols-5"
    >
      <Tile
        name={tiles.conversations}
        value={formatNumber(data.conversations)}
        before={formatNumber(previous.conversations)}
        change={changeOfCount(data.conversations, previous.conversations)}
        course={days.map(({ conversations }) => conversations)}
        className="sm:col-span-2 xl:col-span-1"
      >
        <More to={conversationsOf(filters, { days: period })}>
          {tiles.messages({ count: data.messages })}
        </More>
      </Tile>
      <Tile
        name={tiles.answered}
        value={shareOf(answeredOf(data))}
        before={shareOf(answeredOf(previous))}
        change={changeOfShare(answeredOf(data), answeredOf(previous))}
        course={days.map(({ messages, fallbacks }) =>
          messages === 0 ? undefined : 1 - fallbacks / messages,
        )}
        className="sm:col-span-2 xl:col-span-1"
      >
        <More to={fallbacks > 0 && conversationsOf(filters, { days: period, answered: 'no' })}>
          {tiles.unanswered({ count: fallbacks })}
        </More>
      </Tile>
      <Tile
        name={tiles.confidence}
        value={shareOf(data.mean_confidence)}
        before={shareOf(previous.mean_confidence)}
        change={changeOfShare(data.mean_confidence, previous.mean_confidence)}
        course={days.map(({ mean_confidence }) => mean_confidence)}
        className="sm:col-span-2 xl:col-span-1"
      >
        <More to={unsure > 0 && conversationsOf(filters, { days: period, band: '0-50' })}>
          {tiles.unsure({ count: unsure })}
        </More>
      </Tile>
      <Tile
        name={tiles.helpful}
        value={shareOf(helpfulOf(data))}
        before={shareOf(helpfulOf(previous))}
        change={changeOfShare(helpfulOf(data), helpfulOf(previous))}
        course={days.map(helpfulOf)}
        className="sm:col-span-3 xl:col-span-1"
      >
        {ratings.up + ratings.down === 0
          ? tiles.noRatings
          : tiles.rated({ up: ratings.up, down: ratings.down })}
      </Tile>
      <Tile
        name={tiles.latency}
        value={timeOf(data.latency_p95_ms)}
        before={timeOf(previous.latency_p95_ms)}
        change={changeOfTime(data.latency_p95_ms, previous.latency_p95_ms)}
        course={days.map(({ latency_p95_ms }) => latency_p95_ms)}
        className="col-span-2 sm:col-span-3 xl:col-span-1"
      >
        {tiles.median({ time: timeOf(data.latency_p50_ms) })}
      </Tile>
    </dl>
  );
}

const More = ({ to, children }: { to: ReturnType<typeof conversationsOf> | false; children: string }) =>
  to ? (
    <Link {...to} preload={false} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
      {children}
    </Link>
  ) : (
    children
  );

const TONES = { good: 'text-good', bad: 'text-bad', plain: 'text-quiet' };
const ARROWS = { up: ArrowUp, down: ArrowDown, none: undefined };

function Tile({
  name,
  value,
  before,
  change,
  course,
  className,
  children,
}: {
  name: string;
  value: string;
  before: string;
  change: Change;
  course: readonly (number | undefined)[];
  className: string;
  children: ReactNode;
}) {
  const Arrow = ARROWS[change.direction];
  return (
    <div className={`flex flex-col gap-0.5 bg-panel pt-3 ${className}`}>
      <dt className="px-4 text-small text-quiet">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 px-4 text-figure font-semibold tracking-tight">
        {value}
        <span
          className={`inline-flex items-center gap-0.5 text-small font-medium tracking-normal ${TONES[change.tone]}`}
          {...explain(before === '–' ? undefined : words.change.was({ value: before }))}
        >
          {Arrow && <Arrow aria-hidden className="size-3" />}
          {change.words}
        </span>
      </dd>
      <dd className="flex min-h-6 items-center px-4 text-small text-quiet">{children}</dd>
      <dd aria-hidden className="mt-auto pt-1.5">
        <Sparkline values={course} />
      </dd>
    </div>
  );
}
