import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter, retryDelayMs } from './retry-schedule.ts';

const HOUR = 3_600_000;

describe('retryDelayMs', () => {
  it('is the delay of the schedule plus at most a tenth, and undefined after ten attempts', () => {
    const soonest = Array.from({ length: 10 }, (_, index) => retryDelayMs(index + 1, 0, () => 0));
    expect(soonest.map((ms) => ms && ms / 1_000)).toEqual([
      5,
      300,
      1_800,
      7_200,
      18_000,
      36_000,
      50_400,
      72_000,
      86_400,
      undefined,
    ]);
    const latest = Array.from({ length: 9 }, (_, index) => retryDelayMs(index + 1, 0, () => 1));
    expect(latest).toEqual(soonest.slice(0, 9).map((ms = 0) => Math.round(ms * 1.1)));
  });

  it('is longer if the endpoint asks for it, but never more than a day', () => {
    expect(retryDelayMs(1, 2 * HOUR, () => 0)).toBe(2 * HOUR);
    expect(retryDelayMs(1, 1_000, () => 0)).toBe(5_000);
    expect(retryDelayMs(1, 1_000 * HOUR, () => 0)).toBe(24 * HOUR);
    expect(retryDelayMs(10, HOUR)).toBeUndefined();
  });
});

describe('readRetryAfter', () => {
  it('reads seconds and dates', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    expect(readRetryAfter('120', now)).toBe(120_000);
    expect(readRetryAfter('Tue, 01 Jan 2030 01:00:00 GMT', now)).toBe(HOUR);
    expect(readRetryAfter('Mon, 31 Dec 2029 23:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter(undefined, now)).toBe(0);
  });

  it('returns a number of at least 0 for any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(readRetryAfter(header, 0)).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(readRetryAfter(header, 0))).toBe(true);
      }),
    );
  });
});
