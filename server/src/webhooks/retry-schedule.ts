const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays between attempts, in milliseconds: ten attempts in three days. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The largest random share added to a delay, so that deliveries that failed together do not retry together. */
const JITTER = 0.1;
/** The longest delay that an endpoint may request. */
const LONGEST_WISH = 24 * HOUR;

/** How long an endpoint may fail before it is disabled. */
export const FAILING_TOO_LONG = 72 * HOUR;

/** The delay after the attempt with this number, counted from 1; undefined after the last.
 *  wishMs: the delay that the endpoint requested. */
export function retryDelayMs(
  attempt: number,
  wishMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const delay = DELAYS[attempt - 1];
  if (delay === undefined) return undefined;
  return Math.round(Math.max(Math.min(wishMs, LONGEST_WISH), delay * (1 + JITTER * random())));
}
