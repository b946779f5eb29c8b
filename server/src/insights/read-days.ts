import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Counted, DayOfReplies, WorkspaceStore } from '#storage/store.ts';

export const DAY_MS = 86_400_000;

/** Days of the first statement: more of a large workspace would block other requests. */
const FIRST_DAYS = 5;
/** A statement that took less may be followed by one over twice as many days. */
const QUICK_MS = 5;

/** What one day adds to the statistics. durations: how many replies took so many milliseconds. */
export type ReadDay = {
  replies: DayOfReplies | undefined;
  durations: { durationMs: number; count: number }[];
  conversations: number;
};

/** The days of a span, by their number since 1970; those without anything are missing. `until` is exclusive. */
export async function readDays(
  insights: WorkspaceStore['insights'],
  { since, until, ...counted }: Counted & { since: number; until: number },
): Promise<Map<number, ReadDay>> {
  const days = new Map<number, ReadDay>();
  const dayOf = (day: number): ReadDay => {
    const known = days.get(day) ?? { replies: undefined, durations: [], conversations: 0 };
    days.set(day, known);
    return known;
  };
  for (const { day, count } of await insights.conversationsByDay({ since, ...counted }))
    dayOf(day).conversations = count;
  let length = FIRST_DAYS;
  let from = since;
  while (from < until) {
    const span = { since: from, until: Math.min(until, from + length * DAY_MS), ...counted };
    const startedAt = performance.now();
    for (const replies of await insights.repliesByDay(span)) dayOf(replies.day).replies = replies;
    if (performance.now() - startedAt < QUICK_MS) length *= 2;
    await othersTurn();
    for (const { day, ...duration } of await insights.durationsByDay(span))
      dayOf(day).durations.push(duration);
    await othersTurn();
    from = span.until;
  }
  return days;
}

/** The duration that so many of a hundred replies did not exceed; undefined without replies. */
export function percentile(
  durations: readonly { durationMs: number; count: number }[],
  percent: number,
): number | undefined {
  const total = durations.reduce((sum, { count }) => sum + count, 0);
  let left = Math.ceil((percent * total) / 100);
  for (const { durationMs, count } of durations.toSorted((a, b) => a.durationMs - b.durationMs)) {
    left -= count;
    if (left <= 0) return durationMs;
  }
  return undefined;
}
