import { text } from '#shared/strings/text.ts';

const words = text.addSources.adding;

/** How often a page can be fetched again: hours, and '' for never. */
export const REFRESHES = [
  { value: '', label: words.refreshes.never },
  { value: '1', label: words.refreshes.hour },
  { value: '24', label: words.refreshes.day },
  { value: '168', label: words.refreshes.week },
  { value: '720', label: words.refreshes.month },
];

/** The refresh interval in words. */
export const intervalOf = (hours: number | null | undefined): string =>
  REFRESHES.find(({ value }) => value === String(hours ?? ''))?.label ??
  words.everyHours({ hours: hours ?? 0 });
