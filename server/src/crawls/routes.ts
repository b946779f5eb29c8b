import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { type CrawlId, newId } from '#lib/ids.ts';
import { type AuditActor, recordAudit } from '#records/audit.ts';
import { pageQuery, webAddress } from '#records/fields.ts';
import { knowledgeBaseToFill } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { CrawlRow } from '#storage/tables.ts';
import { Crawl, CrawlPage, CreateCrawl, ListCrawlsQuery, toCrawl, toCrawlPage } from './schema.ts';

const crawlOfPath = pathResource({
  noun: 'crawl',
  prefix: 'crawl',
  find: (store, id) => store.crawls.find(id),
});
const params = z.object({ id: z.string() });
const base = '/knowledge-base/crawls';

export const crawlRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-base/sources/crawl',
      {
        schema: {
          summary: 'Crawl a site',
          description:
            'Adds the pages of a site as sources, one after another and as its robots.txt allows: read the progress at `GET /v1/knowledge-base/crawls/:id`.',
          body: CreateCrawl,
          response: { 201: envelope(Crawl) },
        },
      },
      async (request, reply) => {
        const {
          knowledge_base_id,
          url: address,
          mode,
          max_pages,
          max_depth,
          tags,
          refresh_interval_hours,
        } = request.body;
        const url = webAddress(address);
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          const row = await tx.crawls.insert({
            crawl_id: newId('crawl'),
            knowledge_base_id: await knowledgeBaseToFill(tx, knowledge_base_id),
            url,
            mode,
            max_pages,
            max_depth: mode === 'sitemap' ? 0 : max_depth,
            tags: JSON.stringify(tags),
            refresh_interval_hours: refresh_interval_hours ?? null,
            status: 'running',
            error: null,
            created_at: now,
            updated_at: now,
            ended_at: null,
            started_by: JSON.stringify(contextOf(request).principal.actor),
          });
          await tx.crawls.addPages(row.crawl_id, [firstAddress(row)]);
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'crawl.started',
            subjectId: row.crawl_id,
            details: { knowledge_base_id: row.knowledge_base_id, mode, max_pages },
            now,
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
          summary: 'List crawls',
          description: 'Newest first.',
          querystring: ListCrawlsQuery,
          response: { 200: listEnvelope(Crawl) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor, status, knowledge_base_ids: knowledgeBaseIds } = request.query;
        const context = [store.workspaceId, 'crawls', status, knowledgeBaseIds];
        const after = cursors.read<CrawlId>(cursor, context);
        const rows = await store.crawls.list({ limit, after, status, knowledgeBaseIds });
        const page = cursors.page(rows, limit, context, (row) => row.crawl_id);
        const items = await Promise.all(
          page.rows.map(async (row) => toCrawl(row, await store.crawls.counts(row.crawl_id))),
        );
        return answerPage(request, { items, nextCursor: page.nextCursor });
      },
    );

    app.get(
      `${base}/:id`,
      {
        onRequest: crawlOfPath.load,
        schema: { summary: 'Get a crawl', params, response: { 200: envelope(Crawl) } },
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
          summary: 'List the addresses of a crawl',
          description: 'In the order in which they were found, with what became of each.',
          params,
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(CrawlPage) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { crawl_id } = crawlOfPath.of(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'crawl-pages', crawl_id];
        const after = cursors.read<number>(cursor, context);
        const rows = await store.crawls.listPages(crawl_id, { limit, after });
        const page = cursors.page(rows, limit, context, (row) => row.position);
        return answerPage(request, { items: page.rows.map(toCrawlPage), nextCursor: page.nextCursor });
      },
    );

    app.post(
      `${base}/:id/cancel`,
      {
        onRequest: crawlOfPath.load,
        schema: {
          summary: 'Cancel a crawl',
          description:
            'No page more is fetched; the sources that were added stay. One that has ended stays as it ended.',
          params,
          response: { 200: envelope(Crawl) },
        },
      },
      async (request, reply) => {
        const { crawl_id } = crawlOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          const now = clock.now();
          const { actor } = contextOf(request).principal;
          const crawl = await cancelCrawl(tx, crawl_id, { actor, now });
          if (!crawl) throw notFound('crawl', crawl_id);
          return { data: toCrawl(crawl, await tx.crawls.counts(crawl_id)) };
        });
      },
    );
  };

async function cancelCrawl(
  tx: WorkspaceTransaction,
  crawlId: CrawlId,
  { actor, now }: { actor: AuditActor; now: number },
): Promise<CrawlRow | undefined> {
  const crawl = await tx.crawls.find(crawlId);
  if (crawl?.status !== 'running') return crawl;
  await tx.jobs.cancel(crawlId);
  await recordAudit(tx, { actor, action: 'crawl.cancelled', subjectId: crawlId, now });
  return await tx.crawls.update(crawlId, { status: 'cancelled', updated_at: now, ended_at: now });
}

/** A sitemap that is not named stands at the usual place. */
function firstAddress({ url, mode }: CrawlRow): { url: string; kind: 'page' | 'sitemap'; depth: number } {
  if (mode === 'links') return { url: withoutFragment(url), kind: 'page', depth: 0 };
  const isSitemap = /\.(?:xml|xml\.gz|txt)$/i.test(new URL(url).pathname);
  return { url: isSitemap ? url : new URL('/sitemap.xml', url).href, kind: 'sitemap', depth: 0 };
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
