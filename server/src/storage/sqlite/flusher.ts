import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flushFile = promisify(fdatasync);
const closeFile = promisify(close);

/** Flushes commits to the disk. One flush serves every caller that asked before it started, so a thousand commits a
 *  second share a few hundred flushes, and no thread waits for the disk. */
export type Flusher = {
  /** Resolves when everything written before the call is on the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Creates a flusher of SQLite's log file, which must exist. SQLite holds no locks on this file that a second
 *  descriptor could lose. */
export function createFlusher(logPath: string): Flusher {
  const file = openSync(logPath, 'a+');
  let current: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  const start = (): Promise<void> => {
    following = undefined;
    current = flushFile(file).finally(() => {
      current = undefined;
    });
    return current;
  };
  // A running flush may have started before the caller's write, so only the next one counts.
  const flush = (): Promise<void> => {
    if (!current) return start();
    following ??= current.then(start, start);
    return following;
  };
  return {
    flush,
    close: async () => {
      // Serve the callers that are still waiting.
      await flush().catch(() => undefined);
      await closeFile(file);
    },
  };
}
