import type { WorkspaceId } from '#lib/ids.ts';
import type { Part } from '#storage/engine.ts';
import { EVERYWHERE } from '#storage/tables/parts.ts';
import type { Connections } from './connections.ts';

/** Which workspaces are on which worker of Citus; one part without Citus. */
export function createParts({ read, schema }: Pick<Connections, 'read' | 'schema'>): () => Promise<Part[]> {
  /** Tables are spread while no node runs. */
  let isSpread: Promise<boolean> | undefined;
  const look = async (): Promise<boolean> => {
    const { rows } = await read(`SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS is_citus`);
    if (rows[0]?.['is_citus'] !== true) return false;
    const spread = await read(
      'SELECT count(*) AS count FROM pg_catalog.pg_dist_partition WHERE logicalrelid = to_regclass($1)',
      [`${schema}.workspaces`],
    );
    return Number(spread.rows[0]?.['count']) > 0;
  };
  return async () => {
    isSpread ??= look().catch((error) => {
      isSpread = undefined;
      throw error;
    });
    if (!(await isSpread)) return [EVERYWHERE];
    const { rows } = await read(
      `SELECT placement.groupid AS no, json_agg(directory.workspace_id) AS ids FROM workspace_directory AS directory
       JOIN pg_catalog.pg_dist_placement AS placement
         ON placement.shardid = get_shard_id_for_distribution_column($1::regclass, directory.workspace_id)
       WHERE directory.kind = 'workspace' GROUP BY placement.groupid ORDER BY placement.groupid`,
      [`${schema}.workspaces`],
    );
    return rows.map(({ no, ids }) => ({ name: `group ${no}`, workspaceIds: ids as WorkspaceId[] }));
  };
}
