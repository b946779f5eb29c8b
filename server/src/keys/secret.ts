import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '#lib/environment.ts';

/** The text of an API key: `svc_live_` or `svc_test_`, 32 random base-62 characters (190 bits), and 6 of the CRC-32 of
 *  all that comes before, so that a typing slip or a random string is told from a key without asking a database. */

const PREFIXES: Record<Environment, string> = { live: 'svc_live_', sandbox: 'svc_test_' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = new RegExp(`^svc_(live|test)_[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** A new key text. Shown once; only its hash is kept. */
export function newSecret(environment: Environment): string {
  let secret = PREFIXES[environment];
  for (let count = 0; count < RANDOM_CHARACTERS; count++) secret += ALPHABET[randomInt(ALPHABET.length)];
  return secret + checksum(secret);
}

/** The environment that a key text belongs to, or undefined when it is no key at all. */
export function environmentOfSecret(secret: string): Environment | undefined {
  if (
    !SHAPE.test(secret) ||
    checksum(secret.slice(0, -CHECKSUM_CHARACTERS)) !== secret.slice(-CHECKSUM_CHARACTERS)
  )
    return undefined;
  return secret.startsWith(PREFIXES.live) ? 'live' : 'sandbox';
}

/** SHA-256 in hex. Plain, because the text has 190 random bits: nothing can be guessed. A look-up by the hash leaks no
 *  more by its timing than the hash of what the caller sent. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let count = 0; count < CHECKSUM_CHARACTERS; count++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
