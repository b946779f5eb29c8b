import { account } from './strings/account.ts';
import { common } from './strings/common.ts';

/** Every word that the dashboard shows, by room. A translation is another object of this type. */
export const text = { common, account };
