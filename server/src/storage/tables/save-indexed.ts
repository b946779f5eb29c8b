import type { WriteScope } from '#storage/scope.ts';
import type { SourceRow } from '#storage/tables.ts';
import { tellChanged } from './source-changes.ts';
import { visibility } from './visibility.ts';

/** SQLite takes 32,766 parameters per statement; a source has some thirty. */
const SOURCES_PER_STATEMENT = 256;

const INDEXED_COLUMNS = [
  'status',
  'stage',
  'progress',
  'error',
  'indexed_revision',
  'understood_by',
  'understood_chunks',
  'chunk_count',
  'mime_type',
  'canonical_url',
  'updated_at',
  'indexed_at',
] as const satisfies readonly (keyof SourceRow)[];

/** Writes what indexing changes, of many sources in one statement. It is an upsert because both engines, and Citus, take an
 *  upsert of several rows with different values. */
export async function saveIndexed(scope: WriteScope, rows: readonly SourceRow[]): Promise<void> {
  const { db, workspaceId } = scope;
  visibility(scope).assertWhole();
  for (let from = 0; from < rows.length; from += SOURCES_PER_STATEMENT)
    await db
      .insertInto('sources')
      .values(
        rows.slice(from, from + SOURCES_PER_STATEMENT).map((row) => ({ ...row, workspace_id: workspaceId })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'source_id'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(INDEXED_COLUMNS.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  await tellChanged(scope, rows);
}
