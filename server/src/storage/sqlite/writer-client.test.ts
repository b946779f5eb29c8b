import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createWriterClient, type WriterClient } from './writer-client.ts';

const open = (): WriterClient => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-thread-'));
  const writer = createWriterClient(join(folder, 'test.db'));
  onTestFinished(async () => {
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return writer;
};

it('answers in the order of the statements, with rows and changes', async () => {
  const { run } = open();
  const results = await Promise.all([
    run('CREATE TABLE t (a TEXT, b BLOB)'),
    run('INSERT INTO t VALUES (?, ?), (?, ?)', [
      'x',
      Buffer.from('bytes'),
      null,
      Buffer.from('more').subarray(1),
    ]),
    run('SELECT a, CAST(b AS TEXT) AS b FROM t'),
  ]);
  expect(results.map(({ changes }) => changes)).toEqual([expect.any(Number), 2, 0]);
  expect(results[2]?.rows).toEqual([
    { a: 'x', b: 'bytes' },
    { a: null, b: 'ore' },
  ]);
});

it('throws the error of SQLite with its code', async () => {
  const { run } = open();
  await expect(run('SELECT * FROM nowhere')).rejects.toMatchObject({
    message: expect.stringContaining('no such table'),
    errcode: 1,
  });
  expect((await run('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('starts a new thread for a statement that comes while the old one ends', async () => {
  const writer = open();
  await writer.run('SELECT 1');
  for (let round = 0; round < 5; round++) {
    const closing = writer.close();
    const late = [1, 2, 3].map(() => writer.run('SELECT 2 AS two'));
    await closing;
    for (const { rows } of await Promise.all(late)) expect(rows).toEqual([{ two: 2 }]);
  }
});
