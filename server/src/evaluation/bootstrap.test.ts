import { expect, it } from 'vitest';
import { pairedDifference } from './bootstrap.ts';

it('an interval lies around the mean difference, and is the same every time', () => {
  const differences = Array.from({ length: 200 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  const found = pairedDifference(differences);
  expect(found?.difference).toBe(0.25);
  // Four standard errors of 0.031 wide, give or take.
  expect(found?.low).toBeGreaterThan(0.17);
  expect(found?.low).toBeLessThan(0.21);
  expect(found?.high).toBeGreaterThan(0.29);
  expect(found?.high).toBeLessThan(0.33);
  expect(pairedDifference(differences)).toEqual(found);
});

it('no difference has an interval of no width, and no question has none', () => {
  expect(pairedDifference([0, 0, 0])).toEqual({ difference: 0, low: 0, high: 0 });
  expect(pairedDifference([])).toBeUndefined();
});
