const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

export const formatNumber = (value: number): string => whole.format(value);

/** "1.2K". */
export const formatCompact = (value: number): string => compact.format(value);

/** Bytes in a readable unit; 1 KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), units.length - 1);
  return `${short.format(bytes / 1024 ** power)} ${units[power]}`;
}

/** Milliseconds as "120 ms" or "2.5 s". */
export const formatDuration = (ms: number): string =>
  ms < 1_000 ? `${formatNumber(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** "1 source", "1,200 sources". */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const utcDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day in UTC such as `2026-11-22`, as "Nov 22". */
export const formatDay = (day: string): string => utcDay.format(new Date(day));
