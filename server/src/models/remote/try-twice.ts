import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from '#models/model-error.ts';

/** No retry if the provider asks for a longer pause: a user is waiting for the answer. */
const PATIENCE_SECONDS = 2;
const PAUSE_SECONDS = 0.2;

/** Calls, and retries once if that may help and the provider does not ask for a long pause. Throws the ModelError of
 *  the last attempt. */
export async function tryTwice<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ModelError) || !error.isRetryable || signal.aborted) throw error;
    const pauseSeconds = error.retryAfterSeconds ?? PAUSE_SECONDS;
    if (pauseSeconds > PATIENCE_SECONDS) throw error;
    await sleep(1000 * pauseSeconds, undefined, { signal }).catch(() => {
      throw error;
    });
    return await call();
  }
}
