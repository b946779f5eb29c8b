/** Does the work at the first call and gives its result at every call; calls in between wait for the same work. A failure
 *  is not kept: the next call tries again. */
export function memoizeAsync<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
