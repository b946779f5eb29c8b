import { locale } from './strings/language.ts';

/** Numbers, sizes, times and lists as the chosen language writes them. */

const whole = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });

export const formatNumber = (value: number): string => whole.format(value);

/** "1.2K". */
export const formatCompact = (value: number): string => compact.format(value);

/** "0.57". */
export const formatDecimal = (value: number): string => decimal.format(value);

/** A share from 0 to 1, as "57%". */
export const formatPercent = (share: number, maximumFractionDigits = 0): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits }).format(share);

/** "a, b, c". */
export const formatList = (items: readonly string[]): string => list.format(items);

const unitOf = (unit: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', ...options });

const BYTE_UNITS = [
  unitOf('byte', { unitDisplay: 'long' }),
  ...['kilobyte', 'megabyte', 'gigabyte', 'terabyte'].map((unit) =>
    unitOf(unit, { maximumSignificantDigits: 3 }),
  ),
];

/** Bytes in a readable unit; 1 kB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), BYTE_UNITS.length - 1);
  return BYTE_UNITS[power]?.format(bytes / 1024 ** power) ?? '';
}

const milliseconds = unitOf('millisecond', { maximumFractionDigits: 0 });
const seconds = unitOf('second', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholeSeconds = unitOf('second', { maximumFractionDigits: 0 });
const minutes = unitOf('minute', { maximumFractionDigits: 0 });

/** Milliseconds as "120 ms" or "2.5 sec". */
export const formatDuration = (ms: number): string =>
  ms < 1_000 ? milliseconds.format(ms) : seconds.format(ms / 1_000);

/** Seconds as "90 sec" or "5 min". */
export const formatAge = (age: number): string =>
  age < 120 ? wholeSeconds.format(age) : minutes.format(age / 60);

const utcDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day in UTC such as `2026-11-22`, as "Nov 22". */
export const formatDay = (day: string): string => utcDay.format(new Date(day));

/** From one day in UTC to another, as "Nov 1 – 22". */
export const formatDays = (first: string, last: string): string =>
  [first, last].some((day) => Number.isNaN(Date.parse(day)))
    ? ''
    : utcDay.formatRange(new Date(first), new Date(last));
