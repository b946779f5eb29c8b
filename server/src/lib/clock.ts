/** The current time; tests can replace it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** The time this many hours later, in milliseconds. */
export const hoursAfter = (timestampMs: number, hours: number): number => timestampMs + hours * 3_600_000;

/** The UTC day of a time: 2026-11-22. */
export const utcDay = (timestampMs: number): string => new Date(timestampMs).toISOString().slice(0, 10);

/** The UTC month of a time: 2026-11. */
export const utcMonth = (timestampMs: number): string => utcDay(timestampMs).slice(0, 7);

/** Milliseconds since 1970 as ISO 8601 in UTC, the format of all timestamps in the API. */
export const toIso = (timestampMs: number): string => new Date(timestampMs).toISOString();

/** A UTC day or month. period: 2026-11-22 or 2026-11. endsAt: milliseconds since 1970. */
export type Period = { name: 'day' | 'month'; period: string; endsAt: number };

/** The day and the month that contain a time. */
export function periodsOf(timestampMs: number): [day: Period, month: Period] {
  const date = new Date(timestampMs);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return [
    { name: 'day', period: utcDay(timestampMs), endsAt: Date.UTC(year, month, day + 1) },
    { name: 'month', period: utcMonth(timestampMs), endsAt: Date.UTC(year, month + 1) },
  ];
}
