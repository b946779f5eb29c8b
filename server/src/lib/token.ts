import { createHash, randomBytes } from 'node:crypto';

/** A secret of 32 random bytes in base64url for a link or cookie, and the hash to store. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** SHA-256 in hex. Needs no salt or constant-time comparison, because the secret has 256 random bits: it cannot be
 *  guessed, and the timing of a lookup by hash tells callers nothing they do not know. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
