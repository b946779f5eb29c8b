import { rooms } from '#shared/strings/rooms.ts';

const NAMES: Readonly<Record<string, string>> = rooms.triage.channels;

/** A channel in words; one without a name, such as of a newer service, as it is. */
export const nameOfChannel = (channel: string): string => NAMES[channel] ?? channel;
