/** An array that threads may share. */
export const sharedNumbers = (length: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * length));

/** The array itself if it has `length` elements, otherwise a copy with at least `length` and at least twice as many. */
export function grow(array: Uint32Array, length: number): Uint32Array {
  if (length <= array.length) return array;
  const larger = sharedNumbers(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

export function copyOf(array: Uint32Array): Uint32Array {
  const copy = sharedNumbers(array.length);
  copy.set(array);
  return copy;
}
