import { afterEach, beforeEach, describe } from 'vitest';
import type { Context } from './contract/context.ts';
import { conversationsContract } from './contract/conversations.ts';
import { crawlsContract } from './contract/crawls.ts';
import { fairJobsContract } from './contract/fair-jobs.ts';
import { idempotentRequestsContract } from './contract/idempotent-requests.ts';
import { jobsContract } from './contract/jobs.ts';
import { noticesContract } from './contract/notices.ts';
import { pagesContract } from './contract/pages.ts';
import { passkeysContract } from './contract/passkeys.ts';
import { rateCountsContract } from './contract/rate-counts.ts';
import { repairsContract } from './contract/repairs.ts';
import { runningChatsContract } from './contract/running-chats.ts';
import { sameSourcesContract } from './contract/same-sources.ts';
import { searchContract } from './contract/search.ts';
import { settingsContract } from './contract/settings.ts';
import { sourceHistoryContract } from './contract/source-history.ts';
import { sourcesContract } from './contract/sources.ts';
import { addTenant, type Tenant } from './contract/tenant.ts';
import { textsContract } from './contract/texts.ts';
import { transactionsContract } from './contract/transactions.ts';
import { turnTicketsContract } from './contract/turn-tickets.ts';
import { workspacesAreWalls } from './contract/workspaces-are-walls.ts';
import type { Store } from './store.ts';

/** The suite that every engine must pass. `open` gives an empty store for vectors of CONTRACT_DIMENSIONS numbers; the
 *  suite closes it. isInWebAssembly: PostgreSQL with one session, which nobody
 *  reads while a transaction is open. */
export function storeContract(
  name: string,
  open: () => Promise<Store> | Store,
  { isInWebAssembly = false } = {},
): void {
  describe(`${name} keeps the contract of a store`, () => {
    let store: Store;
    let ours: Tenant;
    beforeEach(async () => {
      store = await open();
      ours = await addTenant(store);
    });
    afterEach(() => store.close());
    const context = (): Context => ({ store, ours, isInWebAssembly });

    describe('workspaces are walls', () => workspacesAreWalls(context));
    describe.each([{ isBulky: false }, { isBulky: true }])('transactions with %o', (options) =>
      transactionsContract(context, options),
    );
    describe('notices', () => noticesContract(context));
    describe('sources', () => sourcesContract(context));
    describe('sources that are the same', () => sameSourcesContract(context));
    describe('the history of sources', () => sourceHistoryContract(context));
    describe('crawls', () => crawlsContract(context));
    describe('search', () => searchContract(context));
    describe('pages', () => pagesContract(context));
    describe('jobs', () => jobsContract(context));
    describe('jobs of several workspaces', () => fairJobsContract(context));
    describe('repairs', () => repairsContract(context));
    describe('settings', () => settingsContract(context));
    describe('passkeys and second factors', () => passkeysContract(context));
    describe('conversations', () => conversationsContract(context));
    describe('turn tickets', () => turnTicketsContract(context));
    describe('idempotent requests', () => idempotentRequestsContract(context));
    describe('running chats', () => runningChatsContract(context));
    describe('counts of requests', () => rateCountsContract(context));
    describe.each([{ isBulky: false }, { isBulky: true }])('text with %o', (options) =>
      textsContract(context, options),
    );
  });
}
