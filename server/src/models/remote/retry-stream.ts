import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from '#models/model-error.ts';

/** Before the second and third attempt, unless the provider asks for another pause. */
const PAUSES_SECONDS = [0.5, 2];
/** No retry if the provider asks for a longer pause: a user is waiting for the answer. */
const PATIENCE_SECONDS = 10;

/** Reads a stream, and retries while it fails before its first piece and a retry may help.
 *  withinMs: no attempt begins later. Throws the ModelError of the last attempt, or the reason of the signal if it was
 *  aborted. */
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
