import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-schedule.ts';

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
