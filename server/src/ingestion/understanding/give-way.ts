import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 250;
/** After this long a batch is read anyway, so that a queue that is never empty does not keep passages from being read.
 *  It makes deep reading take about a seventh of the time. */
const PATIENCE_MS = 10_000;

/** Makes a function that waits while something more urgent computes, but not for ever.
 *  pause: waits so many milliseconds, and throws when the signal is aborted. */
export function givingWay(
  isBusy: () => Promise<boolean>,
  pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) =>
    sleep(ms, undefined, { signal }),
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS && (await isBusy()); waitedMs += LOOK_AGAIN_MS)
      await pause(LOOK_AGAIN_MS, signal);
    signal.throwIfAborted();
  };
}
