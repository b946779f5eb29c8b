import type { Option } from '#shared/components/option.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.connectors;

/** How often a connector can run: minutes, and '' for by hand. */
const SCHEDULES: readonly Option[] = [
  { value: '15', label: words.schedules[15] },
  { value: '60', label: words.schedules[60] },
  { value: '360', label: words.schedules[360] },
  { value: '1440', label: words.schedules[1440] },
  { value: '10080', label: words.schedules[10080] },
  { value: '', label: words.schedules.never },
];

/** The interval in words. */
export const scheduleOf = (minutes: number | null): string =>
  SCHEDULES.find(({ value }) => value === String(minutes ?? ''))?.label ??
  words.everyMinutes({ count: minutes ?? 0 });

/** The choices; an interval that was set by the API is one too. */
export const schedulesFor = (minutes: string): readonly Option[] =>
  SCHEDULES.some(({ value }) => value === minutes)
    ? SCHEDULES
    : [{ value: minutes, label: scheduleOf(Number(minutes)) }, ...SCHEDULES];
