import { PGlite } from '@electric-sql/pglite';
import { keyedMutex } from '#lib/async/keyed-mutex.ts';
import type { Connection, Connections, Execute } from '#storage/postgres/connections.ts';

/** A PGlite database has one session. */
const lock = keyedMutex<PGlite>();

const [INT8, NUMERIC, JSON_OID] = [20, 1700, 114];

/** PostgreSQL compiled to WebAssembly, in this process, for tests without a server. It takes four to nine seconds. */
export const startPglite = (): Promise<PGlite> =>
  PGlite.create({
    parsers: { [INT8]: Number, [NUMERIC]: Number, [JSON_OID]: JSON.parse },
  });

/** Connections to a schema of it. There is one session: whoever has it keeps the others waiting, and nobody else is there
 *  to be heard. */
export function connectPglite(database: PGlite, schema: string): Connections {
  const execute: Execute = async (sql, parameters = []) => {
    const { rows, affectedRows } = await database.query<Record<string, unknown>>(
      sql,
      parameters.map(asDriver),
    );
    return { rows, changes: affectedRows ?? 0 };
  };
  const acquire = async (): Promise<Connection> => {
    const unlock = await lock(database);
    await database.exec(`SET search_path = ${schema}, public`);
    return {
      run: execute,
      runAll: async (statements) => void (await database.exec(statements)),
      release: (isBroken = false) => {
        if (isBroken) void database.exec('ROLLBACK').finally(unlock);
        else unlock();
      },
    };
  };
  const read: Execute = async (sql, parameters) => {
    const connection = await acquire();
    try {
      return await connection.run(sql, parameters);
    } finally {
      connection.release();
    }
  };
  return {
    schema,
    read,
    readBlobs: async (sql, parameters) => {
      const { rows } = await read(sql, parameters);
      return rows.map((row) =>
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? value : new TextEncoder().encode(String(value)),
        ),
      );
    },
    snapshot: async (work) => {
      const connection = await acquire();
      try {
        await connection.runAll('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return await work(connection.run);
      } finally {
        await connection.runAll('COMMIT');
        connection.release();
      }
    },
    acquire,
    unlessSilent: (waiting) => waiting,
    listen: () => () => {},
    close: async () => {},
  };
}

/** As the driver takes it: a Buffer is bytes. */
const asDriver = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(asDriver)
    : Buffer.isBuffer(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : value;
