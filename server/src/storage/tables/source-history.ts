import { type Kysely, sql } from 'kysely';
import { LIMITS } from '#isomorphic/limits.ts';
import type { HistoryEntryId, KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { SourceHistoryAction, SourceHistoryRow, Tables } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { visibility } from './visibility.ts';

type NewEntry = Omit<SourceHistoryRow, 'workspace_id'>;

export const sourceHistoryReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    /** Newest first. */
    list: async (
      sourceId: SourceId,
      { limit, after }: PageRequest<HistoryEntryId>,
    ): Promise<SourceHistoryRow[]> =>
      !(await sees.source(sourceId))
        ? []
        : await db
            .selectFrom('source_history')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('source_id', '=', sourceId)
            .$if(after !== undefined, (query) => query.where('entry_id', '<', after as HistoryEntryId))
            .orderBy('entry_id', 'desc')
            .limit(limit + 1)
            .execute(),
  };
};

/** SQLite takes 32,766 parameters per statement and PostgreSQL 65,535; an entry has nine. */
const ENTRIES_PER_INSERT = 1_000;

const insertEntries = (db: Kysely<Tables>, entries: readonly SourceHistoryRow[]) =>
  db.insertInto('source_history').values(entries);

/** Inserts one entry, as each indexing does. */
const insertEntry = compiledOnce(
  (
    db,
    workspace_id: WorkspaceId,
    source_id: SourceId,
    entry_id: HistoryEntryId,
    action: SourceHistoryAction,
    actor_type: SourceHistoryRow['actor_type'],
    actor_id: string | null,
    actor_name: string,
    details: string,
    created_at: number,
  ) =>
    insertEntries(db, [
      { workspace_id, source_id, entry_id, action, actor_type, actor_id, actor_name, details, created_at },
    ]),
  9,
);

/** Those of the sources that have more entries than are kept. A statement of its own, because Citus refuses subqueries
 *  in an INSERT. */
const fullSources = (db: Kysely<Tables>, workspaceId: WorkspaceId, sourceIds: readonly SourceId[]) =>
  db
    .selectFrom('source_history')
    .select('source_id')
    .where('workspace_id', '=', workspaceId)
    .where('source_id', 'in', sourceIds)
    .groupBy('source_id')
    .having(({ fn }) => fn.countAll(), '>', sql.lit(LIMITS.sourceHistory));

const isFull = compiledOnce(
  (db, workspaceId: WorkspaceId, sourceId: SourceId) => fullSources(db, workspaceId, [sourceId]),
  2,
);

export const sourceHistoryWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const insertOne = ({ source_id, entry_id, action, ...entry }: NewEntry) =>
    insertEntry(
      scope,
      workspaceId,
      source_id,
      entry_id,
      action,
      entry.actor_type,
      entry.actor_id,
      entry.actor_name,
      entry.details,
      entry.created_at,
    );
  const insertSome = (entries: readonly NewEntry[]) =>
    insertEntries(
      db,
      entries.map((entry) => ({ ...entry, workspace_id: workspaceId })),
    ).execute();
  /** Keeps the newest entries and the first. */
  const trim = async (sourceId: SourceId): Promise<void> => {
    await db
      .deleteFrom('source_history')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('action', '<>', 'added')
      .where('entry_id', '<', ({ selectFrom }) =>
        selectFrom('source_history as newest')
          .select('newest.entry_id')
          .where('newest.workspace_id', '=', workspaceId)
          .where('newest.source_id', '=', sourceId)
          .orderBy('newest.entry_id', 'desc')
          .limit(1)
          .offset(LIMITS.sourceHistory - 1),
      )
      .execute();
  };
  return {
    /** Adds entries, many per statement, and removes those of their sources beyond LIMITS.sourceHistory. */
    insert: async (entries: readonly NewEntry[]): Promise<void> => {
      for (let from = 0; from < entries.length; from += ENTRIES_PER_INSERT) {
        const some = entries.slice(from, from + ENTRIES_PER_INSERT);
        const [only] = some;
        await (only && some.length === 1 ? insertOne(only) : insertSome(some));
        // The first entry of a source removes nothing.
        const [first, ...others] = new Set(
          some.filter(({ action }) => action !== 'added').map((entry) => entry.source_id),
        );
        if (first === undefined) continue;
        const full =
          others.length === 0
            ? await isFull(scope, workspaceId, first)
            : await fullSources(db, workspaceId, [first, ...others]).execute();
        for (const { source_id } of full) await trim(source_id);
      }
    },

    /** Adds the same entry to every indexed source of a knowledge base, in one statement for any number of sources. The
     *  next entry of a source removes those beyond LIMITS.sourceHistory. */
    insertInBase: async (
      knowledgeBaseId: KnowledgeBaseId,
      {
        entry_id,
        action,
        actor_type,
        actor_id,
        actor_name,
        details,
        created_at,
      }: Omit<NewEntry, 'source_id'>,
    ): Promise<void> => {
      await db
        .insertInto('source_history')
        .columns([
          'workspace_id',
          'source_id',
          'entry_id',
          'action',
          'actor_type',
          'actor_id',
          'actor_name',
          'details',
          'created_at',
        ])
        .expression(({ selectFrom, cast, val }) =>
          selectFrom('sources')
            .select([
              'sources.workspace_id',
              'sources.source_id',
              cast<HistoryEntryId>(val(entry_id), 'text').as('entry_id'),
              cast<SourceHistoryAction>(val(action), 'text').as('action'),
              cast<SourceHistoryRow['actor_type']>(val(actor_type), 'text').as('actor_type'),
              cast<string | null>(val(actor_id), 'text').as('actor_id'),
              cast<string>(val(actor_name), 'text').as('actor_name'),
              cast<string>(val(details), 'text').as('details'),
              cast<number>(val(created_at), 'bigint').as('created_at'),
            ])
            .where('sources.workspace_id', '=', workspaceId)
            .where('sources.knowledge_base_id', '=', knowledgeBaseId)
            .where('sources.indexed_revision', 'is not', null),
        )
        .execute();
    },

    update: async (
      { source_id, entry_id }: Pick<SourceHistoryRow, 'source_id' | 'entry_id'>,
      changes: Pick<SourceHistoryRow, 'details' | 'created_at'>,
    ): Promise<void> => {
      await db
        .updateTable('source_history')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', source_id)
        .where('entry_id', '=', entry_id)
        .execute();
    },
  };
};
