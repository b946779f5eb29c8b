import type { EvaluationId, KnowledgeBaseId, QuestionSetId, SourceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { EvaluationRow } from '#storage/tables.ts';
import { jobWrites } from './jobs.ts';
import { knowledgeBaseReads } from './knowledge-bases.ts';
import { visibility } from './visibility.ts';

/** An evaluation without the columns that may contain a megabyte. */
export type EvaluationSummary = Omit<EvaluationRow, 'questions' | 'outcomes' | 'reply_outcomes'>;

const SUMMARY = [
  'workspace_id',
  'evaluation_id',
  'name',
  'status',
  'progress',
  'knowledge_base_ids',
  'search_types',
  'question_count',
  'results',
  'error',
  'created_at',
  'updated_at',
  'ended_at',
  'agent_id',
  'skipped',
  'merged',
  'reply_results',
  'question_set_id',
  'agent_settings',
] as const satisfies (keyof EvaluationSummary)[];

/** Returns a test for evaluations that the scope sees. Only a scope of the whole workspace sees an evaluation of all of
 *  it. */
function seesEvaluation(scope: ReadScope): (row: Pick<EvaluationRow, 'knowledge_base_ids'>) => boolean {
  const sees = visibility(scope);
  return ({ knowledge_base_ids: ids }) =>
    scope.knowledgeBaseIds === null ||
    (ids !== null && (JSON.parse(ids) as KnowledgeBaseId[]).every(sees.base));
}

type ListFilter = { after?: EvaluationId | undefined; questionSetId?: QuestionSetId | undefined };

export const evaluationReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const sees = seesEvaluation(scope);
  const pageAfter = async (
    { after, questionSetId }: ListFilter,
    limit: number,
  ): Promise<EvaluationSummary[]> =>
    await db
      .selectFrom('evaluations')
      .select(SUMMARY)
      .where('workspace_id', '=', workspaceId)
      .$if(questionSetId !== undefined, (query) =>
        query.where('question_set_id', '=', questionSetId as QuestionSetId),
      )
      .$if(after !== undefined, (query) => query.where('evaluation_id', '<', after as EvaluationId))
      .orderBy('evaluation_id', 'desc')
      .limit(limit)
      .execute();
  const one = (evaluationId: EvaluationId) =>
    db
      .selectFrom('evaluations')
      .where('workspace_id', '=', workspaceId)
      .where('evaluation_id', '=', evaluationId);
  return {
    find: async (evaluationId: EvaluationId): Promise<EvaluationSummary | undefined> =>
      (await one(evaluationId).select(SUMMARY).execute()).find(sees),

    /** See EvaluationRow.questions; undefined when there is no evaluation with this id. */
    questions: async (evaluationId: EvaluationId): Promise<string | undefined> =>
      (await one(evaluationId).select(['questions', 'knowledge_base_ids']).execute()).find(sees)?.questions,

    /** See EvaluationRow.outcomes and its reply_outcomes; undefined when there is no evaluation with this id. */
    outcomes: async (
      evaluationId: EvaluationId,
    ): Promise<Pick<EvaluationRow, 'outcomes' | 'reply_outcomes'> | undefined> =>
      (await one(evaluationId).select(['outcomes', 'reply_outcomes', 'knowledge_base_ids']).execute()).find(
        sees,
      ),

    /** Newest first. */
    list: async ({
      limit,
      after,
      questionSetId,
    }: PageRequest<EvaluationId> & Pick<ListFilter, 'questionSetId'>): Promise<EvaluationSummary[]> => {
      const seen: EvaluationSummary[] = [];
      for (let last = after; ; ) {
        const rows = await pageAfter({ after: last, questionSetId }, limit + 1);
        seen.push(...rows.filter(sees));
        last = rows.at(-1)?.evaluation_id;
        if (seen.length > limit || rows.length <= limit) return seen.slice(0, limit + 1);
      }
    },
  };
};

type Changes = Partial<
  Pick<
    EvaluationRow,
    | 'status'
    | 'progress'
    | 'results'
    | 'outcomes'
    | 'reply_results'
    | 'reply_outcomes'
    | 'error'
    | 'updated_at'
    | 'ended_at'
  >
>;

/** The columns that evaluations get later, or only some have. */
const NOTHING = {
  progress: 0,
  results: null,
  outcomes: null,
  reply_results: null,
  reply_outcomes: null,
  error: null,
  ended_at: null,
  agent_id: null,
  skipped: null,
  merged: null,
  question_set_id: null,
  agent_settings: null,
} as const;

type NewEvaluation = Omit<EvaluationRow, keyof typeof NOTHING | 'workspace_id'> &
  Partial<Pick<EvaluationRow, keyof typeof NOTHING>>;

export const evaluationWrites = (scope: WriteScope) => {
  const { db, workspaceId, knowledgeBaseIds } = scope;
  const allSeen = async (): Promise<string | null> => {
    if (knowledgeBaseIds === null) return null;
    const bases = await knowledgeBaseReads(scope).indexVersions();
    return JSON.stringify(bases.map((base) => base.knowledge_base_id));
  };
  return {
    /** Without knowledge bases, the evaluation covers all that the scope sees. */
    insert: async (evaluation: NewEvaluation): Promise<EvaluationSummary> => {
      const knowledge_base_ids = evaluation.knowledge_base_ids ?? (await allSeen());
      const row = { ...NOTHING, ...evaluation, knowledge_base_ids, workspace_id: workspaceId };
      await db.insertInto('evaluations').values(row).execute();
      return row;
    },

    update: async (evaluationId: EvaluationId, changes: Changes): Promise<void> => {
      await db
        .updateTable('evaluations')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('evaluation_id', '=', evaluationId)
        .execute();
    },

    /** Names the sources that its replies quote, of which none has been named before. */
    nameSources: async (evaluationId: EvaluationId, sourceIds: readonly SourceId[]): Promise<void> => {
      if (sourceIds.length === 0) return;
      const rows = sourceIds.map((source_id) => ({
        workspace_id: workspaceId,
        source_id,
        evaluation_id: evaluationId,
      }));
      await db.insertInto('evaluation_sources').values(rows).execute();
    },

    /** Ends a running evaluation and its job. False when there is none with this id that runs. */
    cancel: async (evaluationId: EvaluationId, now: number): Promise<boolean> => {
      if ((await evaluationReads(scope).find(evaluationId))?.status !== 'running') return false;
      await jobWrites(scope).cancel(evaluationId);
      const { numUpdatedRows } = await db
        .updateTable('evaluations')
        .set({ status: 'cancelled', updated_at: now, ended_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('evaluation_id', '=', evaluationId)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Also cancels its job. False when there is no evaluation with this id. */
    remove: async (evaluationId: EvaluationId): Promise<boolean> => {
      if (!(await evaluationReads(scope).find(evaluationId))) return false;
      await jobWrites(scope).cancel(evaluationId);
      const { numDeletedRows } = await db
        .deleteFrom('evaluations')
        .where('workspace_id', '=', workspaceId)
        .where('evaluation_id', '=', evaluationId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
};

/** Removes a source that is being deleted from the replies of evaluations, whether or not the scope sees them. */
export async function redactEvaluations({ db, workspaceId }: WriteScope, sourceId: SourceId): Promise<void> {
  const evaluations = await db
    .selectFrom('evaluation_sources')
    .innerJoin('evaluations', (join) =>
      join
        .onRef('evaluations.workspace_id', '=', 'evaluation_sources.workspace_id')
        .onRef('evaluations.evaluation_id', '=', 'evaluation_sources.evaluation_id'),
    )
    .select(['evaluations.evaluation_id', 'evaluations.reply_outcomes'])
    .where('evaluation_sources.workspace_id', '=', workspaceId)
    .where('evaluation_sources.source_id', '=', sourceId)
    .execute();
  for (const { evaluation_id, reply_outcomes } of evaluations) {
    const outcomes = JSON.parse(reply_outcomes ?? '[]') as { reply?: string; source_ids: string[] }[];
    const redacted = outcomes.map((outcome) => {
      if (!outcome.source_ids.includes(sourceId)) return outcome;
      const { reply: _, ...kept } = outcome;
      return { ...kept, source_ids: outcome.source_ids.filter((id) => id !== sourceId) };
    });
    await db
      .updateTable('evaluations')
      .set({ reply_outcomes: JSON.stringify(redacted) })
      .where('workspace_id', '=', workspaceId)
      .where('evaluation_id', '=', evaluation_id)
      .execute();
  }
  await db
    .deleteFrom('evaluation_sources')
    .where('workspace_id', '=', workspaceId)
    .where('source_id', '=', sourceId)
    .execute();
}
