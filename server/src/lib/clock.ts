/** Time as the service reads it, so that tests can move it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since 1970 -> ISO 8601 in UTC, as every timestamp of the interface is written. */
export const toIso = (timestampMs: number): string => new Date(timestampMs).toISOString();
