import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

describe('a map of recent entries', () => {
  it('keeps what was written or read lately', () => {
    const map = new RecentMap<number>(3);
    map.set('kept', 1);
    for (let n = 0; n < 100; n++) {
      map.set(`other ${n}`, n);
      expect(map.get('kept')).toBe(1);
    }
    expect(map.get('other 99')).toBe(99);
    expect(map.get('other 98')).toBe(98);
  });

  it('forgets the rest', () => {
    const map = new RecentMap<number>(3);
    for (let n = 0; n < 100; n++) map.set(`${n}`, n);
    const left = Array.from({ length: 100 }, (_, n) => map.get(`${n}`)).filter((n) => n !== undefined);
    expect(left.length).toBeGreaterThanOrEqual(3);
    expect(left.length).toBeLessThanOrEqual(6);
  });

  it('returns the newest value', () => {
    const map = new RecentMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('c', 3);
    map.set('a', 4);
    expect(map.get('a')).toBe(4);
  });
});
