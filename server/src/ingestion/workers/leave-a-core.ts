import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { FairSemaphore } from '#lib/async/fair-semaphore.ts';

/** How often to look at what the main thread does. */
const LOOK_MS = 250;
/** The share of its time from which on the main thread counts as busy. */
const BUSY = 0.3;

/** Takes one of the places for documents while the main thread is busy, so that a core is left to the requests that it
 *  answers, and gives it back when it is idle. A document in progress is not stopped.
 *  utilization: of the main thread, 0 to 1, since the last call. */
export function leaveACore(
  places: FairSemaphore,
  utilization: () => number = mainThreadUtilization(),
): { stop(): void } {
  const stopped = new AbortController();
  let state: 'free' | 'waiting' | 'taken' = 'free';
  const take = async (): Promise<void> => {
    state = 'waiting';
    await places.acquire('the main thread', stopped.signal);
    state = 'taken';
  };
  const timer = setInterval(() => {
    const isBusy = utilization() > BUSY;
    if (isBusy && state === 'free') take().catch(() => undefined);
    if (!isBusy && state === 'taken') {
      state = 'free';
      places.release();
    }
  }, LOOK_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      stopped.abort();
    },
  };
}

function mainThreadUtilization(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
