import { LIMITS } from '#isomorphic/limits.ts';
import type { AnswerId, KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { PinnedAnswerRow, PinnedAnswerVersionRow, SourceRow } from '#storage/tables.ts';
import { visibility } from './visibility.ts';

/** A pinned answer, with the existing sources that it rests on and that the scope sees, in the order of its list. */
export type AnswerWithSources = PinnedAnswerRow & { source_ids: SourceId[] };

/** The wordings of an enabled answer. variants: JSON. */
type Phrasing = Pick<PinnedAnswerRow, 'answer_id' | 'question' | 'variants'>;

export const answerReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const all = () =>
    db
      .selectFrom('pinned_answers')
      .where('workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('knowledge_base_id', 'in', seen ?? []));
  const withSources = async (rows: PinnedAnswerRow[]): Promise<AnswerWithSources[]> => {
    if (rows.length === 0) return [];
    const links = await db
      .selectFrom('pinned_answer_sources')
      .innerJoin('sources', (join) =>
        join
          .onRef('sources.workspace_id', '=', 'pinned_answer_sources.workspace_id')
          .onRef('sources.source_id', '=', 'pinned_answer_sources.source_id'),
      )
      .select(['pinned_answer_sources.answer_id', 'pinned_answer_sources.source_id'])
      .where('pinned_answer_sources.workspace_id', '=', workspaceId)
      .where(
        'pinned_answer_sources.answer_id',
        'in',
        rows.map((row) => row.answer_id),
      )
      .$if(seen !== null, (query) => query.where('sources.knowledge_base_id', 'in', seen ?? []))
      .orderBy('pinned_answer_sources.position')
      .execute();
    const sourcesOf = Map.groupBy(links, (link) => link.answer_id);
    return rows.map((row) => ({
      ...row,
      hits: Number(row.hits),
      source_ids: (sourcesOf.get(row.answer_id) ?? []).map((link) => link.source_id),
    }));
  };
  const find = async (answerId: AnswerId): Promise<AnswerWithSources | undefined> => {
    const rows = await all().selectAll().where('answer_id', '=', answerId).execute();
    return (await withSources(rows))[0];
  };
  return {
    find,

    /** Newest first. */
    list: async ({
      limit,
      after,
      knowledgeBaseId,
    }: PageRequest<AnswerId> & { knowledgeBaseId?: KnowledgeBaseId | undefined }): Promise<
      AnswerWithSources[]
    > =>
      await withSources(
        await all()
          .selectAll()
          .$if(knowledgeBaseId !== undefined, (query) =>
            query.where('knowledge_base_id', '=', knowledgeBaseId as KnowledgeBaseId),
          )
          .$if(after !== undefined, (query) => query.where('answer_id', '<', after as AnswerId))
          .orderBy('answer_id', 'desc')
          .limit(limit + 1)
          .execute(),
      ),

    /** Earlier versions, newest first. */
    versions: async (
      answerId: AnswerId,
      { limit, after }: PageRequest<number>,
    ): Promise<PinnedAnswerVersionRow[]> =>
      !(await find(answerId))
        ? []
        : await db
            .selectFrom('pinned_answer_versions')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('answer_id', '=', answerId)
            .$if(after !== undefined, (query) => query.where('version', '<', after as number))
            .orderBy('version', 'desc')
            .limit(limit + 1)
            .execute(),

    /** The answer of a knowledge base to this question. */
    findByQuestion: async (
      knowledgeBaseId: KnowledgeBaseId,
      questionKey: string,
    ): Promise<AnswerWithSources | undefined> => {
      const rows = await all()
        .selectAll()
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .where('question_key', '=', questionKey)
        .execute();
      return (await withSources(rows))[0];
    },

    count: async (knowledgeBaseId: KnowledgeBaseId): Promise<number> => {
      const { count } = await all()
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The wordings of all enabled answers of a knowledge base, oldest first. */
    phrasings: async (knowledgeBaseId: KnowledgeBaseId): Promise<Phrasing[]> =>
      sees.base(knowledgeBaseId)
        ? await all()
            .select(['answer_id', 'question', 'variants'])
            .where('knowledge_base_id', '=', knowledgeBaseId)
            .where('is_enabled', '=', 1)
            .orderBy('answer_id')
            .execute()
        : [],
  };
};

/** The columns of a new answer that are always the same. */
const NEW = { hits: 0, last_hit_at: null, version: 1, needs_review: 0 } as const;

export type NewAnswer = Omit<PinnedAnswerRow, keyof typeof NEW | 'workspace_id'> & {
  source_ids: readonly SourceId[];
};

type AnswerChanges = Partial<
  Pick<PinnedAnswerRow, 'question' | 'question_key' | 'variants' | 'answer' | 'is_enabled'>
> &
  Pick<PinnedAnswerRow, 'actor_type' | 'actor_id' | 'actor_name' | 'updated_at'> & {
    source_ids?: readonly SourceId[] | undefined;
  };

export const answerWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const { find } = answerReads(scope);
  /** How turns notice; see knowledge_bases.answer_changes. */
  const tell = async (knowledgeBaseId: KnowledgeBaseId): Promise<void> => {
    await db
      .updateTable('knowledge_bases')
      .set(({ eb }) => ({ answer_changes: eb('answer_changes', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .execute();
  };
  const setSources = async (answerId: AnswerId, sourceIds: readonly SourceId[]): Promise<void> => {
    await db
      .deleteFrom('pinned_answer_sources')
      .where('workspace_id', '=', workspaceId)
      .where('answer_id', '=', answerId)
      .execute();
    if (sourceIds.length === 0) return;
    await db
      .insertInto('pinned_answer_sources')
      .values(
        sourceIds.map((source_id, position) => ({
          workspace_id: workspaceId,
          answer_id: answerId,
          source_id,
          position,
        })),
      )
      .execute();
  };
  /** Keeps the version that is being replaced, and forgets the oldest. */
  const keepVersion = async (before: AnswerWithSources): Promise<void> => {
    const { answer_id, version, question, variants, answer, is_enabled } = before;
    const { actor_type, actor_id, actor_name, updated_at } = before;
    await db
      .insertInto('pinned_answer_versions')
      .values({
        workspace_id: workspaceId,
        answer_id,
        version,
        question,
        variants,
        answer,
        source_ids: JSON.stringify(before.source_ids),
        is_enabled,
        actor_type,
        actor_id,
        actor_name,
        created_at: updated_at,
      })
      .execute();
    await db
      .deleteFrom('pinned_answer_versions')
      .where('workspace_id', '=', workspaceId)
      .where('answer_id', '=', answer_id)
      .where('version', '<=', version - LIMITS.answerVersions)
      .execute();
  };
  return {
    /** source_ids: distinct. */
    insert: async ({ source_ids, ...columns }: NewAnswer): Promise<AnswerWithSources> => {
      const row = { ...NEW, ...columns, workspace_id: workspaceId };
      sees.assertBases([row.knowledge_base_id]);
      await db.insertInto('pinned_answers').values(row).execute();
      await setSources(row.answer_id, source_ids);
      await tell(row.knowledge_base_id);
      return { ...row, source_ids: [...source_ids] };
    },

    /** Makes a new version, which needs no review, and keeps the one before. Undefined when there is no such answer. */
    update: async (
      answerId: AnswerId,
      { source_ids, ...changes }: AnswerChanges,
    ): Promise<AnswerWithSources | undefined> => {
      const before = await find(answerId);
      if (!before) return undefined;
      await keepVersion(before);
      await db
        .updateTable('pinned_answers')
        .set({ ...changes, version: before.version + 1, needs_review: 0 })
        .where('workspace_id', '=', workspaceId)
        .where('answer_id', '=', answerId)
        .execute();
      if (source_ids) await setSources(answerId, source_ids);
      await tell(before.knowledge_base_id);
      return await find(answerId);
    },

    /** Counts a reply with this version of the answer. False if it is not the newest any more, or disabled. */
    countHit: async (answerId: AnswerId, version: number, now: number): Promise<boolean> => {
      if (!(await find(answerId))) return false;
      const { numUpdatedRows } = await db
        .updateTable('pinned_answers')
        .set(({ eb }) => ({ hits: eb('hits', '+', 1), last_hit_at: now }))
        .where('workspace_id', '=', workspaceId)
        .where('answer_id', '=', answerId)
        .where('version', '=', version)
        .where('is_enabled', '=', 1)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Also removes its versions. False when there is no such answer. */
    remove: async (answerId: AnswerId): Promise<boolean> => {
      const row = await find(answerId);
      if (!row) return false;
      await db
        .deleteFrom('pinned_answers')
        .where('workspace_id', '=', workspaceId)
        .where('answer_id', '=', answerId)
        .execute();
      await tell(row.knowledge_base_id);
      return true;
    },
  };
};

/** What becomes of answers when a source changes that they rest on, in any knowledge base: the scope need not see them. */
export const answersOfSource = ({ db, workspaceId }: WriteScope) => {
  const mark = async (sourceId: SourceId): Promise<void> => {
    await db
      .updateTable('pinned_answers')
      .set({ needs_review: 1 })
      .where('workspace_id', '=', workspaceId)
      .where('answer_id', 'in', ({ selectFrom }) =>
        selectFrom('pinned_answer_sources')
          .select('pinned_answer_sources.answer_id')
          .where('pinned_answer_sources.workspace_id', '=', workspaceId)
          .where('pinned_answer_sources.source_id', '=', sourceId),
      )
      .execute();
  };
  return {
    /** Marks the answers of a source whose content or URL is about to change. */
    markIfReplaced: async (
      sourceId: SourceId,
      { content_sha256, url }: Partial<Pick<SourceRow, 'content_sha256' | 'url'>>,
    ): Promise<void> => {
      const before = await db
        .selectFrom('sources')
        .select(['content_sha256', 'url'])
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .executeTakeFirst();
      if (!before) return;
      // A page has no hash before it is first fetched.
      const isOther =
        content_sha256 !== undefined &&
        before.content_sha256 !== null &&
        content_sha256 !== before.content_sha256;
      if (isOther || (url !== undefined && url !== before.url)) await mark(sourceId);
    },

    /** Marks the answers of a source that is being deleted, and takes it from their lists. */
    release: async (sourceId: SourceId): Promise<void> => {
      await mark(sourceId);
      await db
        .deleteFrom('pinned_answer_sources')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
    },
  };
};
