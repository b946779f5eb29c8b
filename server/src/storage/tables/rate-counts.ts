import { sql } from 'kysely';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';

/** The requests of a bucket share one count. workspaceId: '' before a workspace is known. */
type Bucket = { workspaceId: WorkspaceId | ''; bucket: string };

/** Request counts shared by all nodes. Each statement commits on its own without waiting for the disk: losing a
 *  minute's counts in a power cut is harmless. */
export const rateCounts = ({ reads: db }: Engine) => ({
  /** Adds one to the current window of the bucket. The first request after a window's end begins the next. */
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

  /** Subtracts one from the window that began at `windowStart`, unless a newer one has begun. */
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
