import type { CrawlId, KnowledgeBaseId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { CrawlPageRow, CrawlRow, CrawlStatus, SourceRow } from '#storage/tables.ts';
import { visibility } from './visibility.ts';

/** How many URLs of a crawl have each status. */
export type CrawlCounts = Record<CrawlPageRow['status'], number>;

/** A source that a crawl added, or found unchanged. */
export type CrawledSource = Pick<
  SourceRow,
  'source_id' | 'crawl_id' | 'status' | 'revision' | 'indexed_revision'
>;

type CrawlFilter = {
  status?: CrawlStatus | undefined;
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
};

export const crawlReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const all = () =>
    db
      .selectFrom('crawls')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('knowledge_base_id', 'in', seen ?? []));
  return {
    find: async (crawlId: CrawlId): Promise<CrawlRow | undefined> =>
      await all().where('crawl_id', '=', crawlId).executeTakeFirst(),

    /** Newest first. */
    list: async ({
      limit,
      after,
      status,
      knowledgeBaseIds,
    }: PageRequest<CrawlId> & CrawlFilter): Promise<CrawlRow[]> =>
      await all()
        .$if(status !== undefined, (query) => query.where('status', '=', status as CrawlStatus))
        .$if(knowledgeBaseIds !== undefined, (query) =>
          query.where('knowledge_base_id', 'in', knowledgeBaseIds ?? []),
        )
        .$if(after !== undefined, (query) => query.where('crawl_id', '<', after as CrawlId))
        .orderBy('crawl_id', 'desc')
        .limit(limit + 1)
        .execute(),

    /** Counts pages, not sitemaps. */
    counts: async (crawlId: CrawlId): Promise<CrawlCounts> => {
      const counts: CrawlCounts = { waiting: 0, added: 0, skipped: 0, failed: 0 };
      if (!(await sees.crawl(crawlId))) return counts;
      const rows = await db
        .selectFrom('crawl_pages')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .where('crawl_id', '=', crawlId)
        .where('kind', '=', 'page')
        .groupBy('status')
        .execute();
      for (const { status, count } of rows) counts[status] = Number(count);
      return counts;
    },

    /** In the order in which they were found. */
    listPages: async (
      crawlId: CrawlId,
      { limit, after, status }: PageRequest<number> & { status?: CrawlPageRow['status'] | undefined },
    ): Promise<CrawlPageRow[]> =>
      !(await sees.crawl(crawlId))
        ? []
        : await db
            .selectFrom('crawl_pages')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('crawl_id', '=', crawlId)
            .$if(status !== undefined, (query) =>
              query.where('status', '=', status as CrawlPageRow['status']),
            )
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(limit + 1)
            .execute(),

    /** The sources that its pages are, each once. */
    sources: async (crawlId: CrawlId): Promise<CrawledSource[]> =>
      !(await sees.crawl(crawlId))
        ? []
        : await db
            .selectFrom('crawl_pages')
            .innerJoin('sources', (join) =>
              join
                .onRef('sources.workspace_id', '=', 'crawl_pages.workspace_id')
                .onRef('sources.source_id', '=', 'crawl_pages.source_id'),
            )
            .select([
              'sources.source_id',
              'sources.crawl_id',
              'sources.status',
              'sources.revision',
              'sources.indexed_revision',
            ])
            .distinct()
            .where('crawl_pages.workspace_id', '=', workspaceId)
            .where('crawl_pages.crawl_id', '=', crawlId)
            .orderBy('sources.source_id')
            .execute(),

    /** The next URL to fetch; undefined when none is waiting. */
    nextPage: async (crawlId: CrawlId): Promise<CrawlPageRow | undefined> =>
      await db
        .selectFrom('crawl_pages')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('crawl_id', '=', crawlId)
        .where('status', '=', 'waiting')
        .orderBy('position')
        .limit(1)
        .executeTakeFirst(),
  };
};

/** SQLite takes 32,766 parameters per statement and PostgreSQL 65,535; a page has eight. */
const PAGES_PER_STATEMENT = 256;

export const crawlWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    insert: async (crawl: Omit<CrawlRow, 'workspace_id'>): Promise<CrawlRow> => {
      const row = { ...crawl, workspace_id: workspaceId };
      sees.assertBases([row.knowledge_base_id]);
      await db.insertInto('crawls').values(row).execute();
      return row;
    },

    /** Undefined when there is no crawl with this id. */
    update: async (
      crawlId: CrawlId,
      changes: Partial<Pick<CrawlRow, 'status' | 'error' | 'updated_at' | 'ended_at' | 'repeated_lines'>>,
    ): Promise<CrawlRow | undefined> =>
      (await sees.crawl(crawlId))
        ? await db
            .updateTable('crawls')
            .set(changes)
            .where('workspace_id', '=', workspaceId)
            .where('crawl_id', '=', crawlId)
            .returningAll()
            .executeTakeFirst()
        : undefined,

    /** Appends URLs that the crawl does not know yet. most: how many of them. */
    addPages: async (
      crawlId: CrawlId,
      pages: readonly Pick<CrawlPageRow, 'url' | 'kind' | 'depth'>[],
      most = Number.POSITIVE_INFINITY,
    ): Promise<void> => {
      const last = await db
        .selectFrom('crawl_pages')
        .select(({ fn }) => fn.max('position').as('position'))
        .where('workspace_id', '=', workspaceId)
        .where('crawl_id', '=', crawlId)
        .executeTakeFirst();
      let position = Number(last?.position ?? -1);
      const end = position + most;
      const found = [...Map.groupBy(pages, ({ url }) => url).values()].flatMap(([first]) => first ?? []);
      // A page may have thousands of links, most of them known, so one statement checks hundreds.
      for (let from = 0; from < found.length && position < end; from += PAGES_PER_STATEMENT) {
        const batch = found.slice(from, from + PAGES_PER_STATEMENT);
        const known = await db
          .selectFrom('crawl_pages')
          .select('url')
          .where('workspace_id', '=', workspaceId)
          .where('crawl_id', '=', crawlId)
          .where(
            'url',
            'in',
            batch.map(({ url }) => url),
          )
          .execute();
        const knownUrls = new Set(known.map(({ url }) => url));
        const rows = batch
          .filter(({ url }) => !knownUrls.has(url))
          .slice(0, end - position)
          .map((page) => ({
            ...page,
            workspace_id: workspaceId,
            crawl_id: crawlId,
            position: ++position,
            status: 'waiting' as const,
            source_id: null,
            reason: null,
          }));
        if (rows.length > 0) await db.insertInto('crawl_pages').values(rows).execute();
      }
    },

    settlePage: async (
      { crawl_id, position }: Pick<CrawlPageRow, 'crawl_id' | 'position'>,
      outcome: Pick<CrawlPageRow, 'status' | 'source_id' | 'reason'>,
    ): Promise<void> => {
      await db
        .updateTable('crawl_pages')
        .set(outcome)
        .where('workspace_id', '=', workspaceId)
        .where('crawl_id', '=', crawl_id)
        .where('position', '=', position)
        .execute();
    },
  };
};
