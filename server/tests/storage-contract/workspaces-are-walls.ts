import { beforeEach, expect, it } from 'vitest';
import { type Context, claimAll, heardAll, listenTo } from './context.ts';
import { furnish, type Ids } from './furnish.ts';
import { READS, WRITES } from './reads-and-writes.ts';
import { addTenant, newPage, readAll, search, type Tenant } from './tenant.ts';

/** The store contract for isolation between workspaces. */
export function workspacesAreWalls(context: () => Context): void {
  let ids: Ids;
  let others: Tenant;
  beforeEach(async () => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    others = await addTenant(store);
    const [job] = await claimAll(store);
    if (!job) throw new Error('The job was not claimed.');
    ids = { ...ours, ...furniture, job };
  });

  it.each(READS)('%s shows nothing of another workspace', async (_, read) => {
    const theirs = await read(others.store, ids);
    const own = await read(ids.store, ids);
    expect(theirs).not.toEqual(own);
    const { workspaceId, keyId, knowledgeBaseId, agentId, sourceId, crawlId } = ids;
    const secrets = [workspaceId, keyId, knowledgeBaseId, agentId, sourceId, crawlId, 'acorn'];
    const shown = JSON.stringify(theirs) ?? '';
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    // A read from the wrong workspace must not affect the owner's.
    expect(await read(ids.store, ids)).toEqual(own);
  });

  it.each(WRITES)('%s changes nothing in another workspace, and notifies no listener', async (_, write) => {
    const { store } = context();
    const before = await readAll(ids, 'acorn');
    const heard = listenTo(store);
    const result = await others.store.transaction((tx) => write(tx, ids)).catch(() => 'refused');
    expect(['refused', false, undefined]).toContain(result);
    expect(await readAll(ids, 'acorn')).toEqual(before);
    expect(await heardAll(others, heard)).toEqual([]);
    expect(await ids.store.transaction((tx) => tx.jobs.finish(ids.job))).toBe(true);
  });

  it('the same id in two workspaces names different rows', async () => {
    const { store } = context();
    const twin = await addTenant(store, ids);
    await furnish(twin, ids);
    await search(twin, 'acorn');
    const before = await readAll(ids, 'acorn');
    expect(before.found).toHaveLength(2);
    const wasThere = await twin.store.transaction((tx) =>
      tx.sources.remove({ source_id: ids.sourceId, knowledge_base_id: ids.knowledgeBaseId }),
    );
    expect(wasThere).toBe(true);
    expect(await search(twin, 'acorn')).toEqual([]);
    await twin.store.transaction(async (tx) => {
      await tx.crawls.update(ids.crawlId, { status: 'cancelled' });
      await tx.crawls.addPages(ids.crawlId, [newPage('twin')]);
      const outcome = { status: 'failed', source_id: null, reason: 'twin' } as const;
      await tx.crawls.settlePage({ crawl_id: ids.crawlId, position: 3 }, outcome);
    });
    expect(await readAll(ids, 'acorn')).toEqual(before);
  });

  it('a key is found by its hash whichever workspace it belongs to', async () => {
    const { store } = context();
    const own = await ids.store.keys.find(ids.keyId);
    expect(await store.findKeyByHash(own?.secret_hash ?? '')).toEqual(own);
    expect(await store.findKeyByHash('no such hash')).toBeUndefined();
    expect(await store.workspaceIds()).toEqual([ids.workspaceId, others.workspaceId].sort());
  });
}
