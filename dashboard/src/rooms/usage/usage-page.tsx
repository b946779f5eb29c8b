import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatOf, METRICS, type Metric, type Usage, usageQuery } from '#shared/api/usage-queries.ts';
import { ApiCode } from '#shared/components/api-code.tsx';
import { ChartPanel } from '#shared/components/chart-panel.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Failure, Loading } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { formatCompact, formatDay } from '#shared/format.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { TokenBudgetTable } from './token-budget-table.tsx';
import { UsageByKey } from './usage-by-key.tsx';

const words = rooms.usage;

const RANGES = [7, 30, 90, 365] as const;

export const UsagePage = () => (
  <ForAdmins title={words.title}>
    <UsageOfDays />
  </ForAdmins>
);

function UsageOfDays() {
  const [days, setDays] = useState<(typeof RANGES)[number]>(30);
  const [metric, setMetric] = useState<Metric>('requests');
  const { data, isPending, error, refetch } = useQuery(usageQuery(days, 'day'));
  return (
    <SettingsPage
      title={words.title}
      about={words.about}
      actions={
        <FilterSelect
          label={words.range}
          value={String(days)}
          options={RANGES.map((each) => ({ value: String(each), label: words.ranges[each] }))}
          choose={(value) => setDays(RANGES.find((each) => String(each) === value) ?? 30)}
        />
      }
    >
      {isPending && <Loading />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Totals totals={data.totals} metric={metric} choose={setMetric} />
          <ChartPanel
            title={words.byDay({ metric: words.metrics[metric] })}
            about={words.metricAbout[metric]}
            rowName={words.day}
            kind="stacked bars"
            rows={data.groups.map((group) => ({ name: formatDay(group.day ?? ''), values: [group[metric]] }))}
            series={[{ name: words.metrics[metric], colour: 'var(--chart-1)' }]}
            format={formatOf(metric)}
            formatTick={metric === 'storage_bytes' ? formatOf(metric) : formatCompact}
          />
          <UsageByKey days={days} metric={metric} />
          <TokenBudgetTable budgets={data.token_budgets} />
          <ApiCode call="usage" />
        </>
      )}
    </SettingsPage>
  );
}

/** The sum of each metric; the chosen one is shown below. */
const Totals = ({
  totals,
  metric,
  choose,
}: {
  totals: Usage['totals'];
  metric: Metric;
  choose: (metric: Metric) => void;
}) => (
  <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-4">
    <legend className="sr-only">{words.metric}</legend>
    {METRICS.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === metric}
        onClick={() => choose(each)}
        className="grid rounded-panel border border-line bg-panel shadow-panel px-3 py-2 text-start hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent-ink"
      >
        <span className="text-small">{words.metrics[each]}</span>
        <span className="text-heading font-semibold">{formatOf(each)(totals[each])}</span>
      </button>
    ))}
  </fieldset>
);
