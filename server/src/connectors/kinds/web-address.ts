import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { hasCredentials } from '#net/redirects.ts';

/** The address of a page in the settings of a connector, which are shown: a password in it would be too. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(LIMITS.urlCharacters)
  .refine(
    (address) => !URL.canParse(address) || !hasCredentials(new URL(address)),
    'must not have a user name or a password in it, because settings are shown',
  );
