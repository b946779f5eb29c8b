const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export const formatNumber = (value: number): string => whole.format(value);

/** In the unit that keeps it readable: 1 KB is 1,024 bytes. */
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
