import { createHash, randomBytes } from 'node:crypto';

/** A secret of 32 random bytes for a link or a cookie, in base64url, and what is stored of it. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** SHA-256 in hex. Plain, because the secret has 256 random bits: nothing can be guessed, and a look-up by the hash tells
 *  no more by its timing than what the caller knows. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
