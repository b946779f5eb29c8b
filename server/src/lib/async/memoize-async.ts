/** Runs the work on the first call and returns its result on every call; concurrent calls share one run. Failures are not
 *  cached: the next call tries again. */
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
