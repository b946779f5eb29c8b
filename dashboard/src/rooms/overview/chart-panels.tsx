import { ChartPanel } from '#shared/components/chart-panel.tsx';
import { formatDay, formatNumber } from '#shared/format.ts';
import { overview as words } from '#shared/strings/overview.ts';
import type { OverviewData } from './overview-query.ts';

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
      { name: words.byDay.answered, colour: 'var(--chart-1)' },
      { name: words.byDay.fallbacks, colour: 'var(--chart-3)' },
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
      // Those count as knowledge gaps.
      ...(index < 5 && { colour: 'var(--chart-3)' }),
    }))}
    series={[{ name: words.byConfidence.replies, colour: 'var(--chart-1)' }]}
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
      { name: words.latency.median, colour: 'var(--chart-1)' },
      { name: words.latency.slowest, colour: 'var(--chart-4)' },
    ]}
    format={words.latency.time}
  />
);
