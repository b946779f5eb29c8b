import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFlusher, type Flusher } from './flusher.ts';

const open = (): Flusher => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-flusher-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return createFlusher(join(folder, 'test-wal'));
};

it('serves all callers that ask during a flush with one more flush', async () => {
  const flusher = open();
  const [first, second, third] = [flusher.flush(), flusher.flush(), flusher.flush()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  await Promise.all([first, second]);
  await flusher.flush();
  await flusher.close();
});

it('serves callers that still wait when it is closed', async () => {
  const flusher = open();
  const waiting = [flusher.flush(), flusher.flush()];
  await flusher.close();
  expect(await Promise.allSettled(waiting)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});
