import { expect, it } from 'vitest';
import { connectPglite, startPglite } from '../../../tests/helpers/pglite-connections.ts';
import { copyOut } from './copy-out.ts';

it('PGlite reads blobs as PostgreSQL does', async () => {
  await using database = await startPglite();
  const { readBlobs } = connectPglite(database, 'public');
  await database.exec(
    "CREATE TABLE blobs (id int, bytes bytea); INSERT INTO blobs VALUES (1, '\\x00ff'), (2, '')",
  );
  expect(await readBlobs("SELECT bytes, 'ü' AS name FROM blobs WHERE id > $1 ORDER BY id", [0])).toEqual([
    [new Uint8Array([0, 255]), new Uint8Array([0xc3, 0xbc])],
    [new Uint8Array(0), new Uint8Array([0xc3, 0xbc])],
  ]);
});

it.each([[1.5], [Number.NaN], [2 ** 60]])('COPY refuses the parameter %s', (value) => {
  const { query } = copyOut('SELECT bytes FROM blobs WHERE id = $1', [value]);
  expect(() => query.submit({} as never)).toThrow('COPY takes strings and integers');
});
