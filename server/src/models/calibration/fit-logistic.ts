/** A logistic curve over one number: the chance is 1 / (1 + e^-(bias + slope * x)). */
export type Logistic = { slope: number; bias: number };

/** What is presumed of a curve before any example: where it lies, and how firmly (a standard deviation). Keeps it from
 *  growing ever steeper when the examples can be told apart without a fault. */
const PRESUMED = { slope: { mean: 2, deviation: 1 }, bias: { mean: -1, deviation: 2 } };
const STEPS = 50;

/** The curve that fits the examples best (maximum a posteriori, by Newton's method). The numbers are presumed to have the
 *  mean 0 and the deviation 1. A share of each kind is taken to be judged wrongly.
 *  Source: J. Platt, Probabilistic Outputs for Support Vector Machines, 1999. */
export function fitLogistic(matching: readonly number[], others: readonly number[]): Logistic {
  const examples = [
    ...matching.map((x) => ({ x, target: (matching.length + 1) / (matching.length + 2) })),
    ...others.map((x) => ({ x, target: 1 / (others.length + 2) })),
  ];
  const precision = { slope: 1 / PRESUMED.slope.deviation ** 2, bias: 1 / PRESUMED.bias.deviation ** 2 };
  let slope = PRESUMED.slope.mean;
  let bias = PRESUMED.bias.mean;
  for (let step = 0; step < STEPS; step++) {
    let [gradientSlope, gradientBias] = [
      precision.slope * (slope - PRESUMED.slope.mean),
      precision.bias * (bias - PRESUMED.bias.mean),
    ];
    let [curveSlope, curveBoth, curveBias] = [precision.slope, 0, precision.bias];
    for (const { x, target } of examples) {
      const chance = probabilityAt({ slope, bias }, x);
      const weight = chance * (1 - chance);
      gradientSlope += (chance - target) * x;
      gradientBias += chance - target;
      curveSlope += weight * x * x;
      curveBoth += weight * x;
      curveBias += weight;
    }
    const determinant = curveSlope * curveBias - curveBoth ** 2;
    const move = {
      slope: (curveBias * gradientSlope - curveBoth * gradientBias) / determinant,
      bias: (curveSlope * gradientBias - curveBoth * gradientSlope) / determinant,
    };
    // A step is held short, because far from the best curve the next one would lead back and forth.
    const share = Math.min(1, 1 / Math.hypot(move.slope, move.bias));
    slope -= share * move.slope;
    bias -= share * move.bias;
  }
  return { slope, bias };
}

/** The chance at a number. */
export const probabilityAt = ({ slope, bias }: Logistic, x: number): number =>
  1 / (1 + Math.exp(-(bias + slope * x)));
