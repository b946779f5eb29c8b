/** Steps, size of a step and pull towards 0 of both fits: more steps change the second decimal. */
const STEPS = 1500;
const STEP = 0.05;
const PULL = 0.00003;

/** By the name of the feature. */
type Values = Readonly<Record<string, number>>;
type Example = { values: Values; isRight: boolean };
type Weighted<T> = T & { weight: number };

/** The weights that make a right option likely to be chosen, by a softmax over all options of each choice. */
export function fitChoice(choices: readonly Weighted<{ options: readonly Example[] }>[]): Values {
  const names = Object.keys(choices[0]?.options[0]?.values ?? {});
  const rows = choices.map(({ options, weight }) => ({
    weight,
    options: options.map(({ values, isRight }) => ({ values: inOrder(names, values), isRight })),
  }));
  return climb(names, (weights, add) => {
    for (const { options, weight } of rows) {
      const sums = options.map(({ values }) => sumOf(values, weights));
      const most = Math.max(...sums);
      const odds = sums.map((sum) => Math.exp(sum - most));
      const total = odds.reduce((sum, value) => sum + value, 0);
      const right = odds.reduce((sum, value, at) => sum + (options[at]?.isRight ? value : 0), 0) || 1e-9;
      for (const [at, { values, isRight }] of options.entries()) {
        add(values, weight * (odds[at] ?? 0) * ((isRight ? 1 / right : 0) - 1 / total));
      }
    }
  });
}

/** The weights of a logistic curve of whether an example is right. */
export function fitLogistic(examples: readonly Weighted<Example>[]): Values {
  const names = Object.keys(examples[0]?.values ?? {});
  const rows = examples.map((example) => ({ ...example, values: inOrder(names, example.values) }));
  return climb(names, (weights, add) => {
    for (const { values, isRight, weight } of rows) {
      add(values, weight * (Number(isRight) - 1 / (1 + Math.exp(-sumOf(values, weights)))));
    }
  });
}

const inOrder = (names: readonly string[], values: Values): number[] =>
  names.map((name) => values[name] ?? 0);

const sumOf = (values: readonly number[], weights: readonly number[]): number =>
  values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

/** Gradient ascent with moments (Adam). slope: adds the values of each example, times its pull, to the gradient. */
function climb(
  names: readonly string[],
  slope: (weights: readonly number[], add: (values: readonly number[], pull: number) => void) => void,
): Values {
  let weights = names.map(() => 0);
  let means = weights;
  let squares = weights;
  for (let step = 1; step <= STEPS; step++) {
    const gradient = weights.map((weight, at) => (names[at] === 'bias' ? 0 : -PULL * weight));
    slope(weights, (values, pull) => {
      for (const [at, value] of values.entries()) gradient[at] = (gradient[at] ?? 0) + pull * value;
    });
    means = means.map((mean, at) => 0.9 * mean + 0.1 * (gradient[at] ?? 0));
    squares = squares.map((square, at) => 0.999 * square + 0.001 * (gradient[at] ?? 0) ** 2);
    weights = weights.map((weight, at) => {
      const mean = (means[at] ?? 0) / (1 - 0.9 ** step);
      return weight + (STEP * mean) / (Math.sqrt((squares[at] ?? 0) / (1 - 0.999 ** step)) + 1e-9);
    });
  }
  return Object.fromEntries(names.map((name, at) => [name, Math.round(100 * (weights[at] ?? 0)) / 100]));
}
