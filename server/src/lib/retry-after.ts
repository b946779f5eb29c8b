const LONGEST_MS = 24 * 3_600_000;

/** Milliseconds of a `Retry-After` header, from seconds or a date (RFC 9110, 10.2.3): at most a day. Undefined for
 *  anything else. Some servers send fractions of a second. */
export function readRetryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (header == null) return undefined;
  const ms = /^\d{1,9}(?:\.\d{1,9})?$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(LONGEST_MS, Math.max(0, ms)) : undefined;
}
