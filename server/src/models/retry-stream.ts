import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from './model-error.ts';

/** Before the second attempt and the third, unless the provider asks for another pause. */
const PAUSES_SECONDS = [0.5, 2];
/** Who is asked to wait longer does not: somebody is waiting for the answer. */
const PATIENCE_SECONDS = 10;

/** Reads a stream, and asks for it anew while it fails before its first piece and that may help.
 *  withinMs: no attempt begins later. Throws the ModelError of the last attempt, and the reason of the signal when that
 *  was aborted. */
export async function* retryStream<T>(
  open: () => AsyncIterable<T>,
  { withinMs, signal }: { withinMs: number; signal: AbortSignal },
): AsyncIterable<T> {
  const deadline = performance.now() + withinMs;
  for (let attempt = 0; ; attempt++) {
    let hasBegun = false;
    try {
      for await (const piece of open()) {
        hasBegun = true;
        yield piece;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (hasBegun || !(error instanceof ModelError) || !error.isRetryable) throw error;
      const pauseSeconds =
        attempt < PAUSES_SECONDS.length ? (error.retryAfterSeconds ?? PAUSES_SECONDS[attempt]) : undefined;
      if (pauseSeconds === undefined || pauseSeconds > PATIENCE_SECONDS) throw error;
      if (performance.now() + 1000 * pauseSeconds > deadline) throw error;
      await sleep(1000 * pauseSeconds, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
