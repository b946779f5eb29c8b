import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import { page } from './context.ts';
import type { Ids } from './furnish.ts';

/** See READS: those of versions of agents and of logos. */
export const VERSION_READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  ['agents.list', (store) => store.agents.list(page)],
  ['agentVersions.find', (store, { agentId }) => store.agentVersions.find(agentId, 1)],
  ['agentVersions.draft', (store, { agentId }) => store.agentVersions.draft(agentId)],
  ['agentVersions.list', (store, { agentId }) => store.agentVersions.list(agentId, page)],
  ['widgetLogos.hashOf', (store, { agentId }) => store.widgetLogos.hashOf(agentId)],
  ['widgetLogos.find', (store, { agentId }) => store.widgetLogos.find(agentId)],
];

/** See WRITES. */
export const VERSION_WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  ['agentVersions.removeDraft', (tx, { agentId }) => tx.agentVersions.removeDraft(agentId)],
  ['agentVersions.removeBefore', (tx, { agentId }) => tx.agentVersions.removeBefore(agentId, 9)],
  ['widgetLogos.remove', (tx, { agentId }) => tx.widgetLogos.remove(agentId)],
];
