import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import { page } from './context.ts';
import type { Ids } from './furnish.ts';
import { newPage } from './tenant.ts';

/** Reads of connectors after `furnish`. */
export const CONNECTOR_READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  ['connectors.find', (store, { connectorId }) => store.connectors.find(connectorId)],
  ['connectors.list', (store) => store.connectors.list(page)],
  ['connectors.count', (store) => store.connectors.count()],
  ['connectors.documentCounts', (store, { connectorId }) => store.connectors.documentCounts(connectorId)],
  ['connectors.listDocuments', (store, { connectorId }) => store.connectors.listDocuments(connectorId, page)],
  [
    'connectors.findDocuments',
    (store, { connectorId }) => store.connectors.findDocuments(connectorId, ['acorn/gone']),
  ],
  ['connectors.findGone', (store, { connectorId }) => store.connectors.findGone(connectorId, 'acorn')],
  ['connectors.listRuns', (store, { connectorId }) => store.connectors.listRuns(connectorId, page)],
  ['connectors.openRun', (store, { connectorId }) => store.connectors.openRun(connectorId)],
];

/** Writes of connectors and crawls after `furnish`. */
export const CONNECTOR_WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  [
    'connectors.restrictSources',
    (tx, { connectorId }) => tx.connectors.restrictSources(connectorId, '["x"]'),
  ],
  ['crawls.update', (tx, { crawlId }) => tx.crawls.update(crawlId, { status: 'cancelled' })],
  ['crawls.addPages', (tx, { crawlId }) => tx.crawls.addPages(crawlId, [newPage('x')])],
  ['crawls.addPages known', (tx, { crawlId }) => tx.crawls.addPages(crawlId, [newPage('acorn')])],
  [
    'crawls.settlePage',
    (tx, { crawlId }) =>
      tx.crawls.settlePage(
        { crawl_id: crawlId, position: 3 },
        { status: 'failed', source_id: null, reason: 'x' },
      ),
  ],
  ['connectors.update', (tx, { connectorId }) => tx.connectors.update(connectorId, { name: 'x' })],
  [
    'connectors.markSeen',
    (tx, { connectorId }) => tx.connectors.markSeen(connectorId, 'sync_1', ['acorn/gone']),
  ],
  ['connectors.markUnseenGone', (tx, { connectorId }) => tx.connectors.markUnseenGone(connectorId, 'sync_1')],
  ['connectors.retryFailed', (tx, { connectorId }) => tx.connectors.retryFailed(connectorId, 9)],
  [
    'connectors.removeDocument',
    (tx, { connectorId }) => tx.connectors.removeDocument(connectorId, 'acorn/gone'),
  ],
  [
    'connectors.updateRun',
    async (tx, { connectorId }) => {
      const run = await tx.connectors.openRun(connectorId);
      return await tx.connectors.updateRun(
        { connector_id: connectorId, run_id: run?.run_id ?? 'sync_1' },
        { outcome: 'failed' },
      );
    },
  ],
  ['connectors.remove', (tx, { connectorId }) => tx.connectors.remove(connectorId)],
];
