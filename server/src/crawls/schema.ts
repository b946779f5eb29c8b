import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Metadata } from '#lib/metadata.ts';
import { id, pageQuery, refreshIntervalHours, repeated, tags, timestamp, webUrl } from '#records/fields.ts';
import { SourceMetadata } from '#records/metadata.ts';
import type { CrawlCounts } from '#storage/store.ts';
import type { CrawlPageRow, CrawlRow } from '#storage/tables.ts';

const CrawlStatusSchema = z.enum(['running', 'completed', 'cancelled', 'failed']).meta({
  id: 'CrawlStatus',
  description: '`running` until all pages are done (`completed`), you cancel it, or it has `failed`.',
});
const StoppedBySchema = z.enum(['all_pages', 'max_pages', 'max_addresses']).meta({
  id: 'CrawlStoppedBy',
  description: `Why a crawl completed: \`all_pages\` that it could reach are done; \`max_pages\` were added, and more are \`waiting\`; or it knew ${LIMITS.crawlAddressesForPage} times \`max_pages\` URLs, and learned no more (\`max_addresses\`).`,
});
const CrawlPageStatusSchema = z
  .enum(['waiting', 'added', 'skipped', 'failed'])
  .meta({ id: 'CrawledPageStatus', description: 'What became of a page that a crawl found.' });
const CrawlModeSchema = z.enum(['links', 'sitemap']).meta({
  id: 'CrawlMode',
  description:
    "`links` follows links to pages of the same host; `sitemap` adds the pages in the site's sitemap.",
});

export const Crawl = z
  .object({
    id: z.string().meta({ description: 'Prefix `crawl_`.' }),
    url: z.string().meta({ description: 'Where the crawl starts.' }),
    mode: CrawlModeSchema,
    status: CrawlStatusSchema,
    knowledge_base_id: z.string().meta({ description: 'Where its pages are added.' }),
    tags: z.array(z.string()).meta({ description: 'The tags of each added source.' }),
    metadata: SourceMetadata.meta({ description: 'The metadata of each added source.' }),
    max_pages: z.int().meta({ description: 'The most pages to add.' }),
    max_depth: z.int().meta({ description: 'How many links deep to follow.' }),
    refresh_interval_hours: z
      .int()
      .optional()
      .meta({ description: 'How often to fetch each page again, in hours; absent if never.' }),
    progress: z
      .number()
      .meta({ description: 'The share of known pages that are done, 0 to 1; 1 when the crawl has ended.' }),
    pages: z
      .object({
        waiting: z.int().meta({ description: 'Found, not fetched yet.' }),
        added: z.int().meta({ description: 'Added as sources.' }),
        skipped: z.int().meta({ description: 'Not added, such as pages that robots.txt excludes.' }),
        failed: z.int().meta({ description: 'Could not be fetched.' }),
      })
      .meta({
        description: 'The number of pages by outcome. Each added page is a source with this `crawl_id`.',
      }),
    error: z.string().optional().meta({ description: 'Why the crawl failed.' }),
    stopped_by: StoppedBySchema.optional().meta({
      description: 'Why the crawl completed; absent unless it is `completed`.',
    }),
    created_at: timestamp,
    updated_at: timestamp,
    ended_at: timestamp.optional(),
  })
  .meta({ id: 'Crawl', description: 'A site whose pages are added as sources.' });

export const CrawlPage = z
  .object({
    url: z.string().meta({ description: 'The address of the page.' }),
    depth: z.int().meta({ description: 'Number of links from the first page to this one.' }),
    kind: z.enum(['page', 'sitemap']).meta({ description: 'Whether it is a page or a sitemap.' }),
    status: CrawlPageStatusSchema.meta({ description: 'What became of it.' }),
    source_id: z
      .string()
      .optional()
      .meta({ description: 'The source that it became; absent unless it was added.' }),
    reason: z.string().optional().meta({ description: 'Why the page was skipped or failed.' }),
  })
  .meta({ id: 'CrawledPage', description: 'A page that a crawl found.' });

const pagesMessage = `must be a whole number from 1 to ${LIMITS.crawlPages}`;
const depthMessage = `must be a whole number from 0 to ${LIMITS.crawlDepth}`;

export const CreateCrawl = z
  .strictObject({
    url: webUrl.meta({
      description: 'The page to start from, or with mode `sitemap` the site or its sitemap; http or https.',
    }),
    mode: CrawlModeSchema.default('links').meta({
      description:
        "`links` follows links to pages of the same host; `sitemap` adds the pages in the site's sitemap.",
    }),
    max_pages: z
      .int(pagesMessage)
      .min(1, pagesMessage)
      .max(LIMITS.crawlPages, pagesMessage)
      .default(100)
      .meta({ description: 'The most pages to add.' }),
    max_depth: z.int(depthMessage).min(0, depthMessage).max(LIMITS.crawlDepth, depthMessage).default(3).meta({
      description:
        'How many links deep to follow from the first page; 0 means only that page. Ignored for a sitemap.',
    }),
    tags: tags.default([]).meta({ description: 'The tags of each added source.' }),
    metadata: SourceMetadata.optional().meta({ description: 'The metadata of each added source.' }),
    refresh_interval_hours: refreshIntervalHours
      .optional()
      .meta({ description: 'The refresh interval of each added source.' }),
    knowledge_base_id: id('kb').optional().meta({ description: 'Defaults to the default knowledge base.' }),
  })
  .meta({ id: 'CreateCrawl', description: 'A site to crawl.' });

export const ListCrawlsQuery = z.strictObject({
  ...pageQuery,
  status: CrawlStatusSchema.optional().meta({ description: 'Only crawls with this status.' }),
  knowledge_base_ids: repeated(id('kb'), LIMITS.knowledgeBasesOfAnAgent).meta({
    description: 'Only crawls into these knowledge bases. Repeat the parameter for several.',
  }),
});

export const ListCrawlPagesQuery = z.strictObject({
  ...pageQuery,
  status: CrawlPageStatusSchema.optional().meta({ description: 'Only pages with this status.' }),
});

export const toCrawl = (row: CrawlRow, pages: CrawlCounts): z.infer<typeof Crawl> => {
  const done = pages.added + pages.skipped + pages.failed;
  const known = Math.min(done + pages.waiting, row.max_pages + pages.skipped + pages.failed);
  return {
    id: row.crawl_id,
    url: row.url,
    mode: row.mode,
    status: row.status,
    knowledge_base_id: row.knowledge_base_id,
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as Metadata,
    max_pages: row.max_pages,
    max_depth: row.max_depth,
    ...(row.refresh_interval_hours !== null && { refresh_interval_hours: row.refresh_interval_hours }),
    progress: row.status === 'running' ? Math.round((done / Math.max(1, known)) * 100) / 100 : 1,
    pages,
    ...(row.error !== null && { error: row.error }),
    ...(row.status === 'completed' && { stopped_by: stoppedBy(row, pages) }),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    ...(row.ended_at !== null && { ended_at: toIso(row.ended_at) }),
  };
};

function stoppedBy(
  { max_pages }: CrawlRow,
  { waiting, added, skipped, failed }: CrawlCounts,
): z.infer<typeof StoppedBySchema> {
  if (waiting > 0) return 'max_pages';
  const known = added + skipped + failed;
  return known >= max_pages * LIMITS.crawlAddressesForPage ? 'max_addresses' : 'all_pages';
}

export const toCrawlPage = ({
  url,
  depth,
  kind,
  status,
  source_id,
  reason,
}: CrawlPageRow): z.infer<typeof CrawlPage> => ({
  url,
  depth,
  kind,
  status,
  ...(source_id !== null && { source_id }),
  ...(reason !== null && { reason }),
});
