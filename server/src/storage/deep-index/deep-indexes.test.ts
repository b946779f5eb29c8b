import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import { newId } from '#lib/ids.ts';
import { openSqlite } from '#storage/sqlite/open-sqlite.ts';
import { createStore } from '#storage/store.ts';
import { DEEP_MODEL, understand } from '../../../tests/storage-contract/read-chunks.ts';
import { addIndexed, addTenant, newKnowledgeBase } from '../../../tests/storage-contract/tenant.ts';
import { createDeepIndexes } from './deep-indexes.ts';

/** Two knowledge bases with sources that a model has read. */
async function twoBases() {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-deep-'));
  const engine = openSqlite({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  onTestFinished(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  const ours = await addTenant(createStore(engine));
  const other = newId('knowledgeBase');
  await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
  const read = async (knowledgeBaseId: KnowledgeBaseId) => {
    const sourceId = await addIndexed(ours, ['acorn', 'birch'], { knowledge_base_id: knowledgeBaseId });
    await understand({ ...ours, knowledgeBaseId }, sourceId, [0, 1]);
    return sourceId;
  };
  const bases = [ours.knowledgeBaseId, other] as const;
  /** What a search knows of them. */
  const known = (...ids: KnowledgeBaseId[]) => ours.store.knowledgeBases.indexVersions(ids);
  return { engine, ours, bases, known, read };
}

it('only the bases that were searched last stay in memory, and a search gets all of its own', async () => {
  const { engine, ours, bases, known, read } = await twoBases();
  for (const base of bases) await read(base);
  const address = { workspaceId: ours.workspaceId, modelId: DEEP_MODEL };
  const roomy = createDeepIndexes(engine, 1e9);
  expect(roomy.byteSize()).toBe(0);
  const both = await roomy.open({ ...address, bases: await known(...bases) });
  expect(both.map(({ rowCount }) => rowCount)).toEqual([1, 1]);
  const oneSize = roomy.byteSize() / 2;

  const tight = createDeepIndexes(engine, 0);
  for (const knowledgeBaseId of [...bases, ...bases]) {
    const [opened] = await tight.open({ ...address, bases: await known(knowledgeBaseId) });
    expect(opened?.rowCount).toBe(1);
    expect(tight.byteSize()).toBe(oneSize);
  }
  const all = await tight.open({ ...address, bases: await known(...bases) });
  expect(all.map(({ rowCount }) => rowCount)).toEqual([1, 1]);
});

it('later searches read only what was written since, and notice what is gone', async () => {
  const { engine, ours, bases, known, read } = await twoBases();
  const [base] = bases;
  const statements: string[] = [];
  const recorded = engine.reads.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const indexes = createDeepIndexes({ reads: recorded }, 1e9);
  const open = async () => {
    const address = { workspaceId: ours.workspaceId, modelId: DEEP_MODEL, bases: await known(base) };
    statements.length = 0;
    const [index] = await indexes.open(address);
    return { rows: index?.rowCount, statements: statements.length };
  };
  const sources = [await read(base), await read(base), await read(base)];
  expect((await open()).rows).toBe(3);
  // Nothing has changed.
  expect((await open()).statements).toBe(0);
  await read(base);
  expect(await open()).toMatchObject({ rows: 4 });
  const [first, second] = sources;
  for (const source_id of [first, second])
    if (source_id)
      await ours.store.transaction((tx) => tx.sources.remove({ source_id, knowledge_base_id: base }));
  expect(await open()).toMatchObject({ rows: 2 });
});

it('a search after one that could not read the vectors reads them', async () => {
  const { engine, ours, bases, known, read } = await twoBases();
  const [base] = bases;
  await read(base);
  let isFaulty = true;
  const faulty = engine.reads.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFaulty && result.rows.some((row) => 'bytes' in row)) throw new Error('The disk is gone.');
      return result;
    },
  });
  const indexes = createDeepIndexes({ reads: faulty }, 1e9);
  const open = async () =>
    await indexes.open({ workspaceId: ours.workspaceId, modelId: DEEP_MODEL, bases: await known(base) });
  const outcomes = await Promise.allSettled([open(), open()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFaulty = false;
  const [index] = await open();
  expect(index?.rowCount).toBe(1);
});

it('a model that is no longer used takes no memory', async () => {
  const { engine, ours, bases, known, read } = await twoBases();
  const [base, other] = bases;
  for (const each of bases) await read(each);
  const indexes = createDeepIndexes(engine, 1e9);
  const address = { workspaceId: ours.workspaceId, modelId: DEEP_MODEL };
  await indexes.open({ ...address, bases: await known(...bases) });
  const both = indexes.byteSize();
  await indexes.open({ ...address, modelId: 'reader/2', bases: await known(base) });
  expect(indexes.byteSize()).toBe(both / 2);
  await indexes.open({ ...address, modelId: 'reader/2', bases: await known(other) });
  expect(indexes.byteSize()).toBe(0);
});
