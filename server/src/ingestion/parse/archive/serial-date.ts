const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The serial number that spreadsheets take for 29 February 1900, a day that did not exist. Lower serial numbers count
 *  from one day later. */
const LEAP_DAY_1900 = 60;
const LAST_DAY = 2_958_465;

/** The serial number of a day -> `2024-03-31`, or with the time `2024-03-31 14:05`. Returns undefined for a number that
 *  is not a date between 1900 and 9999 (ISO/IEC 29500-1, 18.17.4.1). */
export function dateText(serial: number, hasTime: boolean, isDate1904: boolean): string | undefined {
  if (!(serial >= 0 && serial <= LAST_DAY)) return undefined;
  const shift = !isDate1904 && serial < LEAP_DAY_1900 ? 1 : 0;
  // Round to the second, because a fraction of a day is never exact.
  const seconds = Math.round((serial + shift) * 86_400);
  const date = new Date((isDate1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1000);
  const [day, time = ''] = date.toISOString().split('T');
  if (day === undefined || !hasTime || date.getTime() % DAY_MS === 0) return day;
  return `${day} ${shortTime(time.slice(0, 8))}`;
}

/** A fraction of a day -> `14:05`, with seconds unless they are zero. */
export const timeText = (fraction: number): string =>
  shortTime(new Date(Math.min(Math.round(fraction * 86_400), 86_399) * 1000).toISOString().slice(11, 19));

/** Days -> hours and minutes, `37:30`. */
export function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return (days < 0 ? '-' : '') + shortTime(time);
}

const shortTime = (time: string): string => time.replace(/^(.*:\d\d):00$/, '$1');
