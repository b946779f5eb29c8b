import type { ConnectorFaultCode } from './connector-fault.ts';

/** Why a run failed. `emptied`: everything seems to be gone. `internal`: an error of the service. */
export type FaultCode = ConnectorFaultCode | 'emptied' | 'internal';

const FIRST_MS = 60_000;
const LONGEST_MS = 6 * 3_600_000;
/** A place that wants to be left alone for longer is asked again after this. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** When a run that failed is tried again, in milliseconds since 1970; null if a person must do something first. The wait
 *  doubles from a minute to six hours, times a random factor from 0.5 to 1, and is at least what the place asked for.
 *  failures: how many runs failed in a row. */
export function nextTry({
  code,
  failures,
  retryAfterMs = 0,
  intervalMinutes,
  now,
  random = Math.random,
}: {
  code: FaultCode;
  failures: number;
  retryAfterMs?: number | undefined;
  intervalMinutes: number | null;
  now: number;
  random?: () => number;
}): number | null {
  if (code === 'credentials' || code === 'settings' || code === 'untrusted') return null;
  if (code === 'emptied') return intervalMinutes === null ? null : now + intervalMinutes * 60_000;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, failures - 1));
  return now + Math.max(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS), Math.round(full * (0.5 + random() / 2)));
}
