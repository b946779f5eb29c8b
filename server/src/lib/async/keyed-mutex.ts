/** A mutex for each key. `lock` queues at once, and resolves with the unlock function once all earlier holders of the key
 *  have unlocked. */
export function keyedMutex<Key>(): (key: Key) => Promise<() => void> {
  const last = new Map<Key, Promise<void>>();
  return async function lock(key) {
    const before = last.get(key);
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    last.set(key, mine);
    await before;
    return () => {
      resolve();
      if (last.get(key) === mine) last.delete(key);
    };
  };
}
