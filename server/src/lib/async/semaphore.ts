/** Runs a task as soon as fewer than `count` are running. Urgent tasks go before other waiting tasks. */
export type Semaphore = <T>(task: () => Promise<T>, options?: { isUrgent?: boolean }) => Promise<T>;

export function semaphore(count: number): Semaphore {
  const urgent: (() => void)[] = [];
  const others: (() => void)[] = [];
  let free = count;
  return async (task, { isUrgent = false } = {}) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void (isUrgent ? urgent : others).push(resolve));
    try {
      return await task();
    } finally {
      const next = urgent.shift() ?? others.shift();
      if (next) next();
      else free += 1;
    }
  };
}
