import { setTimeout as sleep } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Engine, Part } from '#storage/engine.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';

/** A part that does not answer for so long is away. */
const PART_MS = 1_500;

/** All workspaces, on whatever machine: asking fails if one of them is away. */
export const EVERYWHERE: Part = { name: 'all', workspaceIds: null };

type Restrictable<Query> = { where(condition: Expression<SqlBool>): Query };

/** Restricts a query to the workspaces of a part. columns: that of each table, because Citus looks at each. */
export const within =
  ({ workspaceIds }: Part, ...columns: readonly string[]) =>
  <Query extends Restrictable<Query>>(query: Query): Query => {
    if (workspaceIds === null) return query;
    return columns.reduce(
      (restricted, column) =>
        restricted.where(sql<SqlBool>`${sql.ref(column)} = ANY (${workspaceIds}::text[])`),
      query,
    );
  };

/** Reads rows of all workspaces, except those in parts that are away: work for the others goes on. */
export async function readParts<Row>(
  engine: Pick<Engine, 'parts'>,
  read: (part: Part) => Promise<Row[]>,
): Promise<Row[]> {
  const results = await Promise.allSettled((await engine.parts()).map(read));
  const failed = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failed)
    if (failed.length === results.length || !(reason instanceof StorageUnavailableError)) throw reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** Whether each part answers; nothing if there is only one. A question that still hangs is not asked again. */
export function partStates(engine: Engine): () => Promise<Record<string, 'ok' | 'failing'>> {
  const asked = new Map<string, Promise<boolean>>();
  const ask = ({ name, workspaceIds }: Part): Promise<boolean> => {
    const known = asked.get(name);
    if (known) return known;
    const asking = engine.reads
      .selectFrom('workspaces')
      .select('workspace_id')
      .where('workspace_id', 'in', workspaceIds?.slice(0, 1) ?? [])
      .execute()
      .then(
        () => true,
        () => false,
      )
      .finally(() => asked.delete(name));
    asked.set(name, asking);
    return asking;
  };
  return async () => {
    const parts = (await engine.parts()).filter(({ workspaceIds }) => workspaceIds !== null);
    const states = parts.map(async (part) => {
      const isOk = await Promise.race([ask(part), sleep(PART_MS, false, { ref: false })]);
      return [part.name, isOk ? 'ok' : 'failing'] as const;
    });
    return Object.fromEntries(await Promise.all(states));
  };
}
