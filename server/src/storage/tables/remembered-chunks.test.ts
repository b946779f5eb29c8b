import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '#storage/sqlite/open-sqlite.ts';
import { createStore, type WorkspaceStore } from '#storage/store.ts';
import { addIndexed, addTenant } from '../../../tests/storage-contract/tenant.ts';

/** A workspace with a source of two chunks, as the service sees it and as a command beside the service. */
async function twoProcesses() {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-remembered-'));
  const open = (isOnlyServer: boolean) =>
    openSqlite({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer });
  const [service, command] = [open(true), open(false)];
  onTestFinished(async () => {
    await command.close();
    await service.close();
    rmSync(dataDir, { recursive: true });
  });
  const tenant = await addTenant(createStore(service));
  const { workspaceId, store } = tenant;
  const sourceId = await addIndexed(tenant, ['acorn', 'birch']);
  const address = (position: number) => ({ sourceId, revision: 1, position });
  /** What a search reads of both chunks. */
  const read = async (scoped: Pick<WorkspaceStore, 'contents'> = store) =>
    (await scoped.contents.chunks([address(0), address(1)])).map(
      (chunk) => chunk && [chunk.text, chunk.tags],
    );
  return { store, sourceId, read, beside: createStore(command).workspace(workspaceId) };
}

const both = (tags: string) => [
  ['acorn', tags],
  ['birch', tags],
];

it('chunks that are read again have what was committed since, by whatever process and in whatever way', async () => {
  const { store, sourceId, read, beside } = await twoProcesses();
  expect(await read()).toEqual(both('[]'));
  for (const round of Array.from({ length: 20 }, (_, i) => i)) {
    const tags = [`tag ${round}`];
    const writer = round % 2 ? store : beside;
    await writer.transaction((tx) => tx.sources.setTags(sourceId, tags), { isLarge: round % 4 > 1 });
    expect(await read()).toEqual(both(JSON.stringify(tags)));
    expect(await read()).toEqual(both(JSON.stringify(tags)));
  }
});

it('a transaction reads what it has not committed yet, and others do not', async () => {
  const { store, sourceId, read } = await twoProcesses();
  expect(await read()).toEqual(both('[]'));
  await store.transaction(async (tx) => {
    await tx.sources.setTags(sourceId, ['new']);
    expect(await read(tx)).toEqual(both('["new"]'));
    expect(await read()).toEqual(both('[]'));
  });
  expect(await read()).toEqual(both('["new"]'));
});

it('reads that a commit overtakes leave nothing behind that is out of date', async () => {
  const { store, sourceId, read } = await twoProcesses();
  for (const round of Array.from({ length: 50 }, (_, i) => i)) {
    const reading = [read(), read()];
    const writing = store.transaction((tx) => tx.sources.setTags(sourceId, [`${round}`]));
    reading.push(read(), read());
    await Promise.all([...reading, writing]);
    expect(await read()).toEqual(both(`["${round}"]`));
  }
});

it('the text of a source that was removed is not read again', async () => {
  const { store, sourceId, read, beside } = await twoProcesses();
  expect(await read()).toEqual(both('[]'));
  const source = await store.sources.find(sourceId);
  if (source) await beside.transaction((tx) => tx.sources.remove(source));
  expect(await read()).toEqual([undefined, undefined]);
});
