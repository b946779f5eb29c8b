/** One timeout for work with many steps, combined with the caller's abort signal. */
export type Deadline = {
  /** Aborted by the timeout or by the caller. */
  readonly signal: AbortSignal;
  /** The reason the work ended; undefined while it may go on. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Releases the timer and the caller's signal. */
  dispose(): void;
};

/** Starts the timeout.
 *  stop: the caller's signal, which may live much longer than this work. */
export function startDeadline(timeoutMs: number, stop?: AbortSignal): Deadline {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | undefined;
  const end = (how: 'timeout' | 'aborted'): void => {
    ended ??= how;
    controller.abort();
  };
  const onStop = (): void => end('aborted');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted) onStop();
  return {
    signal: controller.signal,
    ended: () => ended,
    dispose() {
      clearTimeout(timer);
      stop?.removeEventListener('abort', onStop);
    },
  };
}

/** Returns the result of the work, or rejects with the signal's reason as soon as it aborts. The work itself continues:
 *  use this for work that does not accept a signal. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
