import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { DocumentWorker } from '#ingestion/workers/document-worker.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { utcDay } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { type AuditActor, SERVICE } from '#records/audit.ts';
import { MAKE_ROOM, refusalOfChunks } from '#records/chunk-limit.ts';
import { readContent } from '#records/content.ts';
import { additionOf, recordHistory } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { type CrawlPageRow, type CrawlRow, QUEUED, type SourceRow } from '#storage/tables.ts';
import { DisallowedFault, type FetchedPage, type FetcherOptions, fetchPage } from './fetch-page.ts';
import type { FoundLinks } from './find-links.ts';
import { replacePage, savePage } from './ingest-page.ts';
import { LEAST_PAGES } from './repeated-lines.ts';
import { isOnSameSite, nameOfUrl, PAUSE_MS, pauseBetweenPages } from './site-manners.ts';
import { queueRepeats } from './take-out-repeats.ts';

type CrawlServices = Pick<Services, 'clock' | 'log'> & {
  fetcher: FetcherOptions;
  documentWorker: DocumentWorker;
};
type CrawlJob = Job<'crawl-site'>;

/** Takes the next URL of a crawl. Fetches it, adds the page as a source and its links to the crawl, and queues the next
 *  step, all in one transaction, so that a crawl continues after a crash. One page at a time. */
export async function crawlSite(
  services: CrawlServices,
  { row, payload, store, signal }: CrawlJob,
): Promise<void> {
  const { clock, fetcher, documentWorker } = services;
  const crawl = await store.crawls.find(payload.crawl_id);
  const next = crawl?.status === 'running' ? await store.crawls.nextPage(crawl.crawl_id) : undefined;
  if (!crawl || !next) {
    await store.transaction(async (tx) => {
      if ((await tx.jobs.finish(row)) && crawl?.status === 'running') await endCrawl(tx, crawl, clock.now());
    });
    return;
  }
  const robots = await fetcher.robots.check(new URL(next.url), signal).catch(() => undefined);
  const pauseMs = pauseBetweenPages(robots);
  const isSitemap = next.kind === 'sitemap';
  // Sitemaps in robots.txt count even if there is none at the default path.
  if (isSitemap && next.position === 0)
    await store.transaction((tx) => learn(tx, crawl, 'sitemap', robots?.sitemaps ?? [], 0));
  const page = await fetchPage(fetcher, next.url, { signal, isOfAnyType: isSitemap });
  try {
    const links = await documentWorker.findLinks(() => contentOf(page), {
      workspaceId: store.workspaceId,
      signal,
    });
    await store.transaction(
      async (tx) => {
        if (!(await tx.jobs.finish(row))) return;
        const current = await tx.crawls.find(crawl.crawl_id);
        if (current?.status !== 'running') return;
        const now = clock.now();
        if (isSitemap) await takeSitemap(tx, crawl, next, links);
        else await takePage(tx, crawl, next, { page, links, now });
        await goOn(tx, crawl, now, pauseMs);
      },
      { isLarge: isLarge(page.content.sizeBytes) },
    );
  } finally {
    await page.content.dispose();
  }
}

const contentOf = ({ content, url }: FetchedPage): OriginalContent => ({
  bytes: readContent(content),
  mimeType: content.mimeType,
  fileName: null,
  origin: 'web-page',
  url,
});

/** The page is no text, or the site asks programs not to fetch it. */
const isNoFault = (error: SourceFault): boolean =>
  error.code === 'unsupported_format' || error instanceof DisallowedFault;

/** Commits that a URL failed, and continues with the next one. Only an internal error ends a crawl. */
export async function failCrawl(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, payload, store }: CrawlJob,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SourceFault))
    log.error({ err: error, crawl_id: payload.crawl_id }, 'a crawl failed');
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const crawl = await tx.crawls.find(payload.crawl_id);
    if (crawl?.status !== 'running') return;
    const now = clock.now();
    const page = await tx.crawls.nextPage(crawl.crawl_id);
    if (error instanceof SourceFault && page) {
      const status = isNoFault(error) ? 'skipped' : 'failed';
      await tx.crawls.settlePage(page, { status, source_id: null, reason: error.message });
      await goOn(tx, crawl, now, PAUSE_MS);
    } else {
      const sentence =
        'The crawl ended because of an error in the service. Check the log, and start it again.';
      await tx.crawls.update(crawl.crawl_id, {
        status: 'failed',
        error: sentence,
        updated_at: now,
        ended_at: now,
      });
    }
  });
}

const isOfSite = (crawl: CrawlRow, url: string): boolean => isOnSameSite(crawl.url, url);

async function takeSitemap(
  tx: WorkspaceTransaction,
  crawl: CrawlRow,
  sitemap: CrawlPageRow,
  { pages, sitemaps }: FoundLinks,
): Promise<void> {
  await tx.crawls.settlePage(sitemap, { status: 'added', source_id: null, reason: null });
  await learn(tx, crawl, 'sitemap', sitemaps, sitemap.depth + 1);
  await learn(tx, crawl, 'page', pages, 0);
}

async function takePage(
  tx: WorkspaceTransaction,
  crawl: CrawlRow,
  found: CrawlPageRow,
  { page, links, now }: { page: FetchedPage; links: FoundLinks; now: number },
): Promise<void> {
  const settle = (status: CrawlPageRow['status'], source: SourceRow | undefined, reason: string | null) =>
    tx.crawls.settlePage(found, { status, source_id: source?.source_id ?? null, reason });
  if (!isOfSite(crawl, page.url))
    return await settle('skipped', undefined, `It leads to another site: ${page.url}`);
  if (crawl.mode === 'links' && found.depth < crawl.max_depth)
    await learn(tx, crawl, 'page', links.pages, found.depth + 1);
  const { knowledge_base_id: knowledgeBaseId, crawl_id } = crawl;
  const known = await tx.sources.findByUrl({ knowledgeBaseId, url: page.url });
  if (known && known.content_sha256 === page.content.sha256)
    return await settle('skipped', known, 'It is already a source and has not changed.');
  if (known) {
    await replacePage(tx, known, page, now, crawl_id);
    return await settle('added', known, 'It was already a source and is brought up to date.');
  }
  const same = await tx.sources.findByContent({ knowledgeBaseId, sha256: page.content.sha256 });
  if (same?.crawl_id === crawl_id) return await settle('skipped', same, `It is the same as ${same.url}.`);
  const refusal = await refusalOfChunks(tx);
  if (refusal) return await settle('failed', undefined, `It ${refusal}. ${MAKE_ROOM}`);
  const source = await tx.sources.insert({
    source_id: newId('source'),
    knowledge_base_id: knowledgeBaseId,
    type: 'url',
    name: links.title ?? nameOfUrl(page.url),
    url: page.url,
    ...QUEUED,
    revision: 1,
    chunk_count: 0,
    tags: JSON.parse(crawl.tags) as string[],
    metadata: crawl.metadata,
    created_at: now,
    updated_at: now,
    refresh_interval_hours: crawl.refresh_interval_hours,
    crawl_id,
  });
  await savePage(tx, source, page, now);
  await recordHistory(tx, { actor: starterOf(crawl), now, entries: [additionOf(source)] });
  await tx.usageCounts.add([{ day: utcDay(now), actor_id: '', metric: 'sources', amount: 1 }]);
  await settle('added', source, null);
}

const starterOf = ({ started_by }: CrawlRow): AuditActor =>
  started_by === null ? SERVICE : (JSON.parse(started_by) as AuditActor);

/** Adds URLs of the site to the crawl, up to the limit for its size. */
async function learn(
  tx: WorkspaceTransaction,
  crawl: CrawlRow,
  kind: CrawlPageRow['kind'],
  urls: readonly string[],
  depth: number,
): Promise<void> {
  const { waiting, added, skipped, failed } = await tx.crawls.counts(crawl.crawl_id);
  const room = crawl.max_pages * LIMITS.crawlAddressesForPage - (waiting + added + skipped + failed);
  const ours = urls.filter((url) => isOfSite(crawl, url));
  await tx.crawls.addPages(
    crawl.crawl_id,
    ours.map((url) => ({ url, kind, depth })),
    Math.max(0, room),
  );
}

/** Queues the next step, or ends the crawl if there is none. */
async function goOn(tx: WorkspaceTransaction, crawl: CrawlRow, now: number, pauseMs: number): Promise<void> {
  const { crawl_id } = crawl;
  const { added } = await tx.crawls.counts(crawl_id);
  if (added >= crawl.max_pages || !(await tx.crawls.nextPage(crawl_id)))
    return await endCrawl(tx, crawl, now);
  await enqueue(tx, { kind: 'crawl-site', subjectId: crawl_id, payload: { crawl_id }, now: now + pauseMs });
  await tx.crawls.update(crawl_id, { updated_at: now });
}

/** Ends a crawl. A crawl without any page has failed, and records the reason. */
async function endCrawl(tx: WorkspaceTransaction, crawl: CrawlRow, now: number): Promise<void> {
  const { added, skipped } = await tx.crawls.counts(crawl.crawl_id);
  const [first] = await tx.crawls.listPages(crawl.crawl_id, { limit: 1, after: undefined });
  // Pages that are sources already are skipped; a site that wants none of its pages fetched has no page for the crawl.
  const isEmpty = added === 0 && (await tx.crawls.sources(crawl.crawl_id)).length === 0;
  await tx.crawls.update(crawl.crawl_id, {
    status: isEmpty ? 'failed' : 'completed',
    error: isEmpty
      ? (first?.reason ?? 'The sitemap names no page of this site. Crawl it by its links instead.')
      : null,
    updated_at: now,
    ended_at: now,
  });
  if (added + skipped >= LEAST_PAGES) await queueRepeats(tx, crawl.crawl_id, now);
}
