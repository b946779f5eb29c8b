/** 0 to 1. */
export type Random = () => number;

/** A linear congruential generator, so that every run draws the same. Source: Numerical Recipes. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
