import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { UsageCountRow } from '#storage/tables.ts';

/** Usage by day and by actor. */
export type UsageCount = Omit<UsageCountRow, 'workspace_id'>;

export const usageCountReads = ({ db, workspaceId }: ReadScope) => ({
  /** Both days inclusive, oldest first. */
  list: async ({ from, to }: { from: string; to: string }): Promise<UsageCount[]> => {
    const rows = await db
      .selectFrom('usage_counts')
      .select(['day', 'actor_id', 'metric', 'amount'])
      .where('workspace_id', '=', workspaceId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day')
      .orderBy('actor_id')
      .execute();
    return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
  },

  /** The total size of the original content of all sources in bytes. */
  storedBytes: async (): Promise<number> => {
    const { size } = await db
      .selectFrom('sources')
      .select(({ fn }) => fn.sum<number | null>('size_bytes').as('size'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(size ?? 0);
  },
});

/** SQLite takes 32,766 parameters per statement and PostgreSQL 65,535; a count has five. */
const COUNTS_PER_STATEMENT = 1_000;

export const usageCountWrites = ({ db, workspaceId }: WriteScope) => ({
  /** Adds to earlier counts. Day, actor and metric must be unique within `counts`. */
  add: async (counts: readonly UsageCount[]): Promise<void> => {
    for (let from = 0; from < counts.length; from += COUNTS_PER_STATEMENT) {
      const batch = counts.slice(from, from + COUNTS_PER_STATEMENT);
      await db
        .insertInto('usage_counts')
        .values(batch.map((count) => ({ ...count, workspace_id: workspaceId })))
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'day', 'actor_id', 'metric']).doUpdateSet(({ eb, ref }) => ({
            amount: eb('usage_counts.amount', '+', ref('excluded.amount')),
          })),
        )
        .execute();
    }
  },

  /** Replaces an earlier count. */
  set: async (count: UsageCount): Promise<void> => {
    await db
      .insertInto('usage_counts')
      .values({ ...count, workspace_id: workspaceId })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'day', 'actor_id', 'metric']).doUpdateSet({ amount: count.amount }),
      )
      .execute();
  },
});
