import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '#storage/open-store.ts';
import { addTenant } from '../../tests/storage-contract/tenant.ts';
import { committingTogether } from './commit-together.ts';

/** commit: queues a job for each text, but throws at `bad`. commits: what each transaction did, in their order. */
async function openQueue() {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-commits-'));
  const engine = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  onTestFinished(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  const commits: string[][] = [];
  const commit = committingTogether(async (tx, texts: readonly string[]) => {
    commits.push([...texts]);
    for (const subjectId of texts) {
      await tx.jobs.insert({ kind: 'x', lane: 'network', subject_id: subjectId, payload: '{}', run_at: 0 });
      if (subjectId === 'bad') throw new Error('bad');
    }
    return texts.map((text) => text.toUpperCase());
  });
  const open = async () => {
    const { store } = await addTenant(engine);
    return {
      add: (text: string, sizeBytes = 1) => commit(store, { subjectId: text, sizeBytes, work: text }),
      isStored: (text: string) => store.transaction((tx) => tx.jobs.isQueued(text)),
    };
  };
  return { commits, open };
}

it('sources that are ready while another is committed are committed together after it', async () => {
  const { commits, open } = await openQueue();
  const { add } = await open();
  expect(await Promise.all(['a', 'b', 'c'].map((text) => add(text)))).toEqual(['A', 'B', 'C']);
  expect(await add('d')).toBe('D');
  expect(commits).toEqual([['a'], ['b', 'c'], ['d']]);
});

it('at most 64 sources are committed together', async () => {
  const { commits, open } = await openQueue();
  const { add } = await open();
  await Promise.all(Array.from({ length: 100 }, (_, index) => add(`${index}`)));
  expect(commits.map((texts) => texts.length)).toEqual([1, 64, 35]);
});

it('one that fails leaves nothing, and the others with which it was to be committed are kept', async () => {
  const { open } = await openQueue();
  const { add, isStored } = await open();
  const added = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((text) => add(text)));
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  const stored: boolean[] = [];
  for (const text of ['a', 'b', 'bad', 'c']) stored.push(await isStored(text));
  expect(stored).toEqual([true, true, false, true]);
});

it('a large source, and a second revision of the same source, wait for a transaction of their own', async () => {
  const { commits, open } = await openQueue();
  const { add } = await open();
  await Promise.all([add('a'), add('b'), add('large', 2_000_000), add('c'), add('d'), add('c')]);
  expect(commits).toEqual([['a'], ['b'], ['large'], ['c', 'd'], ['c']]);
});

it('workspaces do not wait for each other, and share no transaction', async () => {
  const { commits, open } = await openQueue();
  const [ours, theirs] = [await open(), await open()];
  await Promise.all([ours.add('a'), theirs.add('b'), ours.add('c'), theirs.add('d')]);
  expect(commits.toSorted()).toEqual([['a'], ['b'], ['c'], ['d']]);
});
