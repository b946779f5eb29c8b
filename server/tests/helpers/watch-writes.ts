import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { storageSettings, TEST_ENGINE } from './test-storage.ts';

/** What requests write: the column that names the key, whose id it begins with, and the column of the row's own id. */
const WATCHED = {
  sources: ['name', 'source_id'],
  agents: ['name', 'agent_id'],
  knowledge_bases: ['name', 'knowledge_base_id'],
  evaluations: ['name', 'evaluation_id'],
  api_keys: ['name', 'key_id'],
  messages: ['text', 'message_id'],
  invitations: ['email', 'invitation_id'],
  webhooks: ['description', 'webhook_id'],
} as const;
const KEY_ID_CHARACTERS = 29;

export type WatchedTable = keyof typeof WATCHED;

type Run = (sql: string) => Promise<Record<string, unknown>[]>;

/** The writes of requests, as the database saw them: `INSERT agents A name` or `DELETE agents agt_…`. */
export type WatchedWrites = {
  /** Those committed after the key they were made with was revoked. */
  late(): Promise<string[]>;
  /** All of them since the watch began. A row that is deleted is named by its id. */
  all(): Promise<Set<string>>;
};

/** Makes the database of the live environment note each row that is written or deleted, and whether the key that its text
 *  names was revoked already: nothing knows the order of commits better. Call it while the service is idle.
 *  run: runs a statement on the tables of that environment. */
export async function watchWrites(run: Run): Promise<WatchedWrites> {
  await run('CREATE TABLE watched_writes (what TEXT, id TEXT, is_late INTEGER)');
  for (const statement of TEST_ENGINE === 'postgres' ? postgresTriggers() : sqliteTriggers())
    await run(statement);
  return {
    late: async () =>
      (await run('SELECT what FROM watched_writes WHERE is_late = 1')).map(({ what }) => String(what)),
    all: async () =>
      new Set((await run('SELECT what, id FROM watched_writes')).map(({ what, id }) => String(id ?? what))),
  };
}

const EVENTS = [
  ['INSERT', 'NEW'],
  ['UPDATE', 'NEW'],
  ['DELETE', 'OLD'],
] as const;

const sqliteTriggers = (): string[] =>
  Object.entries(WATCHED).flatMap(([table, [column, id]]) =>
    EVENTS.map(
      ([event, row]) => `
        CREATE TRIGGER watched_${event}_${table} AFTER ${event === 'UPDATE' ? `UPDATE OF ${column}` : event} ON ${table}
        BEGIN INSERT INTO watched_writes VALUES (
          '${event} ${table} ' || coalesce(${row}.${column}, ''),
          ${event === 'DELETE' ? `'DELETE ${table} ' || OLD.${id}` : 'NULL'},
          EXISTS (SELECT 1 FROM api_keys WHERE key_id = substr(${row}.${column}, 1, ${KEY_ID_CHARACTERS}) AND revoked_at IS NOT NULL)
        ); END`,
    ),
  );

const postgresTriggers = (): string[] => [
  `CREATE FUNCTION watch_write() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE
       changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
       said text := coalesce(changed ->> TG_ARGV[0], '');
     BEGIN
       INSERT INTO watched_writes VALUES (
         TG_OP || ' ' || TG_TABLE_NAME || ' ' || said,
         CASE TG_OP WHEN 'DELETE' THEN 'DELETE ' || TG_TABLE_NAME || ' ' || (changed ->> TG_ARGV[1]) END,
         (EXISTS (SELECT 1 FROM api_keys WHERE key_id = left(said, ${KEY_ID_CHARACTERS}) AND revoked_at IS NOT NULL))::int
       );
       RETURN NULL;
     END $$`,
  ...Object.entries(WATCHED).map(
    ([table, [column, id]]) => `
      CREATE TRIGGER watched_write AFTER INSERT OR UPDATE OF ${column} OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION watch_write('${column}', '${id}')`,
  ),
];

/** Runs statements on the live environment of the service of a folder. */
export const statementsOn =
  (dataDir: string): Run =>
  async (sql) => {
    if (TEST_ENGINE === 'postgres') return await runOnPostgres(dataDir, sql);
    const database = new DatabaseSync(join(dataDir, 'live.db'));
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };

async function runOnPostgres(dataDir: string, sql: string): Promise<Record<string, unknown>[]> {
  const { DATABASE_URL, DATABASE_SCHEMA } = storageSettings(dataDir);
  const client = new pg.Client({
    connectionString: DATABASE_URL,
    options: `-c search_path=${DATABASE_SCHEMA}_live,public`,
  });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
