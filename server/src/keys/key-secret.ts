import { hash } from 'node:crypto';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { isChecksummedToken, newChecksummedToken } from '#records/checksummed-token.ts';

/** The prefixes of API keys; see checksummed-token.ts for the rest. */
const PREFIXES: Record<Environment, string> = { live: 'svc_live_', sandbox: 'svc_test_' };

/** A new key text. Shown once; only its hash is kept. */
export const newKeySecret = (environment: Environment): string => newChecksummedToken(PREFIXES[environment]);

/** The environment of a key text, or undefined if it is not a key. */
export const environmentOfSecret = (secret: string): Environment | undefined =>
  ENVIRONMENTS.find((environment) => isChecksummedToken(PREFIXES[environment], secret));

/** SHA-256 in hex. Needs no salt, because the text has 190 random bits and cannot be guessed. The timing of a lookup by
 *  hash leaks no more than the hash of the text that the caller sent. */
export const hashSecret = (secret: string): string => hash('sha256', secret);
