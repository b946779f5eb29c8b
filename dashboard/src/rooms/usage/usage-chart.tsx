import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatOf, type Metric, type Usage } from '#shared/api/usage-queries.ts';

const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const short = new Intl.NumberFormat('en', { notation: 'compact' });

const formatDay = (day: unknown): string => dayName.format(new Date(String(day)));

/** One bar for each day. Loaded when it is shown: the library is large. */
export const UsageChart = ({
  days,
  metric,
  name,
}: {
  days: Usage['groups'];
  metric: Metric;
  /** Of the metric, as people know it. */
  name: string;
}) => (
  <ResponsiveContainer width="100%" height="100%">
    <BarChart
      data={days}
      margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      barCategoryGap="20%"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="day"
        tickFormatter={formatDay}
        tick={{ fill: 'var(--quiet)', fontSize: 12 }}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        interval="equidistantPreserveStart"
        minTickGap={24}
      />
      <YAxis
        width={64}
        allowDecimals={false}
        tickFormatter={(value: number) =>
          metric === 'storage_bytes' ? formatOf(metric)(value) : short.format(value)
        }
        tick={{ fill: 'var(--quiet)', fontSize: 12 }}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        cursor={{ fill: 'var(--sunken)' }}
        labelFormatter={formatDay}
        formatter={(value) => [formatOf(metric)(Number(value)), name]}
        contentStyle={{
          background: 'var(--panel)',
          border: '1px solid var(--line)',
          borderRadius: '0.375rem',
          color: 'var(--ink)',
        }}
        itemStyle={{ color: 'var(--ink)' }}
      />
      <Bar dataKey={metric} fill="var(--accent)" radius={[2, 2, 0, 0]} isAnimationActive={false} />
    </BarChart>
  </ResponsiveContainer>
);
