import { setImmediate as othersTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import type { DayOfReplies, WorkspaceStore } from '#storage/store.ts';
import { findGaps, type Meaning } from './find-gaps.ts';
import type { Overview } from './schema.ts';

export const DAY_MS = 86_400_000;

/** The start of the first of this many days, the last of which is today. */
export const startOfPeriod = (days: number, now: number): number =>
  (Math.floor(now / DAY_MS) - days + 1) * DAY_MS;

type OverviewStore = Pick<WorkspaceStore, 'insights' | 'dismissedGaps' | 'sources'>;

/** Statistics of a workspace over the last days, and its present state. */
export async function readOverview(
  store: OverviewStore,
  {
    days,
    now,
    withTests,
    meaning,
  }: { days: number; now: number; withTests: boolean; meaning: Meaning | undefined },
): Promise<z.infer<typeof Overview>> {
  const since = startOfPeriod(days, now);
  const { insights } = store;
  const { replies, latencies } = await readDays(insights, { since, until: since + days * DAY_MS, withTests });
  const topSources = await insights.topSources(since, { limit: LIMITS.topSources, withTests });
  await othersTurn();
  const jobs = await insights.waitingJobs(now);
  const gaps = await findGaps(store, { since, withTests }, meaning);
  const sources_by_status = { processing: 0, indexed: 0, failed: 0 };
  for (const { status, count } of await store.sources.counts()) sources_by_status[status] += count;
  const replyOf = new Map(replies.map((each) => [each.day, each]));
  const latencyOf = new Map(latencies.map((each) => [each.day, each]));
  return {
    days: Array.from({ length: days }, (_, index) => {
      const day = since / DAY_MS + index;
      const latency = latencyOf.get(day);
      return {
        ...dayOf(day, replyOf.get(day)),
        ...(latency && { latency_p50_ms: latency.p50, latency_p95_ms: latency.p95 }),
      };
    }),
    ...sumsOf(replies),
    top_sources: topSources.map(({ source_id, name, count }) => ({ id: source_id, name, replies: count })),
    gaps: gaps.length,
    sources_by_status,
    jobs: {
      waiting: jobs.count,
      ...(jobs.oldestAt !== undefined && { oldest_seconds: Math.max(0, now - jobs.oldestAt) / 1_000 }),
    },
  };
}

/** Days per statement: more would block other requests. */
const DAYS_AT_ONCE = 5;

async function readDays(
  insights: WorkspaceStore['insights'],
  { since, until, withTests }: { since: number; until: number; withTests: boolean },
) {
  const replies: DayOfReplies[] = [];
  const latencies: Awaited<ReturnType<typeof insights.latenciesByDay>> = [];
  for (let from = since; from < until; from += DAYS_AT_ONCE * DAY_MS) {
    const span = { since: from, until: Math.min(until, from + DAYS_AT_ONCE * DAY_MS), withTests };
    replies.push(...(await insights.repliesByDay(span)));
    await othersTurn();
    latencies.push(...(await insights.latenciesByDay(span)));
    await othersTurn();
  }
  return { replies, latencies };
}

const dayOf = (day: number, replies: DayOfReplies | undefined) => ({
  day: new Date(day * DAY_MS).toISOString().slice(0, 10),
  messages: replies?.count ?? 0,
  fallbacks: replies?.fallbacks ?? 0,
  ...(replies && { mean_confidence: rounded(replies.confidenceSum / replies.count) }),
});

function sumsOf(days: readonly DayOfReplies[]) {
  const sum = (of: (day: DayOfReplies) => number): number => days.reduce((total, day) => total + of(day), 0);
  const messages = sum((day) => day.count);
  return {
    messages,
    confidence_histogram: Array.from({ length: 10 }, (_, bin) =>
      sum((day) => day.confidenceCounts[bin] ?? 0),
    ),
    ratings: { up: sum((day) => day.ups), down: sum((day) => day.downs) },
    ...(messages > 0 && {
      mean_confidence: rounded(sum((day) => day.confidenceSum) / messages),
      fallback_share: rounded(sum((day) => day.fallbacks) / messages),
    }),
  };
}

const rounded = (value: number): number => Math.round(1e4 * value) / 1e4;
