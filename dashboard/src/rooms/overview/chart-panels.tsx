import { ChartPanel } from '#shared/components/chart-panel.tsx';
import { formatDay, formatDuration, formatList, formatNumber } from '#shared/format.ts';
import { conversationsOf, periodOf } from './conversations-of.ts';
import type { OverviewData } from './overview-query.ts';
import type { OverviewFilters } from './overview-search.ts';
import { words } from './overview-words.ts';

type Props = { data: OverviewData; filters: OverviewFilters };

export const MessagesPanel = ({ data: { days }, filters }: Props) => (
  <ChartPanel
    title={words.byDay.title}
    about={words.byDay.about}
    rowName={words.day}
    kind="stacked bars"
    rows={days.map(({ day, messages, fallbacks }) => {
      const name = formatDay(day);
      const values = formatList([
        `${formatNumber(messages - fallbacks)} ${words.byDay.answered}`,
        `${formatNumber(fallbacks)} ${words.byDay.fallbacks}`,
      ]);
      return {
        name,
        values: [messages - fallbacks, fallbacks],
        link:
          messages > 0
            ? { ...conversationsOf(filters, { days: [day, day] }), label: words.openBar({ name, values }) }
            : undefined,
      };
    })}
    series={[
      { name: words.byDay.answered, colour: 'var(--chart-1)' },
      { name: words.byDay.fallbacks, colour: 'var(--chart-3)' },
    ]}
    format={formatNumber}
  />
);

export const ConfidencePanel = ({ data: { confidence_histogram, days }, filters }: Props) => (
  <ChartPanel
    title={words.byConfidence.title}
    about={words.byConfidence.about}
    rowName={words.byConfidence.band}
    kind="stacked bars"
    rows={confidence_histogram.map((replies, index) => {
      const [from, to] = [index * 10, (index + 1) * 10];
      const name = words.byConfidence.bandOf({ from, to: to / 100 });
      const values = `${formatNumber(replies)} ${words.byConfidence.replies}`;
      const chosen = conversationsOf(filters, { days: periodOf(days), band: `${from}-${to}` });
      return {
        name,
        values: [replies],
        link: replies > 0 ? { ...chosen, label: words.openBar({ name, values }) } : undefined,
        // Those count as knowledge gaps.
        ...(index < 5 && { colour: 'var(--chart-3)' }),
      };
    })}
    series={[{ name: words.byConfidence.replies, colour: 'var(--chart-1)' }]}
    format={formatNumber}
  />
);

export const LatencyPanel = ({ data: { days } }: Pick<Props, 'data'>) => (
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
    format={formatDuration}
  />
);
