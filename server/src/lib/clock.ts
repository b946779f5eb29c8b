/** Time as the service reads it, so that tests can move it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** The time so many hours after another, in milliseconds. */
export const hoursAfter = (timestampMs: number, hours: number): number => timestampMs + hours * 3_600_000;

/** The day of a time, in UTC: 2026-11-22. */
export const utcDay = (timestampMs: number): string => new Date(timestampMs).toISOString().slice(0, 10);

/** Milliseconds since 1970 -> ISO 8601 in UTC, as every timestamp of the interface is written. */
export const toIso = (timestampMs: number): string => new Date(timestampMs).toISOString();
