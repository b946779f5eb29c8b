/** Does work at the first call and gives its result at every call; calls meanwhile wait for the same work. A failure is not
 *  kept: the next call begins anew. */
export function keepSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
