import { expect, it } from 'vitest';
import { type CrawlId, newId } from '#lib/ids.ts';
import type { PageRequest } from '#storage/scope.ts';
import type { CrawlPageRow, CrawlRow } from '#storage/tables.ts';
import { type Context, page, walk } from './context.ts';
import { addCrawl, addIndexed, newCrawl, newKnowledgeBase, newPage } from './tenant.ts';

/** The store contract for crawls. */
export function crawlsContract(context: () => Context): void {
  const paths = (pages: readonly CrawlPageRow[]) =>
    pages.map(({ position, url }) => `${position} ${new URL(url).pathname}`);

  it('a crawl reads back as it was inserted and updated', async () => {
    const { ours } = context();
    const { store, workspaceId, knowledgeBaseId } = ours;
    const crawl = newCrawl(knowledgeBaseId, { tags: '["tea"]', refresh_interval_hours: 24, mode: 'sitemap' });
    const row: CrawlRow = { ...crawl, workspace_id: workspaceId };
    expect(await store.transaction((tx) => tx.crawls.insert(crawl))).toEqual(row);
    expect(await store.crawls.find(crawl.crawl_id)).toEqual(row);
    const changes = {
      status: 'failed',
      error: 'Nothing there.',
      updated_at: 7,
      ended_at: 8,
      repeated_lines: '["Edit"]',
    } as const;
    expect(await store.transaction((tx) => tx.crawls.update(crawl.crawl_id, changes))).toEqual({
      ...row,
      ...changes,
    });
    expect(await store.crawls.find(crawl.crawl_id)).toEqual({ ...row, ...changes });
    const unknown = newId('crawl');
    expect(await store.crawls.find(unknown)).toBeUndefined();
    expect(await store.transaction((tx) => tx.crawls.update(unknown, changes))).toBeUndefined();
    expect(await store.crawls.counts(unknown)).toEqual({ waiting: 0, added: 0, skipped: 0, failed: 0 });
  });

  it('lists return each crawl once, newest first, by status and knowledge base', async () => {
    const { ours } = context();
    const { store } = ours;
    const other = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const all: CrawlId[] = [];
    for (let index = 0; index < 11; index++)
      all.unshift(
        await addCrawl(ours, [], {
          status: index % 3 === 0 ? 'completed' : 'running',
          knowledge_base_id: index % 2 === 0 ? other : ours.knowledgeBaseId,
        }),
      );
    const list = async (filter: Omit<Parameters<typeof store.crawls.list>[0], 'limit' | 'after'>) => {
      const rows = await walk(
        (request: PageRequest<CrawlId>) => store.crawls.list({ ...request, ...filter }),
        (row) => row.crawl_id,
      );
      return rows.map((row) => 10 - all.indexOf(row.crawl_id));
    };
    expect(await list({})).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await list({ status: 'completed' })).toEqual([9, 6, 3, 0]);
    expect(await list({ knowledgeBaseIds: [other] })).toEqual([10, 8, 6, 4, 2, 0]);
    expect(await list({ status: 'completed', knowledgeBaseIds: [other] })).toEqual([6, 0]);
    expect(await list({ knowledgeBaseIds: [other, ours.knowledgeBaseId] })).toHaveLength(11);
    expect(await list({ status: 'cancelled' })).toEqual([]);
  });

  it('URLs are numbered once each, without gaps, in the order in which they were found', async () => {
    const { ours } = context();
    const { store } = ours;
    const crawlId = await addCrawl(
      ours,
      ['', 'a', '', 'b', 'a'].map((path) => newPage(path)),
    );
    const other = await addCrawl(ours, [newPage('b')]);
    await store.transaction(async (tx) => {
      await tx.crawls.addPages(
        crawlId,
        ['b', 'c', 'a', 'c', 'd'].map((path) => newPage(path)),
      );
      await tx.crawls.addPages(crawlId, []);
      await tx.crawls.addPages(crawlId, [newPage('a', 'sitemap'), newPage('e', 'sitemap')]);
    });
    const found = await store.crawls.listPages(crawlId, page);
    expect(paths(found)).toEqual(['0 /', '1 /a', '2 /b', '3 /c', '4 /d', '5 /e']);
    expect(found.at(-1)).toEqual({
      workspace_id: ours.workspaceId,
      crawl_id: crawlId,
      position: 5,
      url: 'http://site.example/e',
      kind: 'sitemap',
      depth: 1,
      status: 'waiting',
      source_id: null,
      reason: null,
    });
    expect(paths(await store.crawls.listPages(other, page))).toEqual(['0 /b']);
    const walked = await walk(
      (request: PageRequest<number>) => store.crawls.listPages(crawlId, request),
      (row) => row.position,
    );
    expect(walked).toEqual(found);
  });

  it('concurrent additions number URLs without gaps', async () => {
    const { ours } = context();
    const crawlId = await addCrawl(ours, []);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ours.store.transaction((tx) =>
          tx.crawls.addPages(crawlId, [newPage('same'), newPage(`${index}`), newPage(`${index}/more`)]),
        ),
      ),
    );
    const found = await ours.store.crawls.listPages(crawlId, page);
    expect(found.map((row) => row.position)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    expect(new Set(found.map((row) => row.url)).size).toBe(17);
  });

  it('a crawl visits each waiting URL, and counts the results of pages but not of sitemaps', async () => {
    const { ours } = context();
    const { store } = ours;
    const found = [newPage('map', 'sitemap'), ...['a', 'b', 'c', 'd'].map((path) => newPage(path))];
    const crawlId = await addCrawl(ours, found);
    await addCrawl(ours, found);
    expect(await store.crawls.counts(crawlId)).toEqual({ waiting: 4, added: 0, skipped: 0, failed: 0 });
    const sourceId = newId('source');
    const taken: (CrawlPageRow | undefined)[] = [];
    for (const status of ['added', 'added', 'skipped', 'failed', 'added'] as const)
      await store.transaction(async (tx) => {
        const next = await tx.crawls.nextPage(crawlId);
        taken.push(next);
        if (next) await tx.crawls.settlePage(next, { status, source_id: sourceId, reason: `${status}!` });
      });
    expect(taken.map((row) => row?.position)).toEqual([0, 1, 2, 3, 4]);
    expect(await store.crawls.nextPage(crawlId)).toBeUndefined();
    expect(await store.crawls.counts(crawlId)).toEqual({ waiting: 0, added: 2, skipped: 1, failed: 1 });
    expect(await store.crawls.listPages(crawlId, { limit: 1, after: 2 })).toMatchObject([
      { position: 3, status: 'failed', source_id: sourceId, reason: 'failed!' },
      { position: 4, status: 'added', reason: 'added!' },
    ]);
    await store.transaction((tx) => tx.crawls.addPages(crawlId, [newPage('late')]));
    expect(await store.crawls.nextPage(crawlId)).toMatchObject({ position: 5, status: 'waiting' });
  });

  it('a crawl knows the sources that its pages are, each once', async () => {
    const { ours } = context();
    const { store } = ours;
    const crawlId = await addCrawl(
      ours,
      ['a', 'b', 'c', 'd'].map((path) => newPage(path)),
    );
    const [first, second] = [await addIndexed(ours, ['oak']), await addIndexed(ours, ['elm'])].toSorted();
    const gone = newId('source');
    await store.transaction(async (tx) => {
      for (const [position, source_id] of [second, first, second, gone].entries())
        await tx.crawls.settlePage(
          { crawl_id: crawlId, position },
          { status: 'added', source_id: source_id ?? null, reason: null },
        );
    });
    const sources = await store.crawls.sources(crawlId);
    expect(sources).toMatchObject([{ source_id: first }, { source_id: second }]);
    expect(Object.keys(sources[0] ?? {}).toSorted()).toEqual([
      'crawl_id',
      'indexed_revision',
      'revision',
      'source_id',
      'status',
    ]);
    expect(await store.crawls.sources(newId('crawl'))).toEqual([]);
  });

  it('removing a knowledge base removes its crawls and their URLs', async () => {
    const { ours } = context();
    const { store } = ours;
    const base = newId('knowledgeBase');
    await store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(base)));
    const gone = await addCrawl(ours, [newPage('a')], { knowledge_base_id: base });
    const kept = await addCrawl(ours, [newPage('a')]);
    await store.transaction((tx) => tx.knowledgeBases.remove(base));
    expect((await store.crawls.list(page)).map((row) => row.crawl_id)).toEqual([kept]);
    expect(await store.crawls.listPages(gone, page)).toEqual([]);
    expect(await store.crawls.listPages(kept, page)).toHaveLength(1);
  });
}
