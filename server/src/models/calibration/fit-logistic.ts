/** A logistic curve of one variable: the probability is 1 / (1 + e^-(bias + slope * x)). */
export type Logistic = { slope: number; bias: number };

/** The prior of a curve: means and standard deviations. Keeps it from growing ever steeper if the examples are
 *  perfectly separable. */
const PRESUMED = { slope: { mean: 2, deviation: 1 }, bias: { mean: -1, deviation: 2 } };
const STEPS = 50;

/** Fits a curve to the examples (maximum a posteriori, by Newton's method). Expects numbers with mean 0 and deviation 1,
 *  and assumes that a share of each kind is mislabelled.
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
    // Limits the step: far from the optimum, Newton's method would oscillate.
    const share = Math.min(1, 1 / Math.hypot(move.slope, move.bias));
    slope -= share * move.slope;
    bias -= share * move.bias;
  }
  return { slope, bias };
}

/** The probability at a number. */
export const probabilityAt = ({ slope, bias }: Logistic, x: number): number =>
  1 / (1 + Math.exp(-(bias + slope * x)));
