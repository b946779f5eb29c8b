import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';
import type { JobRow } from '#storage/tables.ts';

/** Rows that a claim reads beyond the ones it needs, because other nodes may hold some of them. */
const SPARE = 32;

/** Claims jobs and skips those that another node is claiming. It reads at most `limit` jobs of each workspace in the
 *  lane, by index `jobs_by_turn`, so a claim costs the same however many jobs are queued. `turn`: how many jobs of its
 *  workspace come before a job, including running ones. */
export const claimJobs: Engine['claimJobs'] = async (
  { db },
  { lane, now, leaseUntil, leaseToken, limit },
) => {
  const { rows } = await sql<JobRow>`
    WITH RECURSIVE lane_workspaces (workspace_id) AS (
      (SELECT workspace_id FROM jobs WHERE lane = ${lane} ORDER BY workspace_id LIMIT 1)
      UNION ALL
      SELECT (SELECT jobs.workspace_id FROM jobs
        WHERE lane = ${lane} AND jobs.workspace_id > lane_workspaces.workspace_id ORDER BY jobs.workspace_id LIMIT 1)
      FROM lane_workspaces WHERE lane_workspaces.workspace_id IS NOT NULL
    ),
    tenants AS (
      SELECT workspace_id, (
        SELECT count(*) FROM jobs AS held
        WHERE held.lane = ${lane} AND held.workspace_id = lane_workspaces.workspace_id
          AND coalesce(held.lease_until, held.run_at) > ${now} AND held.lease_until IS NOT NULL
      ) AS under_way
      FROM lane_workspaces WHERE workspace_id IS NOT NULL
    ),
    waiting AS (
      SELECT tenants.workspace_id, due.job_id, due.due_at,
        tenants.under_way + row_number() OVER (PARTITION BY tenants.workspace_id ORDER BY due.due_at, due.job_id) AS turn
      FROM tenants CROSS JOIN LATERAL (
        SELECT job_id, coalesce(lease_until, run_at) AS due_at FROM jobs
        WHERE lane = ${lane} AND workspace_id = tenants.workspace_id AND coalesce(lease_until, run_at) <= ${now}
        ORDER BY coalesce(lease_until, run_at), job_id LIMIT ${limit + SPARE}
      ) AS due
    ),
    in_turn AS (
      SELECT workspace_id, job_id, turn, due_at FROM waiting ORDER BY turn, due_at, job_id LIMIT ${limit + SPARE}
    ),
    free AS (
      SELECT jobs.workspace_id, jobs.job_id FROM in_turn
      JOIN jobs ON jobs.workspace_id = in_turn.workspace_id AND jobs.job_id = in_turn.job_id
      -- Looked at again under the lock: another node may have claimed it a moment ago.
      WHERE coalesce(jobs.lease_until, jobs.run_at) <= ${now}
      ORDER BY in_turn.turn, in_turn.due_at, in_turn.job_id
      LIMIT ${limit} FOR UPDATE OF jobs SKIP LOCKED
    )
    UPDATE jobs SET lease_until = ${leaseUntil}, lease_token = ${leaseToken}, attempts = jobs.attempts + 1
    FROM free WHERE jobs.workspace_id = free.workspace_id AND jobs.job_id = free.job_id
    RETURNING jobs.*`.execute(db);
  return rows;
};
