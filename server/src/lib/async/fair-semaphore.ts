export type FairSemaphore = {
  /** Waits for a permit, which the caller must release. Throws the signal's reason if it is aborted first. */
  acquire(key: string, signal: AbortSignal): Promise<void>;
  release(): void;
};

/** A semaphore that takes turns between waiting keys, and keeps the order within a key. */
export function fairSemaphore(count: number): FairSemaphore {
  const waiting = fairQueue<() => void>();
  let free = count;
  return {
    acquire: async (key, signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const giveUp = (): void => {
          waiting.remove(key, admit);
          reject(signal.reason);
        };
        const admit = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(key, admit);
      });
    },
    release: () => {
      const admit = waiting.shift();
      if (admit) admit();
      else free += 1;
    },
  };
}

export type FairQueue<Item> = {
  push(key: string, item: Item): void;
  /** The first item of the key whose turn it is; undefined when the queue is empty. */
  shift(): Item | undefined;
  /** Removes the item from any position, if it is waiting. */
  remove(key: string, item: Item): void;
};

/** A round-robin queue. A new key waits for at most one item of each other key. */
export function fairQueue<Item>(): FairQueue<Item> {
  /** Key -> its waiting items. The key whose turn is next comes first. */
  const lines = new Map<string, Item[]>();
  return {
    push: (key, item) => {
      const line = lines.get(key);
      if (line) line.push(item);
      else lines.set(key, [item]);
    },
    shift: () => {
      const [first] = lines;
      if (!first) return undefined;
      const [key, line] = first;
      const item = line.shift();
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      return item;
    },
    remove: (key, item) => {
      const line = lines.get(key) ?? [];
      const position = line.indexOf(item);
      if (position < 0) return;
      line.splice(position, 1);
      if (line.length === 0) lines.delete(key);
    },
  };
}
