import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, newKeySecret } from '#keys/key-secret.ts';
import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { layFixture, type Seen, seenIn } from '../helpers/schema-fixtures.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { dropSchemas, newDataDir, removeDataDir, storageSettings } from '../helpers/test-storage.ts';
import { TEST_DATABASE_URL } from './cluster.ts';

/** The last schema in which nodes searched in SQL. */
const FIXTURE = 'postgres-9';

/** What such a node sends to the database, without its triggers and locks of workspaces. */
const OLDER = {
  indexFor: `INSERT INTO search_indexes (workspace_id, knowledge_base_id, index_version, dimensions) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
  insert: `INSERT INTO segments (workspace_id, knowledge_base_id, source_id, revision, index_version, chunk_count, bytes, index_no, token_count, language)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  remove: `DELETE FROM segments WHERE workspace_id = $1 AND source_id = $2 AND ($3::text IS NULL OR index_version = $3)
     RETURNING index_no, first_chunk_no, chunk_count, token_count, language,
       CASE WHEN first_chunk_no IS NOT NULL THEN bytes END AS bytes`,
  keepIndexes: `DELETE FROM search_indexes WHERE workspace_id = $1 AND knowledge_base_id = $2 AND index_version <> ALL($3) RETURNING index_no`,
  keepSegments:
    'DELETE FROM segments WHERE workspace_id = $1 AND knowledge_base_id = $2 AND index_version <> ALL($3)',
  merge: `UPDATE segments SET first_chunk_no = merged.first_chunk_no
     FROM unnest($3::text[], $4::bigint[]) AS merged (source_id, first_chunk_no)
     WHERE workspace_id = $1 AND index_no = $2 AND segments.source_id = merged.source_id`,
  unmerged: `SELECT segments.source_id, segments.language, segments.token_count, segments.segment_no
     FROM search_indexes AS indexes JOIN segments ON segments.workspace_id = indexes.workspace_id AND segments.index_no = indexes.index_no
     WHERE indexes.knowledge_base_id = $1 AND first_chunk_no IS NULL`,
};

const DIRECTORY_ENTRIES = (schema: string): string =>
  `SELECT workspace_id FROM ${schema}.workspace_directory WHERE kind = 'api_key' AND value = $1`;

type Row = Record<string, unknown>;

/** The session of an older node, which listens and sends statements. */
async function startOlderNode(databaseUrl: string, schema: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: schema,
    options: `-c search_path=${schema},public`,
  });
  await client.connect();
  await client.query(`LISTEN "${schema}"`);
  return {
    run: async (sql: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query<Row>(sql, values)).rows,
    stop: () => client.end(),
  };
}

describe.skipIf(!TEST_DATABASE_URL)('an upgrade from nodes that search in SQL (TEST_DATABASE_URL)', () => {
  let dataDir: string;
  let databaseUrl: string;
  let schema: string;
  let seen: Seen;
  let older: Awaited<ReturnType<typeof startOlderNode>>;
  let node: ServerProcess;

  beforeAll(async () => {
    dataDir = newDataDir();
    await layFixture(FIXTURE, dataDir);
    const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = storageSettings(dataDir);
    [databaseUrl, schema] = [DATABASE_URL, `${DATABASE_SCHEMA}_live`];
    seen = seenIn(FIXTURE);
    older = await startOlderNode(databaseUrl, schema);
  });
  afterAll(async () => {
    await older?.stop();
    await node?.stop();
    await removeDataDir(dataDir);
  });

  const madeByOlder = newKeySecret('live');
  const directoryEntries = async (): Promise<number> =>
    (await older.run(DIRECTORY_ENTRIES(schema), [hashSecret(madeByOlder)])).length;
  const idOf = (name: string): string =>
    seen['sources'].find((source: { name: string }) => source.name === name).id;
  const found = async (query: string): Promise<string[]> => {
    const { status, data } = await node.call('POST', '/v1/query', { query, search_type: 'keyword' });
    expect(status).toBe(200);
    return (data as { results: { source_id: string }[] }).results.map((result) => result.source_id);
  };
  const addText = async (name: string, content: string, knowledgeBaseId: string): Promise<string> => {
    const body = { type: 'text', name, content, knowledge_base_id: knowledgeBaseId };
    const { id } = (await node.call('POST', '/v1/knowledge-base/sources', body)).data as { id: string };
    await untilIndexed(id);
    return id;
  };
  const untilIndexed = async (id: string): Promise<void> => {
    const { data } = await node.call('GET', `/v1/knowledge-base/sources/${id}?wait=60`);
    expect(data).toMatchObject({ status: 'indexed' });
  };
  const segmentOf = async (sourceId: string): Promise<Row> => {
    const [row] = await older.run('SELECT * FROM segments WHERE source_id = $1', [sourceId]);
    if (!row) throw new Error(`${sourceId} has no segment.`);
    return row;
  };
  const writeAsOlder = async (row: Row, indexVersion = row['index_version']): Promise<void> => {
    const { workspace_id, knowledge_base_id, source_id, revision, chunk_count, bytes } = row;
    const index = [workspace_id, knowledge_base_id, indexVersion];
    await older.run(OLDER.indexFor, [...index, 256]);
    const [numbered] = await older.run(
      'SELECT index_no FROM search_indexes WHERE workspace_id = $1 AND knowledge_base_id = $2 AND index_version = $3',
      index,
    );
    await older.run(OLDER.remove, [workspace_id, source_id, indexVersion]);
    await older.run(OLDER.insert, [
      workspace_id,
      knowledge_base_id,
      source_id,
      revision,
      indexVersion,
      chunk_count,
      bytes,
      numbered?.['index_no'],
      row['token_count'],
      row['language'],
    ]);
  };

  it('older nodes go on while the first new node waits for a dump to end, before it migrates', async () => {
    const dump = await startOlderNode(databaseUrl, schema);
    await dump.run('BEGIN');
    await dump.run('SELECT FROM knowledge_bases, segments LIMIT 1');
    const starting = startServerProcess({ dataDir, key: seen.keys.live });
    const waiting = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'knowledge_bases'::regclass";
    await expect.poll(() => older.run(waiting), { interval: 20 }).toHaveLength(1);
    await older.run("SET statement_timeout = '30s'");
    expect(await older.run('SELECT FROM knowledge_bases, segments LIMIT 1')).toHaveLength(1);
    await dump.run('COMMIT');
    await dump.stop();
    node = await starting;
  });

  it('a new node takes the keys that an older one makes, and no longer when that removes them', async () => {
    const statusWith = async (key: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${node.baseUrl}/v1/agents`, { headers })).status;
    };
    expect(await statusWith(madeByOlder)).toBe(401);
    const workspace = '(SELECT workspace_id FROM workspaces LIMIT 1)';
    await older.run(
      `INSERT INTO api_keys (workspace_id, key_id, name, scope, secret_hash, last_four, created_at)
       VALUES (${workspace}, 'key_older', 'Made meanwhile', 'admin', $1, 'abcd', 1)`,
      [hashSecret(madeByOlder)],
    );
    expect(await statusWith(madeByOlder)).toBe(200);
    await older.run("DELETE FROM api_keys WHERE key_id = 'key_older'");
    expect(await statusWith(madeByOlder)).toBe(401);
    await older.run(
      `INSERT INTO api_keys (workspace_id, key_id, name, scope, secret_hash, last_four, created_at)
       VALUES (${workspace}, 'key_older', 'Made meanwhile', 'admin', $1, 'abcd', 1)`,
      [hashSecret(madeByOlder)],
    );
    expect(await directoryEntries()).toBe(0);
  });

  it('a new node finds what an older one has written, and not what it has removed, in its next answer', async () => {
    const id = idOf('Opening hours');
    expect(await found('museum ticket')).toContain(id);
    const row = await segmentOf(id);
    await older.run(OLDER.remove, [row['workspace_id'], id, null]);
    expect(await found('museum ticket')).not.toContain(id);
    await writeAsOlder(row);
    expect(await found('museum ticket')).toContain(id);
    await writeAsOlder(row);
    expect(await found('museum ticket')).toContain(id);
  });

  it('a source stays found when an older node builds its index in another version, and gives that up', async () => {
    const id = idOf('Opening hours');
    const row = await segmentOf(id);
    const { workspace_id, knowledge_base_id, index_version } = row;
    await writeAsOlder(row, 'model of tomorrow');
    await writeAsOlder(row, 'model of tomorrow');
    expect(await found('museum ticket')).toContain(id);
    for (const statement of [OLDER.keepIndexes, OLDER.keepSegments])
      await older.run(statement, [workspace_id, knowledge_base_id, [index_version]]);
    expect(await found('museum ticket')).toContain(id);
  });

  it('an older node finds what a new one writes, also in a knowledge base that the new one made', async () => {
    const made = await node.call('POST', '/v1/knowledge-bases', { name: 'Made meanwhile' });
    const base = (made.data as { id: string }).id;
    const content = 'The heron is waiting for the fish that swims in the pond behind the house.';
    const id = await addText('Heron', content, base);
    const [written] = await older.run(OLDER.unmerged, [base]);
    expect(written).toMatchObject({ source_id: id, language: 'en' });
    const [{ token_count: tokens } = {}] = await older.run(
      "SELECT token_count FROM segments WHERE source_id = $1 AND language = 'en'",
      [id],
    );
    expect(Number(tokens)).toBeGreaterThan(5);
    const german = 'Der Reiher wartet auf den Fisch, der im Teich hinter dem Haus schwimmt.';
    await node.call('PATCH', `/v1/knowledge-base/sources/${id}`, { content: german });
    await untilIndexed(id);
    const [replaced] = await older.run(OLDER.unmerged, [base]);
    expect(replaced).toMatchObject({ source_id: id, language: 'de' });
    expect(replaced?.['segment_no']).not.toBe(written?.['segment_no']);
    expect((await node.call('DELETE', `/v1/knowledge-base/sources/${id}`)).status).toBe(204);
    expect(await older.run(OLDER.unmerged, [base])).toEqual([]);
  });

  it('an older node finds nothing of a merged source that a new one has replaced or removed', async () => {
    const base = node.knowledgeBaseId;
    const [first, second] = [
      await addText('First note', 'The otter swims in the river.', base),
      await addText('Second note', 'The badger digs in the wood.', base),
    ];
    const { workspace_id, index_no } = await segmentOf(first);
    await older.run(OLDER.merge, [workspace_id, index_no, [first, second], [70, 71]]);
    for (const chunkNo of [70, 71])
      await older.run(
        "INSERT INTO chunk_vectors (workspace_id, index_no, chunk_no, first_chunk_no, embedding) VALUES ($1, $2, $3, $3, '[1]')",
        [workspace_id, index_no, chunkNo],
      );
    expect(await found('otter')).toEqual([first]);
    await node.call('PATCH', `/v1/knowledge-base/sources/${first}`, { content: 'The lynx sleeps.' });
    await untilIndexed(first);
    expect(await segmentOf(first)).toMatchObject({ first_chunk_no: null });
    await node.call('DELETE', `/v1/knowledge-base/sources/${second}`);
    const vectors = await older.run('SELECT chunk_no FROM chunk_vectors WHERE index_no = $1', [index_no]);
    expect(vectors).toEqual([]);
    expect(await found('lynx')).toEqual([first]);
    expect(await found('otter badger')).toEqual([]);
  });

  it('the tables of older nodes go when the last of them has gone, and the schema is that of a new installation', {
    timeout: 240_000,
  }, async () => {
    const hasTables = async (client: pg.Client) =>
      (await client.query('SELECT to_regclass($1) IS NOT NULL AS is_there', [`${schema}.search_indexes`]))
        .rows[0].is_there;
    const observer = new pg.Client(databaseUrl);
    await observer.connect();
    expect(await hasTables(observer)).toBe(true);
    await older.stop();
    await expect.poll(() => hasTables(observer)).toBe(false);
    const entries = await observer.query(DIRECTORY_ENTRIES(schema), [hashSecret(madeByOlder)]);
    expect(entries.rowCount).toBe(1);
    const id = idOf('Opening hours');
    expect(await found('museum ticket')).toContain(id);
    await node.call('PATCH', `/v1/knowledge-base/sources/${id}`, { content: 'The museum is closed.' });
    await untilIndexed(id);
    expect(await found('museum closed')).toContain(id);
    const fresh = `${schema.replace(/_live$/, '')}_fresh`;
    const engine = await openPostgres({
      databaseUrl,
      databaseSchema: fresh,
      connections: 1,
      environment: 'live',
      indexMemoryBytes: 0,
    });
    await engine.close();
    try {
      for (const environment of ['live', 'sandbox'])
        await expect
          .poll(() => shapeOf(observer, schema.replace(/live$/, environment)))
          .toEqual(await shapeOf(observer, `${fresh}_live`));
    } finally {
      await dropSchemas(databaseUrl, fresh);
      await observer.end();
    }
  });
});

/** The tables of a schema with their columns, indexes, triggers, functions and sequences. */
async function shapeOf(client: pg.Client, schema: string): Promise<unknown> {
  const { rows } = await client.query(
    `SELECT 'column' AS kind, concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS what
       FROM information_schema.columns WHERE table_schema = $1
     UNION ALL SELECT 'index', replace(indexdef, $1, '') FROM pg_indexes WHERE schemaname = $1
     UNION ALL SELECT 'trigger', trigger_name FROM information_schema.triggers WHERE trigger_schema = $1
     UNION ALL SELECT 'function', routine_name FROM information_schema.routines WHERE routine_schema = $1
     UNION ALL SELECT 'sequence', sequence_name FROM information_schema.sequences WHERE sequence_schema = $1
     ORDER BY 1, 2`,
    [schema],
  );
  return rows;
}
