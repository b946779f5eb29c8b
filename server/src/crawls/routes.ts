import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { type CrawlId, newId } from '#lib/ids.ts';
import { assertRoomForChunks } from '#records/chunk-limit.ts';
import { idParams, webAddress } from '#records/fields.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import type { CrawlRow } from '#storage/tables.ts';
import {
  Crawl,
  CrawlPage,
  CreateCrawl,
  ListCrawlPagesQuery,
  ListCrawlsQuery,
  toCrawl,
  toCrawlPage,
} from './schema.ts';

const params = idParams('crawl', 'crawl');

const crawlOfPath = pathResource({
  noun: 'crawl',
  prefix: 'crawl',
  find: (store, id) => store.crawls.find(id),
});
const base = '/knowledge-base/crawls';

export const crawlRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-base/sources/crawl',
      {
        schema: {
          operationId: 'crawls.create',
          summary: 'Crawl a site',
          description:
            'Adds the pages of a site as sources, one after another, as its robots.txt allows. `GET /v1/knowledge-base/crawls/:id` shows the progress.',
          body: CreateCrawl,
          response: { 201: envelope(Crawl) },
        },
      },
      async (request, reply) => {
        const { mode, max_pages, max_depth, tags, metadata, refresh_interval_hours } = request.body;
        const url = webAddress(request.body.url);
        const now = clock.now();
        const { principal, audit } = contextOf(request);
        return await commit(request, reply, async (tx) => {
          await assertRoomForChunks(tx, 'url');
          const row = await tx.crawls.insert({
            crawl_id: newId('crawl'),
            knowledge_base_id: await resolveKnowledgeBase(tx, request.body.knowledge_base_id),
            url,
            mode,
            max_pages,
            max_depth: mode === 'sitemap' ? 0 : max_depth,
            tags: JSON.stringify(tags),
            metadata: JSON.stringify(metadata ?? {}),
            refresh_interval_hours: refresh_interval_hours ?? null,
            status: 'running',
            error: null,
            created_at: now,
            updated_at: now,
            ended_at: null,
            started_by: JSON.stringify(principal.actor),
            repeated_lines: null,
          });
          await tx.crawls.addPages(row.crawl_id, [firstPage(row)]);
          await audit(tx, 'crawl.started', row.crawl_id, {
            knowledge_base_id: row.knowledge_base_id,
            mode,
            max_pages,
          });
          await enqueue(tx, {
            kind: 'crawl-site',
            subjectId: row.crawl_id,
            payload: { crawl_id: row.crawl_id },
            now,
          });
          return {
            status: 201,
            location: `/v1${base}/${row.crawl_id}`,
            data: toCrawl(row, await tx.crawls.counts(row.crawl_id)),
          };
        });
      },
    );

    app.get(
      base,
      {
        schema: {
          operationId: 'crawls.list',
          summary: 'List crawls',
          description: 'Newest first.',
          querystring: ListCrawlsQuery,
          response: { 200: listEnvelope(Crawl) },
        },
      },
      async (request) => {
        const { crawls } = contextOf(request).store;
        const { status, knowledge_base_ids: knowledgeBaseIds } = request.query;
        return await listPage(request, cursors, {
          context: ['crawls', status, knowledgeBaseIds],
          read: (page: Page<CrawlId>) => crawls.list({ ...page, status, knowledgeBaseIds }),
          keyOf: (row) => row.crawl_id,
          show: async (row) => toCrawl(row, await crawls.counts(row.crawl_id)),
        });
      },
    );

    app.get(
      `${base}/:id`,
      {
        onRequest: crawlOfPath.load,
        schema: {
          operationId: 'crawls.get',
          summary: 'Get a crawl',
          description: 'How far the crawl has come. The numbers change while it is running.',
          params,
          response: { 200: envelope(Crawl) },
        },
      },
      async (request) => {
        const crawl = crawlOfPath.of(request);
        return answer(request, toCrawl(crawl, await contextOf(request).store.crawls.counts(crawl.crawl_id)));
      },
    );

    app.get(
      `${base}/:id/pages`,
      {
        onRequest: crawlOfPath.load,
        schema: {
          operationId: 'crawls.listPages',
          summary: 'List the pages of a crawl',
          description: 'In the order in which they were found, with the outcome of each.',
          params,
          querystring: ListCrawlPagesQuery,
          response: { 200: listEnvelope(CrawlPage) },
        },
      },
      async (request) => {
        const { crawls } = contextOf(request).store;
        const { crawl_id } = crawlOfPath.of(request);
        const { status } = request.query;
        return await listPage(request, cursors, {
          context: ['crawl-pages', crawl_id, status],
          read: (page: Page<number>) => crawls.listPages(crawl_id, { ...page, status }),
          keyOf: (row) => row.position,
          show: toCrawlPage,
        });
      },
    );

    app.post(
      `${base}/:id/cancel`,
      {
        onRequest: crawlOfPath.load,
        schema: {
          operationId: 'crawls.cancel',
          summary: 'Cancel a crawl',
          description:
            'Fetches no more pages. Sources that were added stay. A crawl that has ended does not change.',
          params,
          response: { 200: envelope(Crawl) },
        },
      },
      async (request, reply) => {
        const { crawl_id } = crawlOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          let crawl = await tx.crawls.find(crawl_id);
          if (crawl?.status === 'running') {
            const now = clock.now();
            await tx.jobs.cancel(crawl_id);
            await contextOf(request).audit(tx, 'crawl.cancelled', crawl_id);
            crawl = await tx.crawls.update(crawl_id, { status: 'cancelled', updated_at: now, ended_at: now });
          }
          if (!crawl) throw notFound('crawl', crawl_id);
          return { data: toCrawl(crawl, await tx.crawls.counts(crawl_id)) };
        });
      },
    );
  };

/** The first page to fetch. Unless the URL is a sitemap, the site's sitemap is at the usual path. */
function firstPage({ url, mode }: CrawlRow): { url: string; kind: 'page' | 'sitemap'; depth: number } {
  if (mode === 'links') return { url: withoutFragment(url), kind: 'page', depth: 0 };
  const isSitemap = /\.(?:xml|xml\.gz|txt)$/i.test(new URL(url).pathname);
  return { url: isSitemap ? url : new URL('/sitemap.xml', url).href, kind: 'sitemap', depth: 0 };
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
