import type { Execute } from './connections.ts';

/** The faults in the stored data, one sentence each. */
export async function checkIntegrity(read: Execute): Promise<string[]> {
  const { rows } = await read(
    `SELECT count(*) AS count FROM sources WHERE indexed_revision IS NOT NULL AND chunk_count <> (
       SELECT count(*) FROM chunks WHERE chunks.workspace_id = sources.workspace_id
         AND chunks.source_id = sources.source_id AND chunks.revision = sources.indexed_revision)`,
  );
  const count = Number(rows[0]?.['count']);
  return count > 0 ? [`${count} indexed sources whose chunks are not as many as their rows say`] : [];
}
