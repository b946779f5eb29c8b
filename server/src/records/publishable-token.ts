import type { Environment } from '#lib/environment.ts';
import { isChecksummedToken, newChecksummedToken } from './checksummed-token.ts';

/** The prefixes of chat widget tokens; see checksummed-token.ts for the rest. */
const PREFIXES: Record<Environment, string> = { live: 'pub_live_', sandbox: 'pub_test_' };

export const newPublishableToken = (environment: Environment): string =>
  newChecksummedToken(PREFIXES[environment]);

/** Whether a text could be a token of this environment. */
export const isPublishableToken = (environment: Environment, text: string): boolean =>
  isChecksummedToken(PREFIXES[environment], text);
