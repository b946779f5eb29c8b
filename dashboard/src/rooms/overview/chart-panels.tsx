import { Suspense } from 'react';
import { Loading, Panel } from '#shared/components/page.tsx';
import { formatNumber } from '#shared/format.ts';
import { lazyPart } from '#shared/load-part.ts';
import { overview as words } from '#shared/strings/overview.ts';
import type { ChartProps, Row, Series } from './chart.tsx';
import type { OverviewData } from './overview-query.ts';

const Chart = lazyPart(() => import('./chart.tsx'), 'Chart');

const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const formatDay = (day: string): string => dayName.format(new Date(day));

type Props = { data: OverviewData };

export const MessagesPanel = ({ data: { days } }: Props) => (
  <ChartPanel
    title={words.byDay.title}
    about={words.byDay.about}
    rowName={words.day}
    kind="stacked bars"
    rows={days.map(({ day, messages, fallbacks }) => ({
      name: formatDay(day),
      values: [messages - fallbacks, fallbacks],
    }))}
    series={[
      { name: words.byDay.answered, colour: 'var(--accent)' },
      { name: words.byDay.fallbacks, colour: 'var(--warning)' },
    ]}
    format={formatNumber}
  />
);

export const ConfidencePanel = ({ data: { confidence_histogram } }: Props) => (
  <ChartPanel
    title={words.byConfidence.title}
    about={words.byConfidence.about}
    rowName={words.byConfidence.band}
    kind="stacked bars"
    rows={confidence_histogram.map((replies, index) => ({
      name: words.byConfidence.bandOf(index * 10),
      values: [replies],
    }))}
    series={[{ name: words.byConfidence.replies, colour: 'var(--accent)' }]}
    format={formatNumber}
  />
);

export const LatencyPanel = ({ data: { days } }: Props) => (
  <ChartPanel
    title={words.latency.title}
    about={words.latency.about}
    rowName={words.day}
    kind="lines"
    rows={days.map(({ day, latency_p50_ms, latency_p95_ms }) => ({
      name: formatDay(day),
      values: [latency_p50_ms, latency_p95_ms],
    }))}
    series={[
      { name: words.latency.median, colour: 'var(--accent)' },
      { name: words.latency.slowest, colour: 'var(--warning)' },
    ]}
    format={words.latency.time}
  />
);

/** A chart with what its colours mean, and the same numbers as a table. */
const ChartPanel = ({
  title,
  about,
  rowName,
  ...chart
}: ChartProps & { title: string; about: string; rowName: string }) => (
  <Panel title={title}>
    <p className="text-small text-quiet">{about}</p>
    <Legend series={chart.series} />
    {/* The table says the same to those who do not see the chart. */}
    <div aria-hidden className="mt-3 h-52 overflow-hidden">
      <Suspense fallback={<Loading lines={5} />}>
        <Chart {...chart} />
      </Suspense>
    </div>
    <details className="mt-2">
      <summary className="min-h-8 cursor-pointer text-accent-ink">{words.asTable}</summary>
      <Table rowName={rowName} rows={chart.rows} series={chart.series} format={chart.format} />
    </details>
  </Panel>
);

const Legend = ({ series }: { series: readonly Series[] }) =>
  series.length > 1 && (
    <ul className="mt-2 flex flex-wrap gap-x-4 text-small text-quiet">
      {series.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-full" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  );

const Table = ({
  rowName,
  rows,
  series,
  format,
}: {
  rowName: string;
  rows: readonly Row[];
  series: readonly Series[];
  format: (value: number) => string;
}) => (
  <table className="mt-1 w-full">
    <thead>
      <tr className="border-b border-line text-small text-quiet">
        <th scope="col" className="py-1.5 text-left font-medium">
          {rowName}
        </th>
        {series.map(({ name }) => (
          <th key={name} scope="col" className="py-1.5 text-right font-medium">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.name} className="border-b border-line last:border-b-0">
          <th scope="row" className="py-1 text-left font-normal">
            {row.name}
          </th>
          {series.map(({ name }, index) => {
            const value = row.values[index];
            return (
              <td key={name} className="py-1 text-right">
                {value === undefined ? words.none : format(value)}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
