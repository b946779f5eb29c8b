import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '#storage/store.ts';
import { connectorsContract } from './connectors.ts';
import type { Context } from './context.ts';
import { conversationSearchContract } from './conversation-search.ts';
import { conversationsContract } from './conversations.ts';
import { crawlsContract } from './crawls.ts';
import { deepSearchContract } from './deep-search.ts';
import { directoryContract } from './directory.ts';
import { fairJobsContract } from './fair-jobs.ts';
import { handoversContract } from './handovers.ts';
import { idempotentRequestsContract } from './idempotent-requests.ts';
import { jobsContract } from './jobs.ts';
import { leasesContract } from './leases.ts';
import { metadataContract } from './metadata.ts';
import { notificationsContract } from './notifications.ts';
import { orphanedWorkContract } from './orphaned-work.ts';
import { pagesContract } from './pages.ts';
import { passkeysContract } from './passkeys.ts';
import { pinnedAnswersContract } from './pinned-answers.ts';
import { rateCountsContract } from './rate-counts.ts';
import { runningChatsContract } from './running-chats.ts';
import { sameSourcesContract } from './same-sources.ts';
import { searchContract } from './search.ts';
import { settingsContract } from './settings.ts';
import { sourceChangesContract } from './source-changes.ts';
import { sourceHistoryContract } from './source-history.ts';
import { sourcesContract } from './sources.ts';
import { addTenant, type Tenant } from './tenant.ts';
import { textsContract } from './texts.ts';
import { transactionsContract } from './transactions.ts';
import { turnTicketsContract } from './turn-tickets.ts';
import { understandingContract } from './understanding.ts';
import { verdictsContract } from './verdicts.ts';
import { workspacesAreWalls } from './workspaces-are-walls.ts';

/** The suite that every engine must pass. `open` returns an empty store for vectors of CONTRACT_DIMENSIONS numbers; the
 *  suite closes it. isInWebAssembly: PostgreSQL with a single session, so nothing can read while a transaction is open. */
export function storeContract(
  name: string,
  open: () => Promise<Store> | Store,
  { isInWebAssembly = false } = {},
): void {
  describe(`store contract: ${name}`, () => {
    let store: Store;
    let ours: Tenant;
    beforeEach(async () => {
      store = await open();
      ours = await addTenant(store);
    });
    afterEach(() => store.close());
    const context = (): Context => ({ store, ours, isInWebAssembly });

    describe('isolation between workspaces', () => workspacesAreWalls(context));
    describe.each([{ isLarge: false }, { isLarge: true }])('transactions with %o', (options) =>
      transactionsContract(context, options),
    );
    describe('notifications', () => notificationsContract(context));
    describe('sources', () => sourcesContract(context));
    describe('the metadata of sources', () => metadataContract(context));
    describe('duplicate sources', () => sameSourcesContract(context));
    describe('the order of changes', () => sourceChangesContract(context));
    describe('the history of sources', () => sourceHistoryContract(context));
    describe('pinned answers', () => pinnedAnswersContract(context));
    describe('connectors', () => connectorsContract(context));
    describe('crawls', () => crawlsContract(context));
    describe('search', () => searchContract(context));
    describe('what a deep model has read', () => understandingContract(context));
    describe('search by what a deep model has read', () => deepSearchContract(context));
    describe('paginated lists', () => pagesContract(context));
    describe('jobs', () => jobsContract(context));
    describe('jobs of several workspaces', () => fairJobsContract(context));
    describe('the directory', () => directoryContract(context));
    describe('orphaned work', () => orphanedWorkContract(context));
    describe('settings', () => settingsContract(context));
    describe('passkeys and second factors', () => passkeysContract(context));
    describe('conversations', () => conversationsContract(context));
    describe('found conversations', () => conversationSearchContract(context));
    describe('hand-overs', () => handoversContract(context));
    describe('verdicts', () => verdictsContract(context));
    describe('leases', () => leasesContract(context));
    describe('turn tickets', () => turnTicketsContract(context));
    describe('idempotent requests', () => idempotentRequestsContract(context));
    describe('running chats', () => runningChatsContract(context));
    describe('request counts', () => rateCountsContract(context));
    describe.each([{ isLarge: false }, { isLarge: true }])('text with %o', (options) =>
      textsContract(context, options),
    );
  });
}
