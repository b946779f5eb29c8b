import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { patiently } from '#lib/async/patience.ts';
import type { Connections } from '#storage/postgres/connections.ts';
import { sessionNameOf } from '#storage/postgres/older-nodes.ts';
import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { openPostgresSnapshot } from '#storage/postgres/open-snapshot.ts';
import { createPool } from '#storage/postgres/pool.ts';
import { createTransactions } from '#storage/postgres/transactions.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { TEST_DATABASE_URL } from './cluster.ts';

describe.skipIf(!TEST_DATABASE_URL)('connections to PostgreSQL (TEST_DATABASE_URL)', () => {
  const databaseUrl = TEST_DATABASE_URL ?? '';
  const schema = `pool_${randomUUID().slice(0, 8)}`;
  let connections: Connections;
  let beside: pg.Client;
  beforeAll(async () => {
    beside = new pg.Client(databaseUrl);
    await beside.connect();
    await beside.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.things (id int, name text)`);
    connections = createPool({ databaseUrl, schema, connections: 3 });
  });
  afterAll(async () => {
    await connections?.close();
    await beside?.query(`DROP SCHEMA ${schema} CASCADE`);
    await beside?.end();
  });
  const transactions = () => createTransactions(connections, { tell: () => {}, sign: () => '' });
  const prepared = async (): Promise<string[]> => {
    const { rows } = await connections.read(
      'SELECT statement FROM pg_prepared_statements ORDER BY statement',
    );
    return rows.map(({ statement }) => String(statement));
  };

  it('a statement of a request ends after 9 s, in the database too; that of a job goes on', {
    timeout: 60_000,
  }, async () => {
    const startedAt = performance.now();
    const job = patiently(() => connections.read('SELECT pg_sleep(12), 1 AS job'));
    const error = await connections.read('SELECT pg_sleep(40)').catch((error) => error);
    expect(error).toBeInstanceOf(StorageUnavailableError);
    expect(error.message).toBe('The database did not answer within 9 seconds.');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const running = async (): Promise<number> => {
      const { rows } = await beside.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query LIKE '%pg_sleep(40)%'`,
        [sessionNameOf(schema)],
      );
      return rows.length;
    };
    await expect.poll(running, { timeout: 30_000 }).toBe(0);
    expect((await job).rows[0]?.['job']).toBe(1);
  });

  it('statements of transactions are prepared once they are seen again', async () => {
    const inTransaction = transactions();
    for (let round = 0; round < 4; round++)
      await inTransaction(async ({ connection }) => {
        await connection.run('INSERT INTO things VALUES ($1, $2)', [round, 'thing']);
      }, {});
    expect(await prepared()).toContain('INSERT INTO things VALUES ($1, $2)');
  });

  it('a transaction whose table was altered meanwhile runs again, and commits once', async () => {
    const inTransaction = transactions();
    const sql = 'INSERT INTO things VALUES ($1, $2) RETURNING *';
    let runs = 0;
    const add = (name: string) =>
      inTransaction(async ({ connection }) => {
        runs++;
        const { rows } = await connection.run(sql, [7, name]);
        return rows[0];
      }, {});
    for (let round = 0; round < 4; round++) await add('before');
    expect(await prepared()).toContain(sql);
    await beside.query(`ALTER TABLE ${schema}.things ADD COLUMN colour text DEFAULT 'red'`);
    runs = 0;
    expect(await add('after')).toEqual({ id: 7, name: 'after', colour: 'red' });
    expect(runs).toBe(2);
    const { rows } = await connections.read("SELECT count(*)::int AS count FROM things WHERE name = 'after'");
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('blobs of all sizes come as they were written, with parameters of any characters', {
    timeout: 60_000,
  }, async () => {
    const blobs = [0, 1, 3, 70_000, 3_000_000].map((length) => randomBytes(length));
    await beside.query(`CREATE TABLE ${schema}.blobs (id int, name text, bytes bytea)`);
    const name = `it's \\ $1 ${'ü'.repeat(3)}`;
    for (const [id, bytes] of blobs.entries())
      await beside.query(`INSERT INTO ${schema}.blobs VALUES ($1, $2, $3)`, [id - 2, name, bytes]);
    const sql = 'SELECT bytes, name FROM blobs WHERE name = $2 AND id >= $1 ORDER BY id';
    const rows = await connections.readBlobs(sql, [-2, name]);
    expect(rows.map(([bytes]) => Buffer.from(bytes ?? []).equals(blobs.shift() ?? randomBytes(1)))).toEqual(
      Array(5).fill(true),
    );
    expect(new Set(rows.map(([, text]) => new TextDecoder().decode(text)))).toEqual(new Set([name]));
    expect(await connections.readBlobs(sql, [9, name])).toEqual([]);
    await expect(connections.readBlobs('SELECT nothing FROM blobs')).rejects.toThrow('nothing');
    await expect(connections.readBlobs('SELECT NULL::bytea')).rejects.toThrow('null');
    expect(await connections.readBlobs("SELECT '\\x0102'::bytea")).toEqual([[new Uint8Array([1, 2])]]);
  });

  it('a snapshot takes several statements at once, and the driver warns of nothing', async () => {
    const options = { databaseUrl, databaseSchema: schema, environment: 'live' } as const;
    const engine = await openPostgres({ ...options, connections: 2, indexMemoryBytes: 0 });
    onTestFinished(() => void beside.query(`DROP SCHEMA ${schema}_live CASCADE`));
    await engine.close();
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const snapshot = await openPostgresSnapshot(options);
    onTestFinished(() => snapshot.close());
    const counts = await Promise.all(
      (['sources', 'agents', 'jobs'] as const).map((table) =>
        snapshot.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirst(),
      ),
    );
    expect(counts).toEqual([{ count: 0 }, { count: 0 }, { count: 0 }]);
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  it('a read whose table was altered meanwhile runs again', async () => {
    const sql = 'SELECT * FROM things LIMIT 1';
    for (let round = 0; round < 6; round++) await connections.read(sql);
    await beside.query(`ALTER TABLE ${schema}.things ADD COLUMN weight int`);
    expect((await connections.read(sql)).rows[0]).toHaveProperty('weight');
  });
});
