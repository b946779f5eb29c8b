import type { Connections, Execute } from './connections.ts';
import { FILL_DIRECTORY } from './migrations/0011-workspace-directory.ts';
import { dropSqlSearch } from './sql-search-tables.ts';

/** The connections of a node that keeps the directory of workspaces have this name: of schema 11 or a later one. */
export const sessionNameOf = (schema: string): string => `footnote 11 ${schema}`;

/** How often a node looks for older ones. It takes two looks without one: when the database restarts, all connections are
 *  gone for some seconds. */
const LOOK_EVERY_MS = 30_000;

/** Older nodes may run on beside newer ones until they are replaced one by one. Once none is connected, adds to the directory
 *  what they have made meanwhile, and removes the tables in which they searched. */
export function watchOlderNodes(connections: Connections, onFault: (error: unknown) => void) {
  let vainLooks = 0;
  let areGone = false;
  const look = async (): Promise<void> => {
    vainLooks = (await isOlderConnected(connections)) ? 0 : vainLooks + 1;
    if (vainLooks < 2) return;
    if (!areGone) await fillDirectory(connections);
    areGone = true;
    if (!(await dropSqlSearch(connections))) clearInterval(timer);
  };
  const timer = setInterval(() => void look().catch(onFault), LOOK_EVERY_MS).unref();
  void look().catch(onFault);
  return {
    areGone: (): boolean => areGone,
    stop: (): void => clearInterval(timer),
  };
}

/** The oldest nodes call their connections like the schema, unless DATABASE_URL says otherwise. Each has one that listens,
 *  which has run nothing else since; that statement is hidden from roles that may not see the sessions of others. */
async function isOlderConnected({ read, schema }: { read: Execute; schema: string }): Promise<boolean> {
  const { rows } = await read(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()
       AND (application_name IN (left($1, 63), left($2, 63)) OR (query = $3 AND application_name <> left($4, 63)))`,
    [schema, `footnote ${schema}`, `LISTEN "${schema}"`, sessionNameOf(schema)],
  );
  return Number(rows[0]?.['count']) > 0;
}

async function fillDirectory(connections: Connections): Promise<void> {
  const connection = await connections.acquire();
  let isBroken = true;
  try {
    await connection.runAll(FILL_DIRECTORY);
    isBroken = false;
  } finally {
    connection.release(isBroken);
  }
}
