import { expressionBuilder } from 'kysely';
import { LIMITS } from '#isomorphic/limits.ts';
import type { AnswerId, KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { PinnedAnswerRow, PinnedAnswerVersionRow, Tables } from '#storage/tables.ts';
import { sourceReads } from './sources.ts';
import { isAllowedTo, visibility } from './visibility.ts';

/** A pinned answer, with the existing sources that it rests on and that the scope sees, in the order of its list. A scope
 *  that reads for a person sees only answers whose sources they all see. */
export type AnswerWithSources = PinnedAnswerRow & { source_ids: SourceId[] };

/** The wordings of an enabled answer. variants: JSON. */
type Phrasing = Pick<PinnedAnswerRow, 'answer_id' | 'question' | 'variants'>;

/** Answers of one statement. */
const BATCH = 500;

async function inBatches<Item, Row>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < items.length; from += BATCH)
    rows.push(...(await work(items.slice(from, from + BATCH))));
  return rows;
}

/** Adds the sources that the scope sees. */
async function withSources(
  { db, workspaceId, knowledgeBaseIds: seen }: ReadScope,
  rows: readonly PinnedAnswerRow[],
): Promise<AnswerWithSources[]> {
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
}

export const answerReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen, asUser } = scope;
  const sees = visibility(scope);
  /** The answers that rest on a source that is hidden from the person for whom it reads. */
  const hidden = () =>
    db
      .selectFrom('pinned_answer_sources')
      .innerJoin('sources', (join) =>
        join
          .onRef('sources.workspace_id', '=', 'pinned_answer_sources.workspace_id')
          .onRef('sources.source_id', '=', 'pinned_answer_sources.source_id'),
      )
      .select('pinned_answer_sources.answer_id')
      .where('pinned_answer_sources.workspace_id', '=', workspaceId)
      .where(({ not }) =>
        not(isAllowedTo(workspaceId, asUser ?? [])(expressionBuilder<Tables, 'sources'>())),
      );
  const all = () =>
    db
      .selectFrom('pinned_answers')
      .where('workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('knowledge_base_id', 'in', seen ?? []))
      .$if(asUser !== null, (query) => query.where('answer_id', 'not in', hidden()));
  const findMany = async (answerIds: readonly AnswerId[]): Promise<AnswerWithSources[]> =>
    await inBatches(answerIds, async (ids) =>
      withSources(scope, await all().selectAll().where('answer_id', 'in', ids).execute()),
    );
  const find = async (answerId: AnswerId): Promise<AnswerWithSources | undefined> =>
    (await findMany([answerId]))[0];
  const withSeenSources = async (rows: PinnedAnswerVersionRow[]): Promise<PinnedAnswerVersionRow[]> => {
    if (seen === null) return rows;
    const named = rows.map((row) => JSON.parse(row.source_ids) as SourceId[]);
    const found = await sourceReads(scope).findMany([...new Set(named.flat())]);
    const known = new Set(found.map(({ source_id }) => source_id));
    return rows.map((row, index) => ({
      ...row,
      source_ids: JSON.stringify((named[index] ?? []).filter((id) => known.has(id))),
    }));
  };
  return {
    find,
    findMany,

    /** Newest first. */
    list: async ({
      limit,
      after,
      knowledgeBaseId,
    }: PageRequest<AnswerId> & { knowledgeBaseId?: KnowledgeBaseId | undefined }): Promise<
      AnswerWithSources[]
    > =>
      await withSources(
        scope,
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

    /** Earlier versions, newest first. A restricted scope gets only the sources that it sees. */
    versions: async (
      answerId: AnswerId,
      { limit, after }: PageRequest<number>,
    ): Promise<PinnedAnswerVersionRow[]> =>
      !(await find(answerId))
        ? []
        : await withSeenSources(
            await db
              .selectFrom('pinned_answer_versions')
              .selectAll()
              .where('workspace_id', '=', workspaceId)
              .where('answer_id', '=', answerId)
              .$if(after !== undefined, (query) => query.where('version', '<', after as number))
              .orderBy('version', 'desc')
              .limit(limit + 1)
              .execute(),
          ),

    /** The answers of a knowledge base to these questions. */
    findByQuestions: async (
      knowledgeBaseId: KnowledgeBaseId,
      questionKeys: readonly string[],
    ): Promise<AnswerWithSources[]> =>
      await inBatches(questionKeys, async (keys) =>
        withSources(
          scope,
          await all()
            .selectAll()
            .where('knowledge_base_id', '=', knowledgeBaseId)
            .where('question_key', 'in', keys)
            .execute(),
        ),
      ),

    count: async (knowledgeBaseId: KnowledgeBaseId): Promise<number> => {
      const { count } = await all()
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The answers that the scope does not see, because a person does not see all of their sources. */
    hiddenIds: async (): Promise<ReadonlySet<AnswerId>> =>
      asUser === null
        ? new Set()
        : new Set((await hidden().distinct().execute()).map((row) => row.answer_id)),

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

type WithSourceIds = { answer_id: AnswerId; source_ids: readonly SourceId[] };

export type NewAnswer = Omit<PinnedAnswerRow, keyof typeof NEW | 'workspace_id'> & {
  source_ids: readonly SourceId[];
};

type AnswerChanges = Partial<
  Pick<PinnedAnswerRow, 'question' | 'question_key' | 'variants' | 'answer' | 'is_enabled'>
> &
  Pick<PinnedAnswerRow, 'answer_id' | 'actor_type' | 'actor_id' | 'actor_name' | 'updated_at'> & {
    source_ids?: readonly SourceId[] | undefined;
  };

/** The sources that answers rest on and that the scope which read the answers does not see. whole: the same answers, with
 *  all sources. */
function hiddenSources(
  read: readonly AnswerWithSources[],
  whole: readonly AnswerWithSources[],
): Map<AnswerId, SourceId[]> {
  const seen = new Map(read.map(({ answer_id, source_ids }) => [answer_id, new Set(source_ids)]));
  return new Map(
    whole.map(({ answer_id, source_ids }) => [
      answer_id,
      source_ids.filter((id) => !seen.get(answer_id)?.has(id)),
    ]),
  );
}

export const answerWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const { find, findMany } = answerReads(scope);
  /** How turns notice; see knowledge_bases.answer_changes. */
  const tell = async (rows: readonly Pick<PinnedAnswerRow, 'knowledge_base_id'>[]): Promise<void> => {
    await db
      .updateTable('knowledge_bases')
      .set(({ eb }) => ({ answer_changes: eb('answer_changes', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('knowledge_base_id', 'in', [...new Set(rows.map((row) => row.knowledge_base_id))])
      .execute();
  };
  const addSources = async (answers: readonly WithSourceIds[]): Promise<void> => {
    const links = answers.flatMap(({ answer_id, source_ids }) =>
      source_ids.map((source_id, position) => ({
        workspace_id: workspaceId,
        answer_id,
        source_id,
        position,
      })),
    );
    await inBatches(links, async (batch) => db.insertInto('pinned_answer_sources').values(batch).execute());
  };
  const setSources = async (answers: readonly WithSourceIds[]): Promise<void> => {
    await inBatches(answers, async (batch) =>
      db
        .deleteFrom('pinned_answer_sources')
        .where('workspace_id', '=', workspaceId)
        .where(
          'answer_id',
          'in',
          batch.map((answer) => answer.answer_id),
        )
        .execute(),
    );
    await addSources(answers);
  };
  /** Keeps the versions that are being replaced, and forgets the oldest. */
  const keepVersions = async (replaced: readonly AnswerWithSources[]): Promise<void> => {
    await inBatches(replaced, async (batch) =>
      db
        .insertInto('pinned_answer_versions')
        .values(batch.map((row) => toVersionRow(row)))
        .execute(),
    );
    for (const { answer_id, version } of replaced)
      if (version > LIMITS.answerVersions)
        await db
          .deleteFrom('pinned_answer_versions')
          .where('workspace_id', '=', workspaceId)
          .where('answer_id', '=', answer_id)
          .where('version', '<=', version - LIMITS.answerVersions)
          .execute();
  };
  const toVersionRow = ({ source_ids, updated_at, ...row }: AnswerWithSources): PinnedAnswerVersionRow => ({
    workspace_id: workspaceId,
    answer_id: row.answer_id,
    version: row.version,
    question: row.question,
    variants: row.variants,
    answer: row.answer,
    source_ids: JSON.stringify(source_ids),
    is_enabled: row.is_enabled,
    actor_type: row.actor_type,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    created_at: updated_at,
  });
  return {
    /** Distinct source_ids. */
    insertMany: async (answers: readonly NewAnswer[]): Promise<AnswerWithSources[]> => {
      if (answers.length === 0) return [];
      const rows = answers.map(({ source_ids: _, ...columns }) => ({
        ...NEW,
        ...columns,
        workspace_id: workspaceId,
      }));
      sees.assertBases(rows.map((row) => row.knowledge_base_id));
      await inBatches(rows, async (batch) => db.insertInto('pinned_answers').values(batch).execute());
      await addSources(answers);
      await tell(rows);
      return rows.map((row, index) => ({ ...row, source_ids: [...(answers[index]?.source_ids ?? [])] }));
    },

    /** Makes new versions, which need no review, and keeps those before. Sources that the scope does not see stay. Leaves
     *  out answers that do not exist. */
    updateMany: async (changes: readonly AnswerChanges[]): Promise<AnswerWithSources[]> => {
      const ids = changes.map((change) => change.answer_id);
      const before = await findMany(ids);
      if (before.length === 0) return [];
      const whole = await inBatches(before, async (batch) =>
        withSources({ ...scope, knowledgeBaseIds: null }, batch),
      );
      await keepVersions(whole);
      const versionOf = new Map(before.map(({ answer_id, version }) => [answer_id, version]));
      const hiddenFrom = hiddenSources(before, whole);
      const known = changes.filter(({ answer_id }) => versionOf.has(answer_id));
      for (const { answer_id, source_ids: _, ...columns } of known)
        await db
          .updateTable('pinned_answers')
          .set({ ...columns, version: (versionOf.get(answer_id) ?? 0) + 1, needs_review: 0 })
          .where('workspace_id', '=', workspaceId)
          .where('answer_id', '=', answer_id)
          .execute();
      await setSources(
        known.flatMap(({ answer_id, source_ids }) =>
          source_ids
            ? [{ answer_id, source_ids: [...source_ids, ...(hiddenFrom.get(answer_id) ?? [])] }]
            : [],
        ),
      );
      await tell(before);
      return await findMany(ids);
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
      await tell([row]);
      return true;
    },
  };
};
