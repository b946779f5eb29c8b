import { setImmediate as othersTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Counted, WorkspaceStore } from '#storage/store.ts';
import { findGaps, type Meaning } from './find-gaps.ts';
import { DAY_MS, percentile, type ReadDay, readDays } from './read-days.ts';
import type { Overview } from './schema.ts';

/** The start of the first of this many days, the last of which is today. */
export const startOfPeriod = (days: number, now: number): number =>
  (Math.floor(now / DAY_MS) - days + 1) * DAY_MS;

type OverviewStore = Pick<WorkspaceStore, 'insights' | 'dismissedGaps' | 'sources'>;

/** Statistics of a workspace over the last days and as many before them, and its present state. */
export async function readOverview(
  store: OverviewStore,
  { days, now, meaning, ...counted }: Counted & { days: number; now: number; meaning: Meaning | undefined },
): Promise<z.infer<typeof Overview>> {
  const since = startOfPeriod(days, now);
  const { insights } = store;
  const span = { since: since - days * DAY_MS, until: since + days * DAY_MS };
  const read = await readDays(insights, { ...span, ...counted });
  const topSources = await insights.topSources(since, { limit: LIMITS.topSources, ...counted });
  await othersTurn();
  const jobs = await insights.waitingJobs(now);
  const gaps = await findGaps(store, { since, ...counted }, meaning);
  const sources_by_status = { processing: 0, indexed: 0, failed: 0 };
  for (const { status, count } of await store.sources.counts()) sources_by_status[status] += count;
  const first = since / DAY_MS;
  const period = (from: number): ReadDay[] =>
    Array.from({ length: days }, (_, index) => read.get(from + index) ?? NO_DAY);
  const present = period(first);
  const { confidence_histogram, ...sums } = sumsOf(present);
  const { confidence_histogram: _, ...previous } = sumsOf(period(first - days));
  return {
    days: present.map((day, index) => dayOf(first + index, day)),
    ...sums,
    confidence_histogram,
    previous,
    top_sources: topSources.map(({ source_id, name, count }) => ({ id: source_id, name, replies: count })),
    gaps: gaps.length,
    sources_by_status,
    jobs: {
      waiting: jobs.count,
      ...(jobs.oldestAt !== undefined && { oldest_seconds: Math.max(0, now - jobs.oldestAt) / 1_000 }),
    },
  };
}

const NO_DAY: ReadDay = { replies: undefined, durations: [], conversations: 0 };

const dayOf = (day: number, { replies, durations, conversations }: ReadDay) => ({
  day: new Date(day * DAY_MS).toISOString().slice(0, 10),
  conversations,
  messages: replies?.count ?? 0,
  fallbacks: replies?.fallbacks ?? 0,
  ratings: { up: replies?.ups ?? 0, down: replies?.downs ?? 0 },
  ...(replies && { mean_confidence: rounded(replies.confidenceSum / replies.count) }),
  ...latencyOf(durations),
});

function latencyOf(durations: ReadDay['durations']) {
  const [p50, p95] = [percentile(durations, 50), percentile(durations, 95)];
  return {
    ...(p50 !== undefined && { latency_p50_ms: p50 }),
    ...(p95 !== undefined && { latency_p95_ms: p95 }),
  };
}

/** A period in numbers. */
function sumsOf(days: readonly ReadDay[]) {
  const replies = days.flatMap((day) => day.replies ?? []);
  const sum = (of: (day: (typeof replies)[number]) => number): number =>
    replies.reduce((total, day) => total + of(day), 0);
  const messages = sum((day) => day.count);
  return {
    conversations: days.reduce((total, day) => total + day.conversations, 0),
    messages,
    confidence_histogram: Array.from({ length: 10 }, (_, bin) =>
      sum((day) => day.confidenceCounts[bin] ?? 0),
    ),
    ratings: { up: sum((day) => day.ups), down: sum((day) => day.downs) },
    ...(messages > 0 && {
      mean_confidence: rounded(sum((day) => day.confidenceSum) / messages),
      fallback_share: rounded(sum((day) => day.fallbacks) / messages),
    }),
    ...latencyOf(days.flatMap(({ durations }) => durations)),
  };
}

const rounded = (value: number): number => Math.round(1e4 * value) / 1e4;
