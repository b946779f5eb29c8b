import type { SourceId } from '#lib/ids.ts';
import type { Store, WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';

/** A node that briefly loses its database connection misses notifications, so it also checks at this interval. */
const LOOK_AGAIN_MS = 2_000;

/** Reads a source once it is as wanted, or after `timeoutMs`. Undefined if it was deleted. */
export async function waitUntilSettled(
  environment: Pick<Store, 'listen'>,
  store: Pick<WorkspaceStore, 'sources'>,
  sourceId: SourceId,
  {
    isSettled,
    timeoutMs,
    signal,
  }: {
    isSettled: (source: SourceRow) => boolean | Promise<boolean>;
    timeoutMs: number;
    signal: AbortSignal;
  },
): Promise<SourceRow | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const changed = nextChange(environment, sourceId, deadline, signal);
    try {
      const source = await store.sources.find(sourceId);
      if (!source || (await isSettled(source)) || Date.now() >= deadline || signal.aborted) return source;
      await changed.promise;
    } finally {
      changed.stop();
    }
  }
}

/** Resolves at the next notification about the source, the next check, the deadline, or when the client disconnects. */
function nextChange(
  environment: Pick<Store, 'listen'>,
  sourceId: SourceId,
  deadline: number,
  signal: AbortSignal,
): { promise: Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(LOOK_AGAIN_MS, Math.max(0, deadline - Date.now())));
  const onAbort = (): void => resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  const stopListening = environment.listen((notice) => {
    if (notice.topic === 'source-changed' && notice.sourceId === sourceId) resolve();
  });
  return {
    promise,
    stop: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      stopListening();
    },
  };
}
