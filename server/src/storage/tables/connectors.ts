import type { ConnectorId, ConnectorRunId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type {
  ConnectorDocumentRow,
  ConnectorDocumentStatus,
  ConnectorRow,
  ConnectorRunRow,
} from '#storage/tables.ts';
import { visibility } from './visibility.ts';

/** What a run counts. */
export type RunCounts = Pick<
  ConnectorRunRow,
  'found' | 'added' | 'changed' | 'moved' | 'deleted' | 'unchanged' | 'skipped' | 'failed'
>;

/** How many documents of a connector have each status. */
export type DocumentCounts = Record<ConnectorDocumentStatus, number>;

/** Document ids per statement. */
const IDS_PER_STATEMENT = 500;

export const connectorReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const all = () =>
    db
      .selectFrom('connectors')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('knowledge_base_id', 'in', seen ?? []));
  const documentsOf = (connectorId: ConnectorId) =>
    db
      .selectFrom('connector_documents')
      .where('workspace_id', '=', workspaceId)
      .where('connector_id', '=', connectorId);
  const runsOf = (connectorId: ConnectorId) =>
    db
      .selectFrom('connector_runs')
      .where('workspace_id', '=', workspaceId)
      .where('connector_id', '=', connectorId);
  return {
    find: async (connectorId: ConnectorId): Promise<ConnectorRow | undefined> =>
      await all().where('connector_id', '=', connectorId).executeTakeFirst(),

    /** Newest first. */
    list: async ({ limit, after }: PageRequest<ConnectorId>): Promise<ConnectorRow[]> =>
      await all()
        .$if(after !== undefined, (query) => query.where('connector_id', '<', after as ConnectorId))
        .orderBy('connector_id', 'desc')
        .limit(limit + 1)
        .execute(),

    count: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('connectors')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    documentCounts: async (connectorId: ConnectorId): Promise<DocumentCounts> => {
      const counts: DocumentCounts = { pending: 0, synced: 0, skipped: 0, failed: 0, gone: 0 };
      if (!(await sees.connector(connectorId))) return counts;
      const rows = await documentsOf(connectorId)
        .select(({ fn }) => ['status', fn.countAll<number | string>().as('count')])
        .groupBy('status')
        .execute();
      for (const { status, count } of rows) counts[status] = Number(count);
      return counts;
    },

    /** In the order of their ids. */
    listDocuments: async (
      connectorId: ConnectorId,
      { limit, after, status }: PageRequest<string> & { status?: ConnectorDocumentStatus | undefined },
    ): Promise<ConnectorDocumentRow[]> =>
      !(await sees.connector(connectorId))
        ? []
        : await documentsOf(connectorId)
            .selectAll()
            .$if(status !== undefined, (query) =>
              query.where('status', '=', status as ConnectorDocumentStatus),
            )
            .$if(after !== undefined, (query) => query.where('document_id', '>', after ?? ''))
            .orderBy('document_id')
            .limit(limit + 1)
            .execute(),

    /** The documents with these ids, unordered. */
    findDocuments: async (
      connectorId: ConnectorId,
      ids: readonly string[],
    ): Promise<ConnectorDocumentRow[]> => {
      if (!(await sees.connector(connectorId))) return [];
      const rows: ConnectorDocumentRow[] = [];
      for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT)
        rows.push(
          ...(await documentsOf(connectorId)
            .selectAll()
            .where('document_id', 'in', ids.slice(from, from + IDS_PER_STATEMENT))
            .execute()),
        );
      return rows;
    },

    /** A document that is gone from where it was, with equal bytes; undefined if there is none. */
    findGone: async (
      connectorId: ConnectorId,
      fingerprint: string,
    ): Promise<ConnectorDocumentRow | undefined> =>
      (await sees.connector(connectorId))
        ? await documentsOf(connectorId)
            .selectAll()
            .where('fingerprint', '=', fingerprint)
            .where('status', '=', 'gone')
            .where('source_id', 'is not', null)
            .orderBy('document_id')
            .limit(1)
            .executeTakeFirst()
        : undefined,

    /** Newest first. */
    listRuns: async (
      connectorId: ConnectorId,
      { limit, after }: PageRequest<ConnectorRunId>,
    ): Promise<ConnectorRunRow[]> =>
      !(await sees.connector(connectorId))
        ? []
        : await runsOf(connectorId)
            .selectAll()
            .$if(after !== undefined, (query) => query.where('run_id', '<', after as ConnectorRunId))
            .orderBy('run_id', 'desc')
            .limit(limit + 1)
            .execute(),

    /** The run that has not ended; undefined if there is none. */
    openRun: async (connectorId: ConnectorId): Promise<ConnectorRunRow | undefined> =>
      (await sees.connector(connectorId))
        ? await runsOf(connectorId)
            .selectAll()
            .where('outcome', '=', 'running')
            .orderBy('run_id', 'desc')
            .limit(1)
            .executeTakeFirst()
        : undefined,
  };
};

export const connectorWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const documentsOf = (connectorId: ConnectorId) =>
    db
      .updateTable('connector_documents')
      .where('workspace_id', '=', workspaceId)
      .where('connector_id', '=', connectorId);
  return {
    insert: async (connector: Omit<ConnectorRow, 'workspace_id'>): Promise<ConnectorRow> => {
      const row = { ...connector, workspace_id: workspaceId };
      sees.assertBases([row.knowledge_base_id]);
      await db.insertInto('connectors').values(row).execute();
      return row;
    },

    /** Who may see the sources of its documents. allowed: as in ConnectorRow. */
    restrictSources: async (connectorId: ConnectorId, allowed: string | null): Promise<void> => {
      const ofConnector = () =>
        db
          .selectFrom('connector_documents')
          .innerJoin('sources', (join) =>
            join
              .onRef('sources.workspace_id', '=', 'connector_documents.workspace_id')
              .onRef('sources.source_id', '=', 'connector_documents.source_id'),
          )
          .where('connector_documents.workspace_id', '=', workspaceId)
          .where('connector_documents.connector_id', '=', connectorId);
      const ids = ofConnector().select('sources.source_id');
      await db
        .deleteFrom('source_principals')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', 'in', ids)
        .execute();
      for (const principal of allowed === null ? [] : (JSON.parse(allowed) as string[]))
        await db
          .insertInto('source_principals')
          .columns(['workspace_id', 'principal', 'source_id'])
          .expression(
            ofConnector()
              .select(({ val }) => [
                'sources.workspace_id',
                val(principal).as('principal'),
                'sources.source_id',
              ])
              .distinct(),
          )
          .execute();
      await db
        .updateTable('sources')
        .set({ allowed })
        .where('workspace_id', '=', workspaceId)
        .where('source_id', 'in', ids)
        .execute();
    },

    /** Undefined when there is no connector with this id. */
    update: async (
      connectorId: ConnectorId,
      changes: Partial<Omit<ConnectorRow, 'workspace_id' | 'connector_id' | 'kind' | 'created_at'>>,
    ): Promise<ConnectorRow | undefined> =>
      (await sees.connector(connectorId))
        ? await db
            .updateTable('connectors')
            .set(changes)
            .where('workspace_id', '=', workspaceId)
            .where('connector_id', '=', connectorId)
            .returningAll()
            .executeTakeFirst()
        : undefined,

    /** Also removes what is known of its documents and runs; their sources stay. False when there is none with this id. */
    remove: async (connectorId: ConnectorId): Promise<boolean> => {
      if (!(await sees.connector(connectorId))) return false;
      const { numDeletedRows } = await db
        .deleteFrom('connectors')
        .where('workspace_id', '=', workspaceId)
        .where('connector_id', '=', connectorId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** Inserts a document, or replaces what is known of it. */
    saveDocument: async (document: Omit<ConnectorDocumentRow, 'workspace_id'>): Promise<void> => {
      if (!(await sees.connector(document.connector_id))) return;
      const { connector_id: _connector, document_id: _document, ...changes } = document;
      await db
        .insertInto('connector_documents')
        .values({ ...document, workspace_id: workspaceId })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'connector_id', 'document_id']).doUpdateSet(changes),
        )
        .execute();
    },

    /** Notes that a run saw these documents, and that nothing about them changed. */
    markSeen: async (
      connectorId: ConnectorId,
      runId: ConnectorRunId,
      ids: readonly string[],
    ): Promise<void> => {
      if (!(await sees.connector(connectorId))) return;
      for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT)
        await documentsOf(connectorId)
          .set({ seen_in: runId })
          .where('document_id', 'in', ids.slice(from, from + IDS_PER_STATEMENT))
          .execute();
    },

    /** Marks all documents that a run did not see as gone. */
    markUnseenGone: async (connectorId: ConnectorId, runId: ConnectorRunId): Promise<void> => {
      if (!(await sees.connector(connectorId))) return;
      await documentsOf(connectorId)
        .set({ status: 'gone' })
        .where(({ eb, or }) => or([eb('seen_in', '<>', runId), eb('seen_in', 'is', null)]))
        .execute();
    },

    /** Has documents that failed fewer times than that wait again. */
    retryFailed: async (connectorId: ConnectorId, attempts: number): Promise<void> => {
      if (!(await sees.connector(connectorId))) return;
      await documentsOf(connectorId)
        .set({ status: 'pending' })
        .where('status', '=', 'failed')
        .where('attempts', '<', attempts)
        .where('found', 'is not', null)
        .execute();
    },

    removeDocument: async (connectorId: ConnectorId, documentId: string): Promise<void> => {
      if (!(await sees.connector(connectorId))) return;
      await db
        .deleteFrom('connector_documents')
        .where('workspace_id', '=', workspaceId)
        .where('connector_id', '=', connectorId)
        .where('document_id', '=', documentId)
        .execute();
    },

    /** Forgets the oldest runs beyond `kept`. */
    insertRun: async (run: Omit<ConnectorRunRow, 'workspace_id'>, kept: number): Promise<void> => {
      if (!(await sees.connector(run.connector_id))) return;
      await db
        .insertInto('connector_runs')
        .values({ ...run, workspace_id: workspaceId })
        .execute();
      const oldest = await db
        .selectFrom('connector_runs')
        .select('run_id')
        .where('workspace_id', '=', workspaceId)
        .where('connector_id', '=', run.connector_id)
        .orderBy('run_id', 'desc')
        .offset(kept)
        .limit(1)
        .executeTakeFirst();
      if (!oldest) return;
      await db
        .deleteFrom('connector_runs')
        .where('workspace_id', '=', workspaceId)
        .where('connector_id', '=', run.connector_id)
        .where('run_id', '<=', oldest.run_id)
        .execute();
    },

    /** added: what to add to its counts. */
    updateRun: async (
      { connector_id, run_id }: Pick<ConnectorRunRow, 'connector_id' | 'run_id'>,
      changes: Partial<Pick<ConnectorRunRow, 'outcome' | 'phase' | 'covers' | 'ended_at' | 'error'>>,
      added: Partial<RunCounts> = {},
    ): Promise<void> => {
      if (!(await sees.connector(connector_id))) return;
      const counts = Object.entries(added) as [keyof RunCounts, number][];
      if (Object.keys(changes).length + counts.length === 0) return;
      await db
        .updateTable('connector_runs')
        .set(({ eb }) => ({
          ...changes,
          ...Object.fromEntries(counts.map(([name, amount]) => [name, eb(name, '+', amount)])),
        }))
        .where('workspace_id', '=', workspaceId)
        .where('connector_id', '=', connector_id)
        .where('run_id', '=', run_id)
        .execute();
    },
  };
};
