/** The array itself if it has `length` elements, otherwise a copy with at least `length` and at least twice as many. */
export function grow(array: Uint32Array, length: number): Uint32Array {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
