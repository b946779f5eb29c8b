import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { direction } from '#shared/strings/language.ts';

export type Series = { name: string; colour: string };
/** A value for each series; undefined where there is none. */
export type Row = { name: string; values: readonly (number | undefined)[] };

export type ChartProps = {
  kind: 'stacked bars' | 'lines';
  rows: readonly Row[];
  series: readonly Series[];
  format: (value: number) => string;
  /** On the axis, where it should be shorter. */
  formatTick?: (value: number) => string;
};

/** Loaded lazily: recharts is large. */
export const Chart = ({ kind, rows, series, format, formatTick = format }: ChartProps) => (
  <ResponsiveContainer width="100%" height="100%">
    <ComposedChart
      data={[...rows]}
      margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      barCategoryGap="20%"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="name"
        reversed={direction === 'rtl'}
        tick={{ fill: 'var(--quiet)', fontSize: 12 }}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        interval="equidistantPreserveStart"
        minTickGap={20}
      />
      <YAxis
        width={64}
        orientation={direction === 'rtl' ? 'right' : 'left'}
        allowDecimals={false}
        tickFormatter={formatTick}
        tick={{ fill: 'var(--quiet)', fontSize: 12 }}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        separator=": "
        cursor={{ fill: 'var(--sunken)', stroke: 'var(--line)' }}
        formatter={(value, name) => [format(Number(value)), name]}
        contentStyle={{
          background: 'var(--panel)',
          border: '1px solid var(--line)',
          borderRadius: '0.375rem',
          color: 'var(--ink)',
        }}
        itemStyle={{ color: 'var(--ink)' }}
      />
      {series.map(({ name, colour }, index) => {
        const shared = {
          name,
          dataKey: ({ values }: Row) => values[index],
          isAnimationActive: false,
        };
        return kind === 'lines' ? (
          <Line
            key={name}
            {...shared}
            stroke={colour}
            strokeWidth={2}
            connectNulls
            dot={{ r: 2, fill: colour }}
            type="linear"
          />
        ) : (
          <Bar key={name} {...shared} stackId="all" fill={colour} />
        );
      })}
    </ComposedChart>
  </ResponsiveContainer>
);
