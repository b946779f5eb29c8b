/** For transactions that alter tables. A statement that waits for such a lock has all others queue behind it, so it waits
 *  briefly and is tried again: a dump may read the tables for hours. */
export const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '500ms'";

/** True if the transaction gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '55P03';
