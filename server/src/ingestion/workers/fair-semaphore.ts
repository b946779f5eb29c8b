import { createFairQueue } from './fair-queue.ts';

type FairPlaces = {
  /** Waits for a place, which the caller leaves. Throws the reason of the signal when that comes first. */
  enter(workspaceId: string, signal: AbortSignal): Promise<void>;
  leave(): void;
};

/** So many places, given in turn between the workspaces that wait for one. */
export function createFairPlaces(count: number): FairPlaces {
  const waiting = createFairQueue<() => void>();
  let free = count;
  return {
    enter: async (workspaceId, signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const goAway = (): void => {
          waiting.remove(workspaceId, admit);
          reject(signal.reason);
        };
        const admit = (): void => {
          signal.removeEventListener('abort', goAway);
          resolve();
        };
        signal.addEventListener('abort', goAway, { once: true });
        waiting.push(workspaceId, admit);
      });
    },
    leave: () => {
      const admit = waiting.shift();
      if (admit) admit();
      else free += 1;
    },
  };
}
