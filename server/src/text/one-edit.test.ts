import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneEditAway } from './one-edit.ts';

describe('oneEditAway', () => {
  it('contains the typos of a word', () => {
    const away = oneEditAway('harbour');
    for (const slip of ['harbor', 'harrbour', 'hrabour', 'harbous', 'harbours', 'habour'])
      expect(away.has(slip), slip).toBe(true);
    expect(oneEditAway('маяк').has('маяка')).toBe(true);
  });

  it('keeps the first letter and omits the word itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 2, maxLength: 12 }), (word) => {
        const away = oneEditAway(word);
        expect(away.has(word)).toBe(false);
        for (const other of away) {
          expect(other[0]).toBe(word[0]);
          expect(Math.abs(other.length - word.length)).toBeLessThanOrEqual(1);
          if (other.length >= 2) expect(oneEditAway(other).has(word)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('adds no letters in unknown scripts', () => {
    expect([...oneEditAway('东京塔')].every((word) => word.length <= 3)).toBe(true);
  });
});
