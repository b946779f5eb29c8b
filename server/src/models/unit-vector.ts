/** The vector of the same direction and length 1; zeros stay zeros. Undefined if a value is not finite. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let d = 0; d < values.length; d++) squares += (values[d] ?? 0) ** 2;
  if (!Number.isFinite(squares)) return undefined;
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  const vector = new Float32Array(values.length);
  for (let d = 0; d < values.length; d++) vector[d] = (values[d] ?? 0) * scale;
  return vector;
}
