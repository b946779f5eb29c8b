/** Time as the service reads it, so that tests can move it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** The time so many hours after another, in milliseconds. */
export const hoursAfter = (timestampMs: number, hours: number): number => timestampMs + hours * 3_600_000;

/** The day of a time, in UTC: 2026-11-22. */
export const utcDay = (timestampMs: number): string => new Date(timestampMs).toISOString().slice(0, 10);

/** The month of a time, in UTC: 2026-11. */
export const utcMonth = (timestampMs: number): string => utcDay(timestampMs).slice(0, 7);

/** Milliseconds since 1970 -> ISO 8601 in UTC, as every timestamp of the interface is written. */
export const toIso = (timestampMs: number): string => new Date(timestampMs).toISOString();

/** A day or month of UTC. period: 2026-11-22 or 2026-11. endsAt: milliseconds since 1970. */
export type Period = { name: 'day' | 'month'; period: string; endsAt: number };

/** Those that a time is in. */
export function periodsOf(timestampMs: number): [day: Period, month: Period] {
  const date = new Date(timestampMs);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return [
    { name: 'day', period: utcDay(timestampMs), endsAt: Date.UTC(year, month, day + 1) },
    { name: 'month', period: utcMonth(timestampMs), endsAt: Date.UTC(year, month + 1) },
  ];
}
