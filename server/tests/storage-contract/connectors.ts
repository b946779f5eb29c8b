import { expect, it } from 'vitest';
import { type ConnectorId, type KnowledgeBaseId, newId } from '#lib/ids.ts';
import type { ConnectorDocumentRow, ConnectorRow, ConnectorRunRow } from '#storage/tables.ts';
import { type Context, page, walk } from './context.ts';
import { newKnowledgeBase, type Tenant } from './tenant.ts';

const newConnector = (
  knowledge_base_id: KnowledgeBaseId,
  connector_id: ConnectorId = newId('connector'),
): Omit<ConnectorRow, 'workspace_id'> => ({
  connector_id,
  knowledge_base_id,
  name: 'acorn',
  kind: 'folder',
  settings: '{"path":"/acorn"}',
  credentials: null,
  interval_minutes: 60,
  tags: '[]',
  metadata: '{}',
  allowed: null,
  state: 'idle',
  is_paused: 0,
  error: null,
  failures: 0,
  cursor: null,
  resume: null,
  next_sync_at: 60,
  last_synced_at: null,
  created_by: null,
  created_at: 1,
  updated_at: 1,
});

const newConnectorDocument = (
  connector_id: ConnectorId,
  document_id: string,
  more: Partial<ConnectorDocumentRow> = {},
): Omit<ConnectorDocumentRow, 'workspace_id'> => ({
  connector_id,
  document_id,
  status: 'pending',
  version: '1',
  fingerprint: null,
  label: null,
  source_id: null,
  seen_in: null,
  found: null,
  attempts: 0,
  reason: null,
  updated_at: 1,
  ...more,
});

const newConnectorRun = (
  connector_id: ConnectorId,
  more: Partial<ConnectorRunRow> = {},
): Omit<ConnectorRunRow, 'workspace_id'> => ({
  connector_id,
  run_id: newId('connectorRun'),
  outcome: 'running',
  phase: 'listing',
  covers: null,
  started_at: 1,
  ended_at: null,
  found: 0,
  added: 0,
  changed: 0,
  moved: 0,
  deleted: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  error: null,
  ...more,
});

/** Adds a connector that has a document of a status each, and a run that has not ended. */
export async function addConnector(tenant: Tenant, connectorId?: ConnectorId): Promise<ConnectorId> {
  const connector = newConnector(tenant.knowledgeBaseId, connectorId);
  const { connector_id } = connector;
  await tenant.store.transaction(async (tx) => {
    await tx.connectors.insert(connector);
    for (const status of ['pending', 'synced', 'failed', 'gone'] as const)
      await tx.connectors.saveDocument(
        newConnectorDocument(connector_id, `acorn/${status}`, {
          status,
          found: '{"id":"acorn"}',
          ...(status === 'gone' && { fingerprint: 'acorn', source_id: newId('source') }),
        }),
      );
    await tx.connectors.insertRun(newConnectorRun(connector_id, { error: '{"code":"acorn"}' }), 100);
  });
  return connector_id;
}

/** The store contract for connectors. */
export function connectorsContract(context: () => Context): void {
  it('a connector, its documents and its runs read back as they were written', async () => {
    const { store, knowledgeBaseId, workspaceId } = context().ours;
    const connector = newConnector(knowledgeBaseId);
    const { connector_id } = connector;
    const document = newConnectorDocument(connector_id, 'a', {
      fingerprint: 'f',
      seen_in: newId('connectorRun'),
    });
    const run = newConnectorRun(connector_id);
    await store.transaction(async (tx) => {
      await tx.connectors.insert(connector);
      await tx.connectors.saveDocument(newConnectorDocument(connector_id, 'a'));
      await tx.connectors.saveDocument(document);
      await tx.connectors.insertRun(run, 100);
      await tx.connectors.updateRun(run, { phase: 'taking' }, { found: 2, added: 1 });
      await tx.connectors.updateRun(run, {}, { found: 3 });
    });
    const row = { ...connector, workspace_id: workspaceId };
    expect(await store.connectors.find(connector_id)).toEqual(row);
    expect(await store.connectors.list(page)).toEqual([row]);
    expect(await store.connectors.count()).toBe(1);
    expect(await store.connectors.listDocuments(connector_id, page)).toEqual([
      { ...document, workspace_id: workspaceId },
    ]);
    expect(await store.connectors.openRun(connector_id)).toEqual({
      ...run,
      workspace_id: workspaceId,
      phase: 'taking',
      found: 5,
      added: 1,
    });
  });

  it('documents are listed by status, in the order of their ids, in the bytes of which case counts', async () => {
    const { store } = context().ours;
    const id = await addConnector(context().ours);
    const names = ['b', 'B', 'a/z', 'a', 'é', '10', '9'];
    await store.transaction(async (tx) => {
      for (const name of names)
        await tx.connectors.saveDocument(newConnectorDocument(id, name, { status: 'skipped' }));
    });
    const listed = await walk(
      (request: { limit: number; after?: string | undefined }) =>
        store.connectors.listDocuments(id, { ...request, status: 'skipped' }),
      (row) => row.document_id,
    );
    expect(listed.map(({ document_id }) => document_id)).toEqual(['10', '9', 'B', 'a', 'a/z', 'b', 'é']);
    expect(await store.connectors.documentCounts(id)).toEqual({
      pending: 1,
      synced: 1,
      failed: 1,
      gone: 1,
      skipped: 7,
    });
    expect(await store.connectors.findDocuments(id, ['B', 'nobody'])).toMatchObject([{ document_id: 'B' }]);
  });

  it('what a run did not see is gone, and what failed less often than that waits again', async () => {
    const { store } = context().ours;
    const id = await addConnector(context().ours);
    const run = newId('connectorRun');
    await store.transaction(async (tx) => {
      await tx.connectors.markSeen(id, run, ['acorn/synced', 'acorn/failed']);
      await tx.connectors.markUnseenGone(id, run);
      await tx.connectors.retryFailed(id, 1);
    });
    expect(
      (await store.connectors.listDocuments(id, page)).map(({ document_id, status }) => [
        document_id,
        status,
      ]),
    ).toEqual([
      ['acorn/failed', 'pending'],
      ['acorn/gone', 'gone'],
      ['acorn/pending', 'gone'],
      ['acorn/synced', 'synced'],
    ]);
    expect(await store.connectors.findGone(id, 'acorn')).toMatchObject({ document_id: 'acorn/gone' });
    expect(await store.connectors.findGone(id, 'other')).toBeUndefined();
  });

  it('only the newest runs are kept', async () => {
    const { store } = context().ours;
    const id = await addConnector(context().ours);
    const runs = Array.from({ length: 5 }, () => newConnectorRun(id, { outcome: 'completed' }));
    await store.transaction(async (tx) => {
      for (const run of runs) await tx.connectors.insertRun(run, 3);
    });
    const kept = await store.connectors.listRuns(id, page);
    expect(kept.map(({ run_id }) => run_id)).toEqual(
      runs
        .slice(2)
        .map(({ run_id }) => run_id)
        .reverse(),
    );
  });

  it('removing a knowledge base removes its connectors, with all that is known of them and their jobs', async () => {
    const { store, ...ours } = context().ours;
    const base = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(base)));
    const gone = await addConnector({ store, ...ours, knowledgeBaseId: base });
    const kept = await addConnector({ store, ...ours });
    const job = { kind: 'sync-connector', lane: 'connectors', payload: '{}', run_at: 0 } as const;
    await store.transaction(async (tx) => {
      for (const subject_id of [gone, kept]) await tx.jobs.insert({ ...job, subject_id });
      await tx.knowledgeBases.remove(base);
      expect(await tx.jobs.isQueued(gone)).toBe(false);
      expect(await tx.jobs.isQueued(kept)).toBe(true);
    });
    expect((await store.connectors.list(page)).map(({ connector_id }) => connector_id)).toEqual([kept]);
    expect(await store.connectors.listDocuments(gone, page)).toEqual([]);
    expect(await store.connectors.listRuns(gone, page)).toEqual([]);
  });

  it('connectors are due when their time has come or they were interrupted, unless they are paused or have a job', async () => {
    const { store, ours } = context();
    const ids: ConnectorId[] = [];
    for (const changes of [
      { next_sync_at: 5 },
      { next_sync_at: null, state: 'syncing' },
      { next_sync_at: 6 },
      { next_sync_at: null },
      { next_sync_at: 5, is_paused: 1 },
      { next_sync_at: 5 },
    ] as const) {
      const connector = { ...newConnector(ours.knowledgeBaseId), ...changes };
      await ours.store.transaction((tx) => tx.connectors.insert(connector));
      ids.push(connector.connector_id);
    }
    const job = { kind: 'sync-connector', lane: 'connectors', payload: '{}', run_at: 0 } as const;
    await ours.store.transaction((tx) => tx.jobs.insert({ ...job, subject_id: ids[5] as string }));
    const due = await store.orphanedWork.connectorsToSync(5);
    expect(due.map(({ connector_id }) => ids.indexOf(connector_id)).sort()).toEqual([0, 1]);
  });
}
