import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { storageSettings, TEST_ENGINE } from './test-storage.ts';

/** What is written by requests, and the column that says by which key: it begins with the id of the key. */
const WATCHED = {
  sources: 'name',
  agents: 'name',
  knowledge_bases: 'name',
  evaluations: 'name',
  api_keys: 'name',
  messages: 'text',
};
const KEY_ID_CHARACTERS = 29;

type Run = (sql: string) => Promise<Record<string, unknown>[]>;

/** Has the database of the live environment note each row that is written or deleted in the name of a key when that key is
 *  revoked already: it knows the order of its commits best. To be called while the service has nothing to do.
 *  run: a statement on its tables. */
export async function watchLateWrites(run: Run): Promise<{ late(): Promise<string[]> }> {
  await run('CREATE TABLE late_writes (what TEXT)');
  for (const statement of TEST_ENGINE === 'postgres' ? postgresTriggers() : sqliteTriggers())
    await run(statement);
  return { late: async () => (await run('SELECT what FROM late_writes')).map(({ what }) => String(what)) };
}

const EVENTS = [
  ['INSERT', 'NEW'],
  ['UPDATE', 'NEW'],
  ['DELETE', 'OLD'],
] as const;

const sqliteTriggers = (): string[] =>
  Object.entries(WATCHED).flatMap(([table, column]) =>
    EVENTS.map(
      ([event, row]) => `
        CREATE TRIGGER late_${event}_${table} AFTER ${event === 'UPDATE' ? `UPDATE OF ${column}` : event} ON ${table}
        WHEN EXISTS (SELECT 1 FROM api_keys WHERE key_id = substr(${row}.${column}, 1, ${KEY_ID_CHARACTERS}) AND revoked_at IS NOT NULL)
        BEGIN INSERT INTO late_writes VALUES ('${event} ${table} ' || ${row}.${column}); END`,
    ),
  );

const postgresTriggers = (): string[] => [
  `CREATE FUNCTION note_late_write() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE said text := (CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END) ->> TG_ARGV[0];
     BEGIN
       IF EXISTS (SELECT 1 FROM api_keys WHERE key_id = left(said, ${KEY_ID_CHARACTERS}) AND revoked_at IS NOT NULL) THEN
         INSERT INTO late_writes VALUES (TG_OP || ' ' || TG_TABLE_NAME || ' ' || said);
       END IF;
       RETURN NULL;
     END $$`,
  ...Object.entries(WATCHED).map(
    ([table, column]) => `
      CREATE TRIGGER late_write AFTER INSERT OR UPDATE OF ${column} OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION note_late_write('${column}')`,
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
