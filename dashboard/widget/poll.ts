/** Times between two calls: they grow while there is nothing new. */
const SHORTEST_MS = 4_000;
const LONGEST_MS = 30_000;
const GROWTH = 1.5;

/** Calls `look` again and again while `isWanted`, and never while the page is hidden. `look` returns whether there was news. */
export function createPoll(look: () => Promise<boolean>, isWanted: () => boolean) {
  let delayMs = SHORTEST_MS;
  let timer: number | undefined;
  let isLooking = false;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const plan = (): void => {
    stop();
    if (isWanted() && !document.hidden) timer = window.setTimeout(() => void run(), delayMs);
  };
  const run = async (): Promise<void> => {
    if (isLooking || !isWanted() || document.hidden) return;
    isLooking = true;
    try {
      delayMs = (await look()) ? SHORTEST_MS : Math.min(LONGEST_MS, delayMs * GROWTH);
    } finally {
      isLooking = false;
      plan();
    }
  };
  const now = (): void => {
    delayMs = SHORTEST_MS;
    stop();
    void run();
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : now()));
  return {
    /** Looks now, and often for a while. */
    now,
  };
}
