import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const HOUR = 3_600_000;

describe('readRetryAfter', () => {
  it('reads seconds and dates', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    expect(readRetryAfter('120', now)).toBe(120_000);
    expect(readRetryAfter('0.5', now)).toBe(500);
    expect(readRetryAfter('Tue, 01 Jan 2030 01:00:00 GMT', now)).toBe(HOUR);
    expect(readRetryAfter('Mon, 31 Dec 2029 23:00:00 GMT', now)).toBe(0);
  });

  it('is at most a day', () => {
    expect(readRetryAfter('999999999', 0)).toBe(24 * HOUR);
    expect(readRetryAfter('Tue, 01 Jan 2030 01:00:00 GMT', 0)).toBe(24 * HOUR);
  });

  it.each([undefined, null, '', 'soon', '1e9', 'Infinity'])('is undefined for %j', (header) => {
    expect(readRetryAfter(header, 0)).toBeUndefined();
  });

  it('is never less than 0, whatever the header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = readRetryAfter(header, 0) ?? 0;
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(24 * HOUR);
      }),
    );
  });
});
