import { reasons as words } from '#shared/strings/reasons.ts';

/** A reason of the service about a password or code, as a sentence for the person. Other reasons stay as they are. */
export function sayReason(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined;
  const why = /^is too easy to guess, because ([^;]+)/.exec(reason)?.[1];
  if (why !== undefined) return words.easyToGuess(why);
  const [, least, most] = /^must have (\d+) to (\d+) characters/.exec(reason) ?? [];
  if (least !== undefined && most !== undefined) return words.length(least, most);
  return words.known.find(([start]) => reason.startsWith(start))?.[1] ?? reason;
}
