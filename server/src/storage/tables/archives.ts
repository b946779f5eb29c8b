import type { ArchiveId, KnowledgeBaseId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { ArchiveEntryRow, ArchiveEntryStatus, ArchiveRow, ArchiveStatus } from '#storage/tables.ts';
import { readParts, within } from './parts.ts';
import { visibility } from './visibility.ts';

/** How many entries of an archive have each status. */
export type ArchiveCounts = Record<ArchiveEntryStatus, number>;

type ArchiveFilter = {
  status?: ArchiveStatus | undefined;
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
};

/** Archives whose files become sources. */
export const archiveReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const all = () =>
    db
      .selectFrom('archives')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('knowledge_base_id', 'in', seen ?? []));
  return {
    find: async (archiveId: ArchiveId): Promise<ArchiveRow | undefined> =>
      await all().where('archive_id', '=', archiveId).executeTakeFirst(),

    /** Newest first. */
    list: async ({
      limit,
      after,
      status,
      knowledgeBaseIds,
    }: PageRequest<ArchiveId> & ArchiveFilter): Promise<ArchiveRow[]> =>
      await all()
        .$if(status !== undefined, (query) => query.where('status', '=', status as ArchiveStatus))
        .$if(knowledgeBaseIds !== undefined, (query) =>
          query.where('knowledge_base_id', 'in', knowledgeBaseIds ?? []),
        )
        .$if(after !== undefined, (query) => query.where('archive_id', '<', after as ArchiveId))
        .orderBy('archive_id', 'desc')
        .limit(limit + 1)
        .execute(),

    counts: async (archiveId: ArchiveId): Promise<ArchiveCounts> => {
      const counts: ArchiveCounts = { waiting: 0, created: 0, updated: 0, unchanged: 0, skipped: 0 };
      if (!(await sees.archive(archiveId))) return counts;
      const rows = await db
        .selectFrom('archive_entries')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .groupBy('status')
        .execute();
      for (const { status, count } of rows) counts[status] = Number(count);
      return counts;
    },

    /** In the order of the archive. */
    listEntries: async (
      archiveId: ArchiveId,
      { limit, after, status }: PageRequest<number> & { status?: ArchiveEntryStatus | undefined },
    ): Promise<ArchiveEntryRow[]> =>
      !(await sees.archive(archiveId))
        ? []
        : await db
            .selectFrom('archive_entries')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('archive_id', '=', archiveId)
            .$if(status !== undefined, (query) => query.where('status', '=', status as ArchiveEntryStatus))
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(limit + 1)
            .execute(),

    part: async (archiveId: ArchiveId, part: number): Promise<Uint8Array | undefined> => {
      if (!(await sees.archive(archiveId))) return undefined;
      const row = await db
        .selectFrom('archive_parts')
        .select('bytes')
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .where('part', '=', part)
        .executeTakeFirst();
      return row?.bytes;
    },

    /** How many are being unpacked in the workspace, also in knowledge bases that the scope does not see. */
    unfinished: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('archives')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('status', '=', 'processing')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
};

/** SQLite takes 32,766 parameters per statement and PostgreSQL 65,535; an entry has eight. */
const ENTRIES_PER_STATEMENT = 1_000;

export const archiveWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    /** Adds an archive with its bytes. keep: how many that have ended the workspace keeps; the oldest are removed. */
    insert: async (
      archive: Omit<ArchiveRow, 'workspace_id' | 'is_listed' | 'status' | 'error' | 'ended_at'>,
      parts: Iterable<Uint8Array>,
      { keep }: { keep: number },
    ): Promise<ArchiveRow> => {
      sees.assertBases([archive.knowledge_base_id]);
      const row: ArchiveRow = {
        ...archive,
        workspace_id: workspaceId,
        is_listed: 0,
        status: 'processing',
        error: null,
        ended_at: null,
      };
      await db.insertInto('archives').values(row).execute();
      let part = 0;
      for (const bytes of parts)
        await db
          .insertInto('archive_parts')
          .values({ workspace_id: workspaceId, archive_id: row.archive_id, part: part++, bytes })
          .execute();
      const old = await db
        .selectFrom('archives')
        .select('archive_id')
        .where('workspace_id', '=', workspaceId)
        .where('status', '!=', 'processing')
        .orderBy('archive_id', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      if (old)
        await db
          .deleteFrom('archives')
          .where('workspace_id', '=', workspaceId)
          .where('status', '!=', 'processing')
          .where('archive_id', '<=', old.archive_id)
          .execute();
      return row;
    },

    /** Notes what is in the archive. */
    insertEntries: async (
      archiveId: ArchiveId,
      entries: readonly Omit<ArchiveEntryRow, 'workspace_id' | 'archive_id' | 'source_id'>[],
    ): Promise<void> => {
      for (let from = 0; from < entries.length; from += ENTRIES_PER_STATEMENT) {
        const rows = entries.slice(from, from + ENTRIES_PER_STATEMENT).map((entry) => ({
          ...entry,
          workspace_id: workspaceId,
          archive_id: archiveId,
          source_id: null,
        }));
        await db.insertInto('archive_entries').values(rows).execute();
      }
      await db
        .updateTable('archives')
        .set({ is_listed: 1 })
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .execute();
    },

    /** Notes what became of an entry. False if it does not wait any more, for example because another worker took it. */
    settleEntry: async (
      { archive_id, position }: Pick<ArchiveEntryRow, 'archive_id' | 'position'>,
      outcome: Pick<ArchiveEntryRow, 'status' | 'source_id' | 'reason'>,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('archive_entries')
        .set(outcome)
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archive_id)
        .where('position', '=', position)
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    touch: async (archiveId: ArchiveId, now: number): Promise<void> => {
      await db
        .updateTable('archives')
        .set({ updated_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .execute();
    },

    /** Ends an archive and removes its bytes. */
    end: async (
      archiveId: ArchiveId,
      { error, now }: { error: string | null; now: number },
    ): Promise<void> => {
      await db
        .updateTable('archives')
        .set({ status: error === null ? 'completed' : 'failed', error, updated_at: now, ended_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .where('status', '=', 'processing')
        .execute();
      await db
        .deleteFrom('archive_parts')
        .where('workspace_id', '=', workspaceId)
        .where('archive_id', '=', archiveId)
        .execute();
    },
  };
};

export const archiveCleanup = (engine: Engine) => ({
  /** Removes one archive that has expired, of any workspace. False when there is none. */
  removeExpired: async (now: number): Promise<boolean> => {
    // Before the transaction: a large one starts a thread, and mostly there is nothing to remove.
    const [expired] = await readParts(engine, (part) =>
      engine.reads
        .selectFrom('archives')
        .select(['workspace_id', 'archive_id'])
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(1)
        .$call(within(part, 'archives.workspace_id'))
        .execute(),
    );
    if (!expired) return false;
    await engine.transaction(
      async ({ db }) => {
        await db
          .deleteFrom('archives')
          .where('workspace_id', '=', expired.workspace_id)
          .where('archive_id', '=', expired.archive_id)
          .where('expires_at', '<=', now)
          .execute();
      },
      { isLarge: true },
    );
    return true;
  },
});
