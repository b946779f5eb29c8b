/** Resolves when a request may begin; rejects if the signal is aborted first. Urgent requests go before other waiting
 *  requests. */
export type TokenBucket = (options: { isUrgent: boolean; signal?: AbortSignal | undefined }) => Promise<void>;

/** At most `perMinute` requests begin in any minute, and a tenth of them at once. No limit if undefined. */
export function tokenBucket(perMinute: number | undefined): TokenBucket {
  if (perMinute === undefined) return async () => {};
  const burst = Math.max(1, Math.floor(perMinute / 10));
  const msPerToken = 60_000 / Math.max(1, perMinute - burst);
  type Waiting = { begin: () => void; signal: AbortSignal | undefined };
  const urgent: Waiting[] = [];
  const others: Waiting[] = [];
  let tokens = burst;
  let countedAt = performance.now();
  let isTimed = false;

  const serve = (): void => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + (now - countedAt) / msPerToken);
    countedAt = now;
    while (tokens >= 1) {
      const next = urgent.shift() ?? others.shift();
      if (!next) return;
      if (next.signal?.aborted) continue;
      tokens -= 1;
      next.begin();
    }
    if (isTimed || urgent.length + others.length === 0) return;
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
      (isUrgent ? urgent : others).push({ begin, signal });
      serve();
    });
}
