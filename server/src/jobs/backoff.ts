const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** The wait before attempt number `attempt + 1` in milliseconds: 1 s, 2 s, 4 s … at most 5 minutes, times a random
 *  factor from 0.5 to 1, so that jobs that failed together do not retry together. Source: "Exponential Backoff And
 *  Jitter", AWS Architecture Blog, 2015 (equal jitter). */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempt - 1));
  return Math.round(full * (0.5 + random() / 2));
}
