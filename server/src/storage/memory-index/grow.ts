/** The array itself if it has `length` places, else a copy with at least that many and twice as many as before. */
export function grow(array: Uint32Array, length: number): Uint32Array {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
