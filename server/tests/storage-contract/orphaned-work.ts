import { expect, it } from 'vitest';
import type { Context } from './context.ts';
import { addCrawl, addIndexed, addTenant, newJob, newPage, newSource, type Tenant } from './tenant.ts';

/** The store contract for work that a crash left behind. */
export function orphanedWorkContract(context: () => Context): void {
  it('lists processing sources without a job', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const orphan = newSource(ours.knowledgeBaseId, { revision: 3 });
    const queued = newSource(ours.knowledgeBaseId);
    const theirs = newSource(others.knowledgeBaseId);
    await ours.store.transaction(async (tx) => {
      await tx.sources.insert(orphan);
      await tx.sources.insert(queued);
      await tx.jobs.insert(newJob(queued.source_id));
      await tx.sources.insert(newSource(ours.knowledgeBaseId, { status: 'failed' }));
    });
    await others.store.transaction(async (tx) => {
      await tx.sources.insert(theirs);
      // This job belongs to another workspace, so it does not count.
      await tx.jobs.insert(newJob(orphan.source_id));
    });
    await addIndexed(ours, ['acorn']);
    const named = await store.orphanedWork.sourcesWithoutJob();
    expect(named.toSorted((one, other) => other.revision - one.revision)).toEqual([
      { workspace_id: ours.workspaceId, source_id: orphan.source_id, revision: 3 },
      { workspace_id: others.workspaceId, source_id: theirs.source_id, revision: 1 },
    ]);
  });

  it('lists pages due for a refresh without a job', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const add = async (
      tenant: Tenant,
      refreshAt: number | null,
      more: Parameters<typeof newSource>[1] = {},
    ) => {
      const row = newSource(tenant.knowledgeBaseId, {
        type: 'url',
        status: 'indexed',
        refresh_at: refreshAt,
        ...more,
      });
      await tenant.store.transaction((tx) => tx.sources.insert(row));
      return { workspace_id: tenant.workspaceId, source_id: row.source_id, revision: row.revision };
    };
    const due = [
      await add(ours, 100),
      await add(ours, 1, { revision: 7 }),
      await add(ours, 99, { status: 'failed' }),
      await add(others, 50),
    ];
    await add(ours, 101);
    await add(ours, null);
    const busy = await add(ours, 10);
    await ours.store.transaction((tx) => tx.jobs.insert({ ...newJob(busy.source_id), lane: 'network' }));
    const named = await store.orphanedWork.pagesToRefresh(100);
    expect(named).toHaveLength(due.length);
    expect(named).toEqual(expect.arrayContaining(due));
    expect(await store.orphanedWork.pagesToRefresh(0)).toEqual([]);
  });

  it('lists running crawls without a job', async () => {
    const { store, ours } = context();
    const others = await addTenant(store);
    const [orphan, theirs] = [await addCrawl(ours, []), await addCrawl(others, [newPage('a')])];
    const busy = await addCrawl(ours, []);
    for (const status of ['completed', 'cancelled', 'failed'] as const) await addCrawl(ours, [], { status });
    await ours.store.transaction((tx) => tx.jobs.insert({ ...newJob(busy), lane: 'network' }));
    const named = await store.orphanedWork.crawlsWithoutJob();
    expect(named).toHaveLength(2);
    expect(named).toEqual(
      expect.arrayContaining([
        { workspace_id: ours.workspaceId, crawl_id: orphan },
        { workspace_id: others.workspaceId, crawl_id: theirs },
      ]),
    );
  });
}
