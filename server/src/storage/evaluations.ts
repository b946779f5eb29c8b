import type { EvaluationId } from '#lib/ids.ts';
import { jobWrites } from './jobs.ts';
import type { PageRequest, ReadScope, WriteScope } from './scope.ts';
import type { EvaluationRow } from './tables.ts';

/** Without the columns that may hold a megabyte. */
export type EvaluationSummary = Omit<EvaluationRow, 'questions' | 'outcomes'>;

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
] as const satisfies (keyof EvaluationSummary)[];

export const evaluationReads = ({ db, workspaceId }: ReadScope) => {
  const one = (evaluationId: EvaluationId) =>
    db
      .selectFrom('evaluations')
      .where('workspace_id', '=', workspaceId)
      .where('evaluation_id', '=', evaluationId);
  return {
    find: async (evaluationId: EvaluationId): Promise<EvaluationSummary | undefined> =>
      await one(evaluationId).select(SUMMARY).executeTakeFirst(),

    /** See EvaluationRow.questions; undefined when there is none with this id. */
    questions: async (evaluationId: EvaluationId): Promise<string | undefined> =>
      (await one(evaluationId).select('questions').executeTakeFirst())?.questions,

    /** See EvaluationRow.outcomes. */
    outcomes: async (evaluationId: EvaluationId): Promise<string | null> =>
      (await one(evaluationId).select('outcomes').executeTakeFirst())?.outcomes ?? null,

    /** Newest first. */
    list: async ({ limit, after }: PageRequest<EvaluationId>): Promise<EvaluationSummary[]> =>
      await db
        .selectFrom('evaluations')
        .select(SUMMARY)
        .where('workspace_id', '=', workspaceId)
        .$if(after !== undefined, (query) => query.where('evaluation_id', '<', after as EvaluationId))
        .orderBy('evaluation_id', 'desc')
        .limit(limit + 1)
        .execute(),
  };
};

type Changes = Partial<
  Pick<EvaluationRow, 'status' | 'progress' | 'results' | 'outcomes' | 'error' | 'updated_at' | 'ended_at'>
>;

export const evaluationWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  return {
    insert: async (evaluation: Omit<EvaluationRow, 'workspace_id'>): Promise<EvaluationSummary> => {
      const row = { ...evaluation, workspace_id: workspaceId };
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

    /** With its job, which is told to stop. False when there is none with this id. */
    remove: async (evaluationId: EvaluationId): Promise<boolean> => {
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
