import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Tokens that cannot be guessed: a prefix, 32 random base-62 characters (190 bits), and 6 characters of the CRC-32
 *  of everything before, so that a typo or a random string is detected without asking the database. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const REST = new RegExp(`^[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

export function newChecksummedToken(prefix: string): string {
  let text = prefix;
  for (let count = 0; count < RANDOM_CHARACTERS; count++) text += ALPHABET[randomInt(ALPHABET.length)];
  return text + checksum(text);
}

/** Whether the text could be a token with this prefix. */
export const isChecksummedToken = (prefix: string, text: string): boolean =>
  text.startsWith(prefix) &&
  REST.test(text.slice(prefix.length)) &&
  checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let count = 0; count < CHECKSUM_CHARACTERS; count++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
