import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatOf, METRICS, type Metric, type Usage, usageQuery } from '#shared/api/usage-queries.ts';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Failure, Loading, Panel } from '#shared/components/page.tsx';
import { ForAdmins, SettingsPage } from '#shared/components/settings-page.tsx';
import { lazyPart } from '#shared/load-part.ts';
import { usage as words } from '#shared/strings/usage.ts';
import { TokenBudgetTable } from './token-budget-table.tsx';
import { UsageByKey } from './usage-by-key.tsx';
import { UsageTable } from './usage-table.tsx';

const UsageChart = lazyPart(() => import('./usage-chart.tsx'), 'UsageChart');

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
          <Panel title={words.byDay(words.metrics[metric])}>
            <p className="mb-3 text-small text-quiet">{words.metricAbout[metric]}</p>
            {/* The table says the same to those who do not see the chart. */}
            <div aria-hidden className="h-60">
              <Suspense fallback={<Loading lines={6} />}>
                <UsageChart days={data.groups} metric={metric} name={words.metrics[metric]} />
              </Suspense>
            </div>
            <details className="mt-3">
              <summary className="min-h-8 cursor-pointer text-accent-ink">{words.asTable}</summary>
              <UsageTable days={data.groups} metric={metric} />
            </details>
          </Panel>
          <UsageByKey days={days} metric={metric} />
          <TokenBudgetTable budgets={data.token_budgets} />
        </>
      )}
    </SettingsPage>
  );
}

/** The sum of each metric; the one that is chosen is shown below. */
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
        className="grid rounded-panel border border-line bg-panel px-3 py-2 text-left hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent-ink"
      >
        <span className="text-small">{words.metrics[each]}</span>
        <span className="text-title font-semibold">{formatOf(each)(totals[each])}</span>
      </button>
    ))}
  </fieldset>
);
