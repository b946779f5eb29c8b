import { account } from './account.ts';
import { common } from './common.ts';
import { shell } from './shell.ts';

/** Every word that the dashboard shows, by room. A translation is another object of this type. */
export const text = { common, account, shell };
