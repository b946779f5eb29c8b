import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Usage as UsageSchema } from '#server/usage/schema.ts';
import { every } from '#shared/every.ts';
import { formatBytes, formatNumber } from '#shared/format.ts';
import { request, withQuery } from './request.ts';

export type Usage = z.infer<typeof UsageSchema>;
export type Metric = keyof Usage['totals'];

export const METRICS = every<Metric>()([
  'requests',
  'queries',
  'messages',
  'input_tokens',
  'output_tokens',
  'sources',
  'storage_bytes',
]);

const DAY_MS = 86_400_000;

/** Usage of the last `days` days in UTC, today included. */
export const usageQuery = (days: number, groupBy: 'day' | 'key') =>
  queryOptions({
    queryKey: ['usage', days, groupBy],
    queryFn: ({ signal }) =>
      request<Usage>(
        'GET',
        withQuery('/v1/usage', { from: dayBefore(days - 1), to: dayBefore(0), group_by: groupBy }),
        undefined,
        signal,
      ),
  });

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export const formatOf = (metric: Metric): ((value: number) => string) =>
  metric === 'storage_bytes' ? formatBytes : formatNumber;
