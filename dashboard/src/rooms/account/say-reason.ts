import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.reasons;

/** Why a password is easy to guess, as the service says it. */
const GUESSABLE: Record<string, keyof typeof words.guessable> = {
  'it repeats one character': 'oneCharacter',
  'it repeats a few characters': 'fewCharacters',
  'it is a sequence of characters': 'sequence',
  'it is a row of keys': 'row',
  'it is a pattern of keys': 'pattern',
  'it is a date': 'date',
  'it is a year': 'year',
  'it is made from your name, your email address or the name of this product': 'aboutYou',
};

/** How other reasons of the service begin. */
const KNOWN: [start: string, said: string][] = [
  ["isn't the password of your account", words.wrongPassword],
  ['must not be your email address', words.emailAsPassword],
  ['is wrong or was already used', words.usedCode],
  ["isn't what the authenticator app shows", words.wrongCode],
];

/** A reason of the service about a password or code, as a sentence for the person. Other reasons stay as they are. */
export function sayReason(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined;
  const why = /^is too easy to guess, because ([^;]+)/.exec(reason)?.[1];
  if (why !== undefined) return words.guessable[GUESSABLE[why] ?? 'common'];
  const [, least, most] = /^must have (\d+) to (\d+) characters/.exec(reason) ?? [];
  if (least !== undefined && most !== undefined)
    return words.length({ least: Number(least), most: Number(most) });
  return KNOWN.find(([start]) => reason.startsWith(start))?.[1] ?? reason;
}
