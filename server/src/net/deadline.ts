/** One time limit for work of many steps, together with the wish of the caller to stop. */
export type Deadline = {
  /** Aborts when either ends the work. */
  readonly signal: AbortSignal;
  /** What ended the work, if anything has. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Lets go of the timer and of the caller's signal. */
  dispose(): void;
};

/** Starts the clock.
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

/** The result of the work, or a rejection with the signal's reason as soon as it aborts. The work itself goes on: it is
 *  for work that does not know the signal. */
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
