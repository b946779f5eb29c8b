import { createHash } from 'node:crypto';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { isChecksummedToken, newChecksummedToken } from '#records/checksummed-token.ts';

/** What the text of an API key begins with; see lib/checked-text.ts for the rest. */
const PREFIXES: Record<Environment, string> = { live: 'svc_live_', sandbox: 'svc_test_' };

/** A new key text. Shown once; only its hash is kept. */
export const newKeySecret = (environment: Environment): string => newChecksummedToken(PREFIXES[environment]);

/** The environment that a key text belongs to, or undefined when it is no key at all. */
export const environmentOfSecret = (secret: string): Environment | undefined =>
  ENVIRONMENTS.find((environment) => isChecksummedToken(PREFIXES[environment], secret));

/** SHA-256 in hex. Plain, because the text has 190 random bits: nothing can be guessed. A look-up by the hash leaks no
 *  more by its timing than the hash of what the caller sent. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
