import { type Expression, sql } from 'kysely';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { Metadata, MetadataFilter } from '#lib/metadata.ts';
import { blobNotes } from '#storage/blobs/blob-notes.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { SourceRow, SourceType } from '#storage/tables.ts';
import { answersOfSource } from './answers-of-source.ts';
import { conversationWrites } from './conversations.ts';
import { redactEvaluations } from './evaluations.ts';
import { eventWrites } from './events.ts';
import { jobWrites } from './jobs.ts';
import { metadataRows } from './metadata-filter.ts';
import { saveIndexed } from './save-indexed.ts';
import { tellChanged } from './source-changes.ts';
import { chosenSources, type SourceFilter } from './source-filter.ts';
import { folderBelow, type SourceFolder } from './source-folders.ts';
import { type SourceKey, type SourceOrder, sourceOrder } from './source-order.ts';
import { understandingWrites } from './understanding-writes.ts';
import { visibility } from './visibility.ts';

export type SourceCount = Pick<SourceRow, 'knowledge_base_id' | 'status' | 'type'> & { count: number };

export const sourceReads = (scope: ReadScope) => {
  const { engine, db, workspaceId, knowledgeBaseIds: seen, asUser } = scope;
  const sees = visibility(scope);
  const { all, filtered, rowsThatPass } = chosenSources(scope);
  const oldestWith = async (
    column: 'content_sha256' | 'external_id' | 'url',
    value: string,
    knowledgeBaseId: KnowledgeBaseId,
    except: SourceId | undefined,
    exceptType?: SourceType,
  ): Promise<SourceRow | undefined> =>
    sees.base(knowledgeBaseId)
      ? await all()
          .selectAll()
          .where('knowledge_base_id', '=', knowledgeBaseId)
          .where(column, '=', value)
          .$if(except !== undefined, (query) => query.where('source_id', '<>', except as SourceId))
          .$if(exceptType !== undefined, (query) => query.where('type', '<>', exceptType as SourceType))
          .orderBy('source_id')
          .limit(1)
          .executeTakeFirst()
      : undefined;
  return {
    find: async (sourceId: SourceId): Promise<SourceRow | undefined> =>
      await all().selectAll().where('source_id', '=', sourceId).executeTakeFirst(),

    /** The existing sources among these ids, unordered. */
    findMany: async (sourceIds: readonly SourceId[]): Promise<SourceRow[]> =>
      sourceIds.length === 0 ? [] : await all().selectAll().where('source_id', 'in', sourceIds).execute(),

    /** The oldest other source of the knowledge base that has these bytes now; undefined if there is none. */
    findByContent: (
      { knowledgeBaseId, sha256 }: { knowledgeBaseId: KnowledgeBaseId; sha256: string },
      except?: SourceId,
    ): Promise<SourceRow | undefined> => oldestWith('content_sha256', sha256, knowledgeBaseId, except),

    /** The oldest other source of the knowledge base with this URL; undefined if there is none. Not a document of a
     *  connector, whose URL is only where a person can open it. */
    findByUrl: (
      { knowledgeBaseId, url }: { knowledgeBaseId: KnowledgeBaseId; url: string },
      except?: SourceId,
    ): Promise<SourceRow | undefined> => oldestWith('url', url, knowledgeBaseId, except, 'document'),

    /** The source of the knowledge base with this external id; undefined if there is none, or only the excepted one. */
    findByExternalId: (
      { knowledgeBaseId, externalId }: { knowledgeBaseId: KnowledgeBaseId; externalId: string },
      except?: SourceId,
    ): Promise<SourceRow | undefined> => oldestWith('external_id', externalId, knowledgeBaseId, except),

    /** The sources of a knowledge base with one of these names or file names, oldest first. */
    findByNames: async (
      knowledgeBaseId: KnowledgeBaseId,
      names: readonly string[],
    ): Promise<Pick<SourceRow, 'source_id' | 'name' | 'file_name'>[]> =>
      names.length === 0
        ? []
        : await filtered({ knowledgeBaseIds: [knowledgeBaseId] })
            .select(['source_id', 'name', 'file_name'])
            .where(({ eb, or }) => or([eb('name', 'in', names), eb('file_name', 'in', names)]))
            .orderBy('source_id')
            .execute(),

    /** Newest first, or in another order. */
    list: async ({
      limit,
      after,
      order,
      ...filter
    }: PageRequest<SourceKey> & SourceFilter & { order?: SourceOrder | undefined }): Promise<SourceRow[]> => {
      const { value, direction, isAfter } = sourceOrder(engine, order);
      return await filtered(filter)
        .selectAll()
        .$if(after !== undefined, (query) => query.where(isAfter(after as SourceKey)))
        .$if(value !== undefined, (query) => query.orderBy(value as Expression<unknown>, direction))
        .orderBy('source_id', direction)
        .limit(limit + 1)
        .execute();
    },

    /** The folders directly below a prefix, by name, of the sources that pass a filter. */
    folders: async (prefix: string, limit: number, filter: SourceFilter): Promise<SourceFolder[]> => {
      const rows = await db
        .selectFrom(
          filtered({ ...filter, ...(prefix !== '' && { prefix }) })
            .select(folderBelow(engine, prefix).as('folder'))
            .as('each'),
        )
        .select(({ fn }) => ['folder', fn.countAll<number | string>().as('count')])
        .where('folder', '<>', '')
        .groupBy('folder')
        .orderBy('folder')
        .limit(limit)
        .execute();
      return rows.map(({ folder, count }) => ({ prefix: `${prefix}${folder}`, count: Number(count) }));
    },

    /** How many sources there are of each kind. */
    counts: async (): Promise<SourceCount[]> => {
      const rows = await all()
        .select(({ fn }) => [
          'knowledge_base_id',
          'status',
          'type',
          fn.countAll<number | string>().as('count'),
        ])
        .groupBy(['knowledge_base_id', 'status', 'type'])
        .execute();
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** The most used tags first, then by name. */
    tagCounts: async (limit: number): Promise<{ tag: string; count: number }[]> => {
      const rows = await db
        .selectFrom('source_tags')
        .select(({ fn }) => ['tag', fn.countAll<number | string>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .$if(seen !== null || asUser !== null, (query) =>
          query.where('source_id', 'in', all().select('sources.source_id')),
        )
        .groupBy('tag')
        .orderBy('count', 'desc')
        .orderBy('tag')
        .limit(limit)
        .execute();
      return rows.map(({ tag, count }) => ({ tag, count: Number(count) }));
    },

    ids: async (filter: SourceFilter): Promise<SourceId[]> => {
      const rows = await filtered(filter).select('source_id').execute();
      return rows.map((row) => row.source_id);
    },

    /** The sources whose metadata passes a filter, for a search in what the scope sees. */
    idsOfMetadata: async (filter: MetadataFilter): Promise<Set<SourceId>> => {
      // Hidden sources are left out by the search itself.
      const rows = seen === null ? rowsThatPass(filter) : undefined;
      const inOneRow = sql<string | null>`string_agg(source_id, ' ')`.as('ids');
      const { ids } = await (rows
        ? rows.select(inOneRow)
        : filtered({ metadata: filter }).select(inOneRow)
      ).executeTakeFirstOrThrow();
      return new Set((ids === null ? [] : ids.split(' ')) as SourceId[]);
    },
  };
};

/** The columns that only some sources use, or that are empty at first. */
type OptionalColumn = keyof typeof NOTHING;
const NOTHING = {
  file_name: null,
  mime_type: null,
  size_bytes: null,
  content_sha256: null,
  indexed_revision: null,
  indexed_at: null,
  duplicate_of: null,
  canonical_url: null,
  etag: null,
  last_modified: null,
  fetched_at: null,
  refresh_interval_hours: null,
  refresh_at: null,
  refresh_error: null,
  crawl_id: null,
  understood_by: null,
  understood_chunks: 0,
  external_id: null,
  metadata: '{}',
  allowed: null,
} as const;

export type NewSource = Omit<SourceRow, OptionalColumn | 'workspace_id' | 'tags'> &
  Partial<Pick<SourceRow, OptionalColumn>> & { tags: readonly string[] };

export type SourceChanges = Partial<Omit<SourceRow, 'workspace_id' | 'source_id' | 'created_at' | 'tags'>>;

export const sourceWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const sees = visibility(scope);
  const insertTags = async (sourceId: SourceId, tags: readonly string[]): Promise<void> => {
    if (tags.length === 0) return;
    await db
      .insertInto('source_tags')
      .values(tags.map((tag) => ({ workspace_id: workspaceId, tag, source_id: sourceId })))
      .execute();
  };
  /** Its duplicates no longer name it. */
  const forgetOriginal = async (sourceId: SourceId): Promise<void> => {
    await db
      .updateTable('sources')
      .set({ duplicate_of: null })
      .where('workspace_id', '=', workspaceId)
      .where('duplicate_of', '=', sourceId)
      .execute();
  };
  const insertMetadata = async (sourceId: SourceId, metadata: string): Promise<void> => {
    const rows = metadataRows(JSON.parse(metadata) as Metadata);
    if (rows.length === 0) return;
    await db
      .insertInto('source_metadata')
      .values(rows.map((row) => ({ ...row, workspace_id: workspaceId, source_id: sourceId })))
      .execute();
  };
  const insertPrincipals = async (sourceId: SourceId, allowed: string | null): Promise<void> => {
    const principals = allowed === null ? [] : (JSON.parse(allowed) as string[]);
    if (principals.length === 0) return;
    await db
      .insertInto('source_principals')
      .values(principals.map((principal) => ({ workspace_id: workspaceId, principal, source_id: sourceId })))
      .execute();
  };
  return {
    /** `tags` must be distinct, and so must the principals in `allowed`. */
    insert: async ({ tags, ...columns }: NewSource): Promise<SourceRow> => {
      const row = { ...NOTHING, ...columns, tags: JSON.stringify(tags), workspace_id: workspaceId };
      sees.assertBases([row.knowledge_base_id]);
      await db.insertInto('sources').values(row).execute();
      await insertTags(row.source_id, tags);
      await insertMetadata(row.source_id, row.metadata);
      await insertPrincipals(row.source_id, row.allowed);
      await tellChanged(scope, [row]);
      return row;
    },

    /** Undefined when there is no source with this id. */
    update: async (sourceId: SourceId, changes: SourceChanges): Promise<SourceRow | undefined> => {
      if (!(await sees.source(sourceId))) return undefined;
      if (changes.content_sha256 !== undefined || changes.url !== undefined)
        await answersOfSource(scope).markIfReplaced(sourceId, changes);
      const row = await db
        .updateTable('sources')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .returningAll()
        .executeTakeFirst();
      if (row && changes.metadata !== undefined) {
        await db
          .deleteFrom('source_metadata')
          .where('workspace_id', '=', workspaceId)
          .where('source_id', '=', sourceId)
          .execute();
        await insertMetadata(sourceId, changes.metadata);
      }
      if (row && changes.allowed !== undefined) {
        await db
          .deleteFrom('source_principals')
          .where('workspace_id', '=', workspaceId)
          .where('source_id', '=', sourceId)
          .execute();
        await insertPrincipals(sourceId, changes.allowed);
      }
      if (row) await tellChanged(scope, [row]);
      return row;
    },

    /** Writes what indexing changes. The rows must be current, from this transaction. */
    saveIndexed: (rows: readonly SourceRow[]): Promise<void> => saveIndexed(scope, rows),

    setTags: async (sourceId: SourceId, tags: readonly string[]): Promise<void> => {
      if (!(await sees.source(sourceId))) return;
      await db
        .updateTable('sources')
        .set({ tags: JSON.stringify(tags) })
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
      await db
        .deleteFrom('source_tags')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
      await insertTags(sourceId, tags);
    },

    /** Moves a source with everything derived from it to another knowledge base, so that no query finds it in both. Its
     *  segments come along if they have one of `indexVersions`; returns the versions that did. Undefined when there is no
     *  source with this id. */
    move: async (
      { source_id: sourceId, knowledge_base_id: from }: Pick<SourceRow, 'source_id' | 'knowledge_base_id'>,
      {
        to,
        externalId,
        indexVersions,
      }: { to: KnowledgeBaseId; externalId: string | null; indexVersions: readonly string[] },
    ): Promise<string[] | undefined> => {
      sees.assertBases([to]);
      if (!(await sees.source(sourceId))) return undefined;
      const { numUpdatedRows } = await db
        .updateTable('sources')
        .set({ knowledge_base_id: to, external_id: externalId })
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return undefined;
      const segments = await db
        .selectFrom('segments')
        .select(['revision', 'index_version as indexVersion', 'chunk_count as chunkCount', 'bytes'])
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('index_version', 'in', indexVersions)
        .execute();
      await engine.search.removeSegment(tx, { workspaceId, knowledgeBaseId: from, sourceId });
      await forgetOriginal(sourceId);
      const moved = segments.map((segment) => ({ ...segment, knowledgeBaseId: to, sourceId }));
      await engine.search.writeSegments(tx, workspaceId, moved);
      await understandingWrites(scope).move({ sourceId, from, to });
      await tellChanged(
        scope,
        [from, to].map((knowledge_base_id) => ({ source_id: sourceId, knowledge_base_id })),
      );
      return segments.map((segment) => segment.indexVersion);
    },

    /** Removes the source and everything derived from it: jobs, files, texts, chunks, index, tags, quotes in replies,
     *  and the content of its events. False when there is no source with this id. */
    remove: async ({
      source_id: sourceId,
      knowledge_base_id: knowledgeBaseId,
    }: Pick<SourceRow, 'source_id' | 'knowledge_base_id'>): Promise<boolean> => {
      if (!(await sees.source(sourceId))) return false;
      await jobWrites(scope).cancel(sourceId);
      await conversationWrites(scope).redactSource(sourceId);
      await answersOfSource(scope).release(sourceId);
      await redactEvaluations(scope, sourceId);
      await eventWrites(scope).erase({ subject: sourceId });
      await engine.search.removeSegment(tx, { workspaceId, knowledgeBaseId, sourceId });
      await understandingWrites(scope).remove({ knowledgeBaseId, sourceId });
      await blobNotes(scope).forgetFiles(sourceId);
      const { numDeletedRows } = await db
        .deleteFrom('sources')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .executeTakeFirstOrThrow();
      await forgetOriginal(sourceId);
      if (numDeletedRows > 0n)
        await tellChanged(scope, [{ source_id: sourceId, knowledge_base_id: knowledgeBaseId }]);
      return numDeletedRows > 0n;
    },
  };
};
