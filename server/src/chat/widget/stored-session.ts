import type { PublishableTokenRow } from '#storage/tables.ts';

/** The session of a visitor as it is stored: prefixed with the token, so that another token can't reach a session by guessing
 *  its name. */
export const storedSession = ({ token_id }: Pick<PublishableTokenRow, 'token_id'>, session: string): string =>
  `${token_id}.${session}`;
