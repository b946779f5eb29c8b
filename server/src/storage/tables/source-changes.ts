import { type Kysely, sql } from 'kysely';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { SourceChangeRow, SourceRow, Tables } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';

/** The changes of a workspace that are kept, and for how long. A reader further behind reads the list again. */
const KEPT_CHANGES = 10_000;
const KEPT_MS = 24 * 3_600_000;
/** About one change in so many cuts off what is older. */
const CUT_EVERY = 512;
/** SQLite takes 32,766 parameters per statement; a change has four. */
const CHANGES_PER_INSERT = 1_000;

/** A source that changed, and the number of the change. */
export type SourceChange = Pick<SourceChangeRow, 'change_no' | 'knowledge_base_id' | 'source_id'>;

const lastNo = compiledOnce(
  (db, workspaceId: WorkspaceId) =>
    db
      .selectFrom('source_changes')
      .select('change_no')
      .where('workspace_id', '=', workspaceId)
      .orderBy('change_no', 'desc')
      .limit(sql.lit(1)),
  1,
);

const insertChanges = (db: Kysely<Tables>, changes: readonly SourceChangeRow[]) =>
  db.insertInto('source_changes').values(changes);

const insertChange = compiledOnce(
  (
    db,
    workspace_id: WorkspaceId,
    change_no: number,
    knowledge_base_id: KnowledgeBaseId,
    source_id: SourceId,
  ) => insertChanges(db, [{ workspace_id, change_no, knowledge_base_id, source_id }]),
  4,
);

/** The order of changes. Transactions of a workspace run one at a time, so that its numbers go up with the commits. */
export const sourceChangeReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  return {
    /** The number of the last change; undefined while none is known. */
    last: async (): Promise<number | undefined> => (await lastNo(scope, workspaceId))[0]?.change_no,

    /** The changes after one, in order, in all knowledge bases: at most `limit`. after: undefined for all that are known.
     *  Undefined when the change is not known, or no longer: some of those after it may be unknown too. */
    after: async (after: number | undefined, limit: number): Promise<SourceChange[] | undefined> => {
      const rows = await db
        .selectFrom('source_changes')
        .select(['change_no', 'knowledge_base_id', 'source_id'])
        .where('workspace_id', '=', workspaceId)
        .$if(after !== undefined, (query) => query.where('change_no', '>=', after ?? 0))
        .orderBy('change_no')
        .limit(limit + 1)
        .execute();
      if (after === undefined) return rows.slice(0, limit);
      return rows[0]?.change_no === after ? rows.slice(1) : undefined;
    },
  };
};

/** Notes that sources were added, changed or deleted, and notifies who follows them. */
export async function tellChanged(
  scope: WriteScope,
  sources: readonly Pick<SourceRow, 'knowledge_base_id' | 'source_id'>[],
): Promise<void> {
  const { engine, tx, db, workspaceId } = scope;
  if (sources.length === 0) return;
  const now = Date.now();
  // Numbers are times, as far as they can: those of a restored backup come after what was told before.
  const first = Math.max(((await lastNo(scope, workspaceId))[0]?.change_no ?? 0) + 1, now);
  const [only, ...others] = sources;
  if (only && others.length === 0)
    await insertChange(scope, workspaceId, first, only.knowledge_base_id, only.source_id);
  else
    for (let from = 0; from < sources.length; from += CHANGES_PER_INSERT)
      await insertChanges(
        db,
        sources.slice(from, from + CHANGES_PER_INSERT).map(({ knowledge_base_id, source_id }, index) => ({
          workspace_id: workspaceId,
          change_no: first + from + index,
          knowledge_base_id,
          source_id,
        })),
      ).execute();
  const last = first + sources.length - 1;
  if (Math.floor(last / CUT_EVERY) * CUT_EVERY >= first) await cutOff(scope, now - KEPT_MS);
  for (const { source_id: sourceId, knowledge_base_id: knowledgeBaseId } of sources)
    engine.notify(tx, { topic: 'source-changed', workspaceId, knowledgeBaseId, sourceId });
}

/** Forgets the changes before a time, and all but the newest. */
async function cutOff({ db, workspaceId }: WriteScope, before: number): Promise<void> {
  const oldest = await db
    .selectFrom('source_changes')
    .select('change_no')
    .where('workspace_id', '=', workspaceId)
    .orderBy('change_no', 'desc')
    .limit(1)
    .offset(KEPT_CHANGES - 1)
    .executeTakeFirst();
  await db
    .deleteFrom('source_changes')
    .where('workspace_id', '=', workspaceId)
    .where('change_no', '<', Math.max(oldest?.change_no ?? 0, before))
    .execute();
}
