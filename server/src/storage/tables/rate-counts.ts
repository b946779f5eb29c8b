import { sql } from 'kysely';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';

/** What is counted together. workspaceId: '' before a workspace is known. */
type Bucket = { workspaceId: WorkspaceId | ''; bucket: string };

/** Requests counted by all nodes together. Each statement commits by itself without waiting for the disk: losing the
 *  counts of a minute in a power cut is harmless. */
export const rateCounts = ({ reads: db }: Engine) => ({
  /** Counts one more in the window of its bucket; the first one after the end of a window begins the next. */
  add: async (
    { workspaceId, bucket }: Bucket,
    { windowMs, now }: { windowMs: number; now: number },
  ): Promise<{ count: number; windowStart: number }> => {
    const { rows } = await sql<{ count: number; window_start: number }>`
      INSERT INTO rate_counts AS counts (workspace_id, bucket, window_start, count)
      VALUES (${workspaceId}, ${bucket}, ${now}, 1)
      ON CONFLICT (workspace_id, bucket) DO UPDATE SET
        window_start = CASE WHEN counts.window_start > ${now - windowMs} THEN counts.window_start ELSE ${now} END,
        count = CASE WHEN counts.window_start > ${now - windowMs} THEN counts.count + 1 ELSE 1 END
      RETURNING count, window_start`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('A count of requests was neither made nor changed.');
    return { count: row.count, windowStart: row.window_start };
  },

  /** Takes one back that was counted in the window that began at `windowStart`, unless another has begun since. */
  takeBack: async (
    { workspaceId, bucket }: Bucket,
    { windowStart }: { windowMs: number; windowStart: number },
  ): Promise<void> => {
    await db
      .updateTable('rate_counts')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('bucket', '=', bucket)
      .where('window_start', '=', windowStart)
      .where('count', '>', 0)
      .execute();
  },

  /** Removes the windows that began before this time, in all workspaces. */
  removeOld: async (before: number): Promise<void> => {
    await db.deleteFrom('rate_counts').where('window_start', '<', before).execute();
  },
});
