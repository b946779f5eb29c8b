import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createStore } from '#storage/store.ts';
import { storeContract } from '../../../tests/storage-contract/store-contract.ts';
import { openSqlite } from './open-sqlite.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// One index stays at a time, and each is loaded from its rows again and again.
storeContract('the embedded engine without memory', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-sqlite-'));
  folders.push(dataDir);
  return createStore(openSqlite({ dataDir, environment: 'live', indexMemoryBytes: 0, isOnlyServer: true }), {
    deepMemoryBytes: 0,
  });
});
