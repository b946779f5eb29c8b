/** Runs `work` on each item, at most `limit` at a time. Starts nothing more once the signal is aborted or `work` has thrown. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  { limit, signal }: { limit: number; signal: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const run = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      if (hasFailed) return;
      signal.throwIfAborted();
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, run));
}
