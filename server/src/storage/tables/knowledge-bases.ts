import type { Kysely } from 'kysely';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import { blobNotes } from '#storage/blobs/blob-notes.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { KnowledgeBaseRow, Tables } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { jobWrites } from './jobs.ts';
import { visibility } from './visibility.ts';

export type KnowledgeBaseWithCount = KnowledgeBaseRow & { source_count: number };

const VERSION_COLUMNS = [
  'knowledge_base_id',
  'index_version',
  'embedding_choice',
  'search_changes',
  'deep_changes',
  'answer_changes',
] as const;

/** What a knowledge base answers from, and how often it has changed. */
export type BaseVersion = Pick<KnowledgeBaseRow, (typeof VERSION_COLUMNS)[number]>;

const versionsIn = (db: Kysely<Tables>, workspace: WorkspaceId) =>
  db
    .selectFrom('knowledge_bases')
    .select([...VERSION_COLUMNS])
    .where('workspace_id', '=', workspace);
const allVersions = compiledOnce(versionsIn, 1);
const versionOf = compiledOnce(
  (db, workspace: WorkspaceId, id: KnowledgeBaseId) =>
    versionsIn(db, workspace).where('knowledge_base_id', '=', id),
  2,
);

export const knowledgeBaseReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds } = scope;
  const sees = visibility(scope);
  const withCount = () =>
    db
      .selectFrom('knowledge_bases')
      .selectAll('knowledge_bases')
      .select(({ selectFrom }) =>
        selectFrom('sources')
          .where('sources.workspace_id', '=', workspaceId)
          .whereRef('sources.knowledge_base_id', '=', 'knowledge_bases.knowledge_base_id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('source_count'),
      )
      .where('workspace_id', '=', workspaceId)
      .$if(knowledgeBaseIds !== null, (query) =>
        query.where('knowledge_base_id', 'in', knowledgeBaseIds ?? []),
      );

  return {
    find: async (id: KnowledgeBaseId): Promise<KnowledgeBaseWithCount | undefined> =>
      await withCount().where('knowledge_base_id', '=', id).executeTakeFirst(),

    /** Newest first. */
    list: async ({ limit, after }: PageRequest<KnowledgeBaseId>): Promise<KnowledgeBaseWithCount[]> =>
      await withCount()
        .$if(after !== undefined, (query) => query.where('knowledge_base_id', '<', after as KnowledgeBaseId))
        .orderBy('knowledge_base_id', 'desc')
        .limit(limit + 1)
        .execute(),

    /** Of these ids, or of all visible ones. Omits ids that do not exist. */
    indexVersions: async (ids?: readonly KnowledgeBaseId[]): Promise<BaseVersion[]> => {
      const wanted = ids?.filter(sees.base) ?? knowledgeBaseIds;
      return wanted === null
        ? await allVersions(scope, workspaceId)
        : (await Promise.all(wanted.map((id) => versionOf(scope, workspaceId, id)))).flat();
    },

    /** True if the key may see this id, whether or not it exists. */
    isSeen: sees.base,

    exists: async (id: KnowledgeBaseId): Promise<boolean> => {
      if (!sees.base(id)) return false;
      const row = await db
        .selectFrom('knowledge_bases')
        .select('knowledge_base_id')
        .where('workspace_id', '=', workspaceId)
        .where('knowledge_base_id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the id even if the scope does not see the knowledge base. */
    defaultId: async (): Promise<KnowledgeBaseId> => {
      const row = await db
        .selectFrom('knowledge_bases')
        .select('knowledge_base_id')
        .where('workspace_id', '=', workspaceId)
        .where('is_default', '=', 1)
        .executeTakeFirstOrThrow();
      return row.knowledge_base_id;
    },
  };
};

const NOTHING = {
  embedding_choice: null,
  index_error: null,
  search_changes: 1,
  removals_after: 0,
  deep_changes: 0,
  answer_changes: 0,
} as const;

export type NewKnowledgeBase = Omit<KnowledgeBaseRow, keyof typeof NOTHING | 'workspace_id'> &
  Partial<Pick<KnowledgeBaseRow, 'embedding_choice'>>;

export const knowledgeBaseWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    insert: async (columns: NewKnowledgeBase): Promise<KnowledgeBaseRow> => {
      sees.assertWhole();
      const row = { ...NOTHING, ...columns, workspace_id: workspaceId };
      await db.insertInto('knowledge_bases').values(row).execute();
      return row;
    },

    /** Undefined when there is no knowledge base with this id. */
    update: async (
      id: KnowledgeBaseId,
      changes: Partial<
        Omit<
          KnowledgeBaseRow,
          | 'workspace_id'
          | 'knowledge_base_id'
          | 'is_default'
          | 'created_at'
          | 'search_changes'
          | 'removals_after'
          | 'deep_changes'
          | 'answer_changes'
        >
      >,
    ): Promise<KnowledgeBaseRow | undefined> =>
      sees.base(id)
        ? await db
            .updateTable('knowledge_bases')
            .set(changes)
            .where('workspace_id', '=', workspaceId)
            .where('knowledge_base_id', '=', id)
            .returningAll()
            .executeTakeFirst()
        : undefined,

    /** Remove its sources first, because they leave the search index one by one. */
    remove: async (id: KnowledgeBaseId): Promise<void> => {
      sees.assertWhole();
      const connectors = await db
        .selectFrom('connectors')
        .select('connector_id')
        .where('workspace_id', '=', workspaceId)
        .where('knowledge_base_id', '=', id)
        .execute();
      for (const { connector_id } of connectors) await jobWrites(scope).cancel(connector_id);
      await blobNotes(scope).forgetPacks(id);
      await db
        .deleteFrom('knowledge_bases')
        .where('workspace_id', '=', workspaceId)
        .where('knowledge_base_id', '=', id)
        .execute();
    },

    /** The agents that would have no knowledge base left. */
    agentsThatHaveNoOther: async (id: KnowledgeBaseId): Promise<string[]> => {
      const rows = await db
        .selectFrom('agent_knowledge_bases')
        .select('agent_id')
        .where('workspace_id', '=', workspaceId)
        .groupBy('agent_id')
        .having(({ fn }) => fn.countAll<number>(), '=', 1)
        .having(({ fn }) => fn.min('knowledge_base_id'), '=', id)
        .execute();
      return rows.map((row) => row.agent_id);
    },
  };
};
