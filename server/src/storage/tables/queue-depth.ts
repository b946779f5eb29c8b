import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';
import type { JobLane } from '#storage/tables.ts';

/** What waits in a lane. oldestDueAt: when the first of those that are due was; null without any. */
export type LaneBacklog = {
  lane: JobLane;
  due: number;
  delayed: number;
  running: number;
  oldestDueAt: number | null;
};

/** What is still to be done in the background, over all workspaces of the environment. */
export const backlogReads = (engine: Engine) => ({
  /** Lanes that have jobs. */
  lanes: async (now: number): Promise<LaneBacklog[]> => {
    const { rows } = await sql<Record<keyof LaneBacklog, string | number | null>>`
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

  /** Deliveries that have neither succeeded nor been given up. */
  pendingDeliveries: async (): Promise<number> => {
    const row = await engine.reads
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    return Number(row.count);
  },
});
