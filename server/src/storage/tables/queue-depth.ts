import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';
import type { JobLane } from '#storage/tables.ts';
import { readParts, within } from './parts.ts';

/** How many jobs of a lane wait or run. oldestDueAt: when the first of the due jobs was due; null if none is. */
export type LaneDepth = {
  lane: JobLane;
  due: number;
  delayed: number;
  running: number;
  oldestDueAt: number | null;
};

/** Unfinished background work, over all workspaces of the environment. */
export const queueDepthReads = (engine: Engine) => ({
  /** The lanes that have jobs. */
  lanes: async (now: number): Promise<LaneDepth[]> => {
    const { rows } = await sql<Record<keyof LaneDepth, string | number | null>>`
      SELECT lane,
        sum(CASE WHEN coalesce(lease_until, run_at) <= ${now} THEN 1 ELSE 0 END) AS due,
        sum(CASE WHEN lease_until > ${now} THEN 1 ELSE 0 END) AS running,
        sum(CASE WHEN lease_until IS NULL AND run_at > ${now} THEN 1 ELSE 0 END) AS delayed,
        min(CASE WHEN coalesce(lease_until, run_at) <= ${now} THEN coalesce(lease_until, run_at) END) AS "oldestDueAt"
      FROM jobs GROUP BY lane`.execute(engine.reads);
    return rows.map((row) => ({
      lane: row.lane as JobLane,
      due: Number(row.due),
      delayed: Number(row.delayed),
      running: Number(row.running),
      oldestDueAt: row.oldestDueAt === null ? null : Number(row.oldestDueAt),
    }));
  },

  /** Deliveries that have neither succeeded nor failed for good. */
  pendingDeliveries: async (): Promise<number> => {
    const rows = await readParts(engine, (part) =>
      engine.reads
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('status', '=', 'pending')
        .$call(within(part, 'deliveries.workspace_id'))
        .execute(),
    );
    return rows.reduce((sum, { count }) => sum + Number(count), 0);
  },
});
