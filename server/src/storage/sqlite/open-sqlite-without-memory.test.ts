import { afterAll } from 'vitest';
import { createStore } from '#storage/store.ts';
import { newDataDir, removeDataDir } from '../../../tests/helpers/test-storage.ts';
import { storeContract } from '../../../tests/storage-contract/store-contract.ts';
import { openSqlite } from './open-sqlite.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map(removeDataDir)));

// One index stays at a time, and each is loaded from its rows again and again.
storeContract('the embedded engine without memory', () => {
  const dataDir = newDataDir();
  folders.push(dataDir);
  return createStore(openSqlite({ dataDir, environment: 'live', indexMemoryBytes: 0, isOnlyServer: true }), {
    deepMemoryBytes: 0,
  });
});
