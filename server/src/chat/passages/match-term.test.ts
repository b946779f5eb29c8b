import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchTerm, signOf, signsOf } from './match-term.ts';

it.each([
  ['norway', 'norweg', 0.8],
  ['invas', 'invad', 0.8],
  ['nine', 'nine', 1],
  ['six', 'sixteen', 0],
  ['port', 'portabl', 0.8],
  ['contract', 'continue', 0],
])('finds %s in %s with %f', (term, other, expected) => {
  expect(matchTerm(term, ['other', other])).toBe(expected);
});

it('gives terms that match the same sign', () => {
  const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日', '😀'), maxLength: 8 });
  fc.assert(
    fc.property(term, fc.array(term, { maxLength: 6 }), (one, terms) => {
      if (matchTerm(one, terms) > 0) expect(signOf(one) & signsOf(terms)).not.toBe(0);
    }),
    { numRuns: 2_000 },
  );
});
