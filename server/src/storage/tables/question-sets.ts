import type { QuestionSetId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { QuestionSetRow } from '#storage/tables.ts';

/** A set without its questions. */
export type QuestionSetSummary = Omit<QuestionSetRow, 'questions'>;

const SUMMARY = [
  'workspace_id',
  'question_set_id',
  'name',
  'question_count',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof QuestionSetSummary)[];

/** Only a scope of the whole workspace sees question sets: their questions may name any source. */
export const questionSetReads = ({ db, workspaceId, knowledgeBaseIds }: ReadScope) => {
  const isWhole = knowledgeBaseIds === null;
  const all = () => db.selectFrom('question_sets').where('workspace_id', '=', workspaceId);
  return {
    find: async (questionSetId: QuestionSetId): Promise<QuestionSetRow | undefined> =>
      isWhole
        ? await all().selectAll().where('question_set_id', '=', questionSetId).executeTakeFirst()
        : undefined,

    /** Newest first. */
    list: async ({ limit, after }: PageRequest<QuestionSetId>): Promise<QuestionSetSummary[]> =>
      isWhole
        ? await all()
            .select(SUMMARY)
            .$if(after !== undefined, (query) => query.where('question_set_id', '<', after as QuestionSetId))
            .orderBy('question_set_id', 'desc')
            .limit(limit + 1)
            .execute()
        : [],

    count: async (): Promise<number> => {
      const { count } = await all()
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
};

export const questionSetWrites = ({ db, workspaceId }: WriteScope) => ({
  insert: async (row: Omit<QuestionSetRow, 'workspace_id' | 'version'>): Promise<QuestionSetRow> => {
    const whole = { ...row, version: 1, workspace_id: workspaceId };
    await db.insertInto('question_sets').values(whole).execute();
    return whole;
  },

  /** Undefined when the set is gone, or has been changed since this version was read. */
  update: async (
    { question_set_id, version }: Pick<QuestionSetRow, 'question_set_id' | 'version'>,
    changes: Partial<Pick<QuestionSetRow, 'name' | 'questions' | 'question_count'>> &
      Pick<QuestionSetRow, 'updated_at'>,
  ): Promise<QuestionSetRow | undefined> =>
    await db
      .updateTable('question_sets')
      .set({ ...changes, version: version + 1 })
      .where('workspace_id', '=', workspaceId)
      .where('question_set_id', '=', question_set_id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst(),

  /** False when there is no such set. */
  remove: async (questionSetId: QuestionSetId): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('question_sets')
      .where('workspace_id', '=', workspaceId)
      .where('question_set_id', '=', questionSetId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
