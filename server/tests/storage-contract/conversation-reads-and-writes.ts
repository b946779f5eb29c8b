import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import { page } from './context.ts';
import type { Ids } from './furnish.ts';

/** See READS: those of found conversations and saved views. */
export const CONVERSATION_READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  [
    'transcripts.list by words',
    (store) => store.transcripts.list({ ...page, words: [{ word: 'kettles', isBeginning: false }] }),
  ],
  ['savedViews.find', (store, { viewId }) => store.savedViews.find(viewId, { ownerId: 'acc_1' })],
  ['savedViews.list', (store) => store.savedViews.list({ ...page, ownerId: 'acc_1' })],
];

/** See WRITES. */
export const CONVERSATION_WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  [
    'conversations.setMetadata',
    (tx, { agentId, sessionId }) => tx.conversations.setMetadata(agentId, sessionId, '{"a":"1"}'),
  ],
  [
    'conversations.triage',
    (tx, { agentId, sessionId }) => tx.conversations.triage(agentId, sessionId, { state: 'resolved' }),
  ],
  [
    'conversations.makeSearchable',
    (tx, { agentId, sessionId }) => tx.conversations.makeSearchable(agentId, sessionId),
  ],
  ['savedViews.update', (tx, { viewId }) => tx.savedViews.update(viewId, { name: 'birch', updated_at: 9 })],
  ['savedViews.remove', (tx, { viewId }) => tx.savedViews.remove(viewId)],
  ['savedViews.removeOwn', (tx) => tx.savedViews.removeOwn('acc_1')],
];
