import type { Engine } from '#storage/engine.ts';

const PAGE_ROWS = 1_000;

/** Copies the notes of objects to delete: the installation with the rows that name objects must also delete those that no
 *  row names any more. Run it after the tables; it may run again. */
export async function copyBlobNotes({
  from,
  to,
}: {
  from: Pick<Engine, 'reads'>;
  to: Engine;
}): Promise<void> {
  const notes = await from.reads.selectFrom('blob_deletions').selectAll().execute();
  for (let at = 0; at < notes.length; at += PAGE_ROWS)
    await to.transaction(async ({ db }) => {
      await db
        .insertInto('blob_deletions')
        .values(notes.slice(at, at + PAGE_ROWS))
        .onConflict((conflict) => conflict.columns(['workspace_id', 'blob_key']).doNothing())
        .execute();
    });
}
