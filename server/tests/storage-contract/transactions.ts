import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { type Context, claimAll, heardAll, listenTo } from './context.ts';
import { furnish, type Ids } from './furnish.ts';
import { newHistoryEntry } from './source-history.ts';
import {
  newAgent,
  newCrawl,
  newJob,
  newKey,
  newKnowledgeBase,
  newMessage,
  newPage,
  newSource,
  readAll,
  search,
  type Tenant,
  writeIndexed,
} from './tenant.ts';

/** Changes every table. */
async function changeEverything(
  tx: WorkspaceTransaction,
  ours: Tenant,
  { sourceId, crawlId }: Pick<Ids, 'sourceId' | 'crawlId'>,
): Promise<void> {
  const { knowledgeBaseId, agentId, keyId } = ours;
  const added = newSource(knowledgeBaseId, { tags: ['tea'], crawl_id: crawlId, duplicate_of: sourceId });
  await tx.workspace.update({ name: 'changed' });
  await tx.keys.revoke(keyId, 9);
  await tx.keys.insert(newKey(newId('apiKey')));
  const base = newId('knowledgeBase');
  await tx.knowledgeBases.insert(newKnowledgeBase(base));
  await tx.agents.insert(newAgent(newId('agent')));
  await tx.agents.setKnowledgeBases(agentId, [base, knowledgeBaseId]);
  await tx.sources.insert(added);
  await tx.contents.insertFile(added.source_id, 1, [Buffer.from('acorn')]);
  await writeIndexed(tx, { sourceId: added.source_id, knowledgeBaseId, chunks: ['acorn'], language: 'de' });
  await tx.jobs.insert(newJob(added.source_id));
  await tx.sourceHistory.insert([newHistoryEntry(added.source_id, 'acorn')]);
  await tx.conversations.append(agentId, 'session-2', [newMessage('user', 'Hello')], [], 9);
  const crawl = await tx.crawls.insert(newCrawl(knowledgeBaseId));
  await tx.crawls.addPages(crawl.crawl_id, [newPage('a')]);
  await tx.crawls.addPages(crawlId, [newPage('a')]);
  const outcome = { status: 'added', source_id: added.source_id, reason: null } as const;
  await tx.crawls.settlePage({ crawl_id: crawlId, position: 3 }, outcome);
  await tx.crawls.update(crawlId, { status: 'completed', ended_at: 9 });
  await tx.sources.remove({ source_id: sourceId, knowledge_base_id: knowledgeBaseId });
}

/** The store contract for transactions. */
export function transactionsContract(context: () => Context, options: { isLarge: boolean }): void {
  it('a transaction commits everything it writes', async () => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    await search(ours, 'acorn');
    await ours.store.transaction((tx) => changeEverything(tx, ours, furniture), options);
    const after = await readAll(ours, 'acorn');
    expect(after).toMatchObject({ workspace: { name: 'changed' }, languages: ['de'] });
    expect(after.sources).toMatchObject([{ crawl_id: furniture.crawlId, duplicate_of: null }]);
    expect(after.crawls).toMatchObject([
      { crawl: { status: 'running' }, counts: { waiting: 1 } },
      {
        crawl: { status: 'completed', ended_at: 9 },
        counts: { waiting: 1, added: 2, skipped: 1, failed: 1 },
      },
    ]);
    expect(after.found.map((hit) => hit.sourceId)).toEqual([after.sources[0]?.source_id]);
    expect((await claimAll(store)).map((job) => job.subject_id)).toEqual([after.sources[0]?.source_id]);
  });

  it.each<[string, (tx: WorkspaceTransaction, ours: Tenant) => Promise<unknown>]>([
    ['the caller throws', () => Promise.reject(new Error('on purpose'))],
    ['a key is inserted twice', (tx, { keyId }) => tx.keys.insert(newKey(keyId))],
    ['a row refers to a missing knowledge base', (tx) => tx.sources.insert(newSource('kb_nowhere'))],
  ])('nothing changes in rows, jobs or search, and no listener is notified, when %s', async (_, fail) => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    const before = await readAll(ours, 'acorn');
    const heard = listenTo(store);
    const failing = ours.store.transaction(async (tx) => {
      await changeEverything(tx, ours, furniture);
      await fail(tx, ours);
    }, options);
    await expect(failing).rejects.toThrow();
    expect(await readAll(ours, 'acorn')).toEqual(before);
    expect(await heardAll(ours, heard)).toEqual([]);
    expect((await claimAll(store)).map((job) => job.subject_id)).toEqual([furniture.sourceId]);
  });

  it('a transaction returns what its work returns and throws what it throws', async () => {
    const { ours } = context();
    expect(await ours.store.transaction(async () => 42, options)).toBe(42);
    const fault = new Error('mine');
    const failing = ours.store.transaction(async () => Promise.reject(fault), options);
    await expect(failing).rejects.toBe(fault);
  });

  it('a transaction sees its own writes, and others see them only after the commit', async ({ skip }) => {
    const { ours, isInWebAssembly } = context();
    if (isInWebAssembly) skip('whoever reads waits for the transaction');
    await ours.store.transaction(async (tx) => {
      await tx.workspace.update({ name: 'new' });
      expect((await tx.workspace.get()).name).toBe('new');
      expect((await ours.store.workspace.get()).name).toBe('0');
    }, options);
    expect((await ours.store.workspace.get()).name).toBe('new');
  });

  const increment = (tenant: Tenant, isFailing: boolean, more = options): Promise<void> =>
    tenant.store.transaction(async (tx) => {
      const { name } = await tx.workspace.get();
      await tx.workspace.update({ name: String(Number(name) + 1) });
      if (isFailing) throw new Error('on purpose');
    }, more);

  it('transactions do not interleave: 50 concurrent increments add up', async () => {
    const { ours } = context();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        // Every fifth transaction uses the other size.
        increment(ours, false, index % 5 === 0 ? { isLarge: !options.isLarge } : options),
      ),
    );
    expect((await ours.store.workspace.get()).name).toBe('50');
  });

  it('failed transactions among many leave no trace', async () => {
    const { ours } = context();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => increment(ours, index % 3 === 0)),
    );
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(20);
    expect((await ours.store.workspace.get()).name).toBe('40');
  });

  it('readers see both writes of a transaction or neither', async () => {
    const { ours } = context();
    let isDone = false;
    const writing = (async () => {
      for (let round = 0; round < 20; round++) {
        await ours.store.transaction(async (tx) => {
          await tx.sources.insert(newSource(ours.knowledgeBaseId));
          await tx.sources.insert(newSource(ours.knowledgeBaseId));
        }, options);
      }
      isDone = true;
    })();
    const counts = new Set<number>();
    while (!isDone) {
      counts.add((await ours.store.sources.ids({})).length);
      await new Promise(setImmediate);
    }
    await writing;
    expect([...counts].filter((count) => count % 2 === 1)).toEqual([]);
    expect((await ours.store.sources.ids({})).length).toBe(40);
  });
}
