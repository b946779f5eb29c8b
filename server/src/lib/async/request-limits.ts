/** Runs a task when there is a place for it. isUrgent: it goes before waiting tasks that are not. */
export type Places = <T>(task: () => Promise<T>, options?: { isUrgent?: boolean }) => Promise<T>;

/** Places for so many tasks at the same time. */
export function createPlaces(count: number): Places {
  let free = count;
  const waiting = createLine<() => void>();
  return async (task, { isUrgent = false } = {}) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.join(resolve, isUrgent));
    try {
      return await task();
    } finally {
      const next = waiting.leave();
      if (next) next();
      else free += 1;
    }
  };
}

/** Resolves when a request may begin. Rejects when the signal is aborted first. */
export type Turns = (options: { isUrgent: boolean; signal?: AbortSignal | undefined }) => Promise<void>;

/** A bucket of tokens: no minute sees more than so many requests begin, and a tenth of them may begin at once. */
export function createTurns(perMinute: number | undefined): Turns {
  if (perMinute === undefined) return async () => {};
  const burst = Math.max(1, Math.floor(perMinute / 10));
  const msPerToken = 60_000 / Math.max(1, perMinute - burst);
  const waiting = createLine<{ begin: () => void; signal: AbortSignal | undefined }>();
  let tokens = burst;
  let countedAt = performance.now();
  let isTimed = false;

  const serve = (): void => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + (now - countedAt) / msPerToken);
    countedAt = now;
    while (tokens >= 1) {
      const next = waiting.leave();
      if (!next) return;
      if (next.signal?.aborted) continue;
      tokens -= 1;
      next.begin();
    }
    if (isTimed || waiting.isEmpty()) return;
    isTimed = true;
    setTimeout(serveAgain, Math.ceil((1 - tokens) * msPerToken));
  };

  const serveAgain = (): void => {
    isTimed = false;
    serve();
  };

  return ({ isUrgent, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      const begin = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      waiting.join({ begin, signal }, isUrgent);
      serve();
    });
}

/** Those who wait, in the order in which they came; urgent ones first. */
function createLine<T>() {
  const urgent: T[] = [];
  const others: T[] = [];
  return {
    join: (one: T, isUrgent: boolean): void => void (isUrgent ? urgent : others).push(one),
    leave: (): T | undefined => urgent.shift() ?? others.shift(),
    isEmpty: (): boolean => urgent.length + others.length === 0,
  };
}
