import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangePage, ConnectionOptions, FoundDocument } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { faultOfPage, idOf, isGone, originalOf } from '#connectors/kinds/web-tools.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { fetchPage, HttpStatusFault } from '#ingestion/web/fetch-page.ts';
import { isOnSameSite, nameOfUrl, pauseBetweenPages } from '#ingestion/web/site-manners.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { BodyStore } from './body-store.ts';
import { type KnownPage, type KnownPages, readKnownPages, saveKnownPages } from './known-pages.ts';
import { type LoadedPage, loadPage, type WebsiteTools } from './load-page.ts';
import type { WebsiteSettings } from './settings.ts';
import { matchesAny } from './url-patterns.ts';

type CrawlOptions = ConnectionOptions<WebsiteSettings, undefined> & {
  bodies: BodyStore;
  /** True if no run was complete so far, so that nothing can be taken for gone. */
  isFirst: boolean;
};

type Step = { url: string; depth: number; kind: 'start' | 'page' | 'sitemap' };

type Crawl = {
  tools: WebsiteTools;
  options: CrawlOptions;
  /** URLs of the sites that are read. */
  sites: string[];
  /** What is still to be read, in order: sitemaps come with the start pages. */
  steps: Step[];
  seen: Set<string>;
  before: KnownPages | undefined;
  now: KnownPages;
  /** Ids and bodies that were listed. */
  listed: Set<string>;
  failuresInARow: number;
  isIncomplete: boolean;
};

/** A site that is down fails page by page. */
const MAX_FAILURES_IN_A_ROW = 10;
const MAX_SITEMAPS = 100;

/** Reads a site page by page, at the pace it asks for. A page that cannot be reached for the moment stays as it was; one
 *  that is gone, or was moved off the site, is not listed. Throws ConnectorFault if a start page cannot be read, or the site
 *  fails. */
export async function* crawl(tools: WebsiteTools, options: CrawlOptions): AsyncGenerator<ChangePage> {
  const { settings, signal, folder } = options;
  const state: Crawl = {
    tools,
    options,
    sites: [...settings.start_urls],
    steps: [],
    seen: new Set(),
    before: await readKnownPages(folder, settings.javascript),
    now: new Map(),
    listed: new Set(),
    failuresInARow: 0,
    isIncomplete: false,
  };
  add(state, settings.start_urls.map(normalized), { depth: 0, kind: 'start' });
  if (settings.sitemap) await addSitemaps(state);
  let sitemaps = 0;
  for (let at = 0; at < state.steps.length && state.now.size < settings.max_pages; at += 1) {
    signal.throwIfAborted();
    const step = state.steps[at] as Step;
    if (step.kind === 'sitemap') {
      sitemaps += 1;
      if (sitemaps <= MAX_SITEMAPS) await readSitemap(state, step);
    } else {
      const document = await visit(state, step);
      if (document) yield { changes: [{ type: 'found', document }] };
    }
    if (at + 1 < state.steps.length) await pause(state, step.url);
  }
  await saveKnownPages(folder, state.now, settings.javascript);
  // Nothing says what a page that cannot be reached was before. The next run knows, at least, which pages these are not.
  if (state.isIncomplete && !state.before && !options.isFirst)
    throw new ConnectorFault('unavailable', 'Some pages of the site could not be read for the moment.');
}

const normalized = (url: string): string => {
  const address = new URL(url);
  address.hash = '';
  return address.href;
};

/** Adds URLs that belong to the crawl and are new to it. */
function add(state: Crawl, urls: readonly string[], { depth, kind }: Omit<Step, 'url'>): void {
  const { include, exclude, max_pages } = state.options.settings;
  for (const url of urls) {
    if (state.seen.size >= max_pages * LIMITS.crawlAddressesForPage) return;
    if (state.seen.has(url) || !isOfSites(state, url)) continue;
    const isWanted = (include.length === 0 || matchesAny(include, url)) && !matchesAny(exclude, url);
    if (kind === 'page' && !isWanted) continue;
    state.seen.add(url);
    state.steps.push({ url, depth, kind });
  }
}

const isOfSites = ({ sites }: Crawl, url: string): boolean => sites.some((site) => isOnSameSite(site, url));

async function addSitemaps(state: Crawl): Promise<void> {
  const { tools, options } = state;
  for (const origin of new Set(options.settings.start_urls.map((url) => new URL(url).origin))) {
    const robots = await tools.fetcher.robots.check(new URL(origin), options.signal).catch(() => undefined);
    add(state, [...(robots?.sitemaps ?? []).map(normalized), `${origin}/sitemap.xml`], {
      depth: 0,
      kind: 'sitemap',
    });
  }
}

/** Many sites have no sitemap, so one that cannot be read counts as none. */
async function readSitemap(state: Crawl, { url, depth }: Step): Promise<void> {
  const { tools, options } = state;
  const { signal } = options;
  try {
    const page = await fetchPage(tools.fetcher, url, { signal, isOfAnyType: true });
    try {
      const { pages, sitemaps } = await tools.findLinks(() => originalOf(page), signal);
      // A start page that answers in place of a sitemap has links, too.
      add(state, sitemaps, { depth: depth + 1, kind: 'sitemap' });
      add(state, pages, { depth: 0, kind: 'page' });
    } finally {
      await page.content.dispose();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceFault)) throw error;
    if (error.isRetryable) state.isIncomplete = true;
  }
}

/** Reads a page and adds its links. Undefined if it is not to be listed. */
async function visit(state: Crawl, step: Step): Promise<FoundDocument | undefined> {
  const { tools, options, before } = state;
  const { signal } = options;
  const known = before?.get(step.url);
  try {
    const page = await loadPage(tools, step.url, { signal, known });
    state.failuresInARow = 0;
    return page ? await takePage(state, step, page) : takeKnown(state, step, known);
  } catch (error) {
    signal.throwIfAborted();
    if (step.kind === 'start') throw faultOfPage(error);
    if (error instanceof HttpStatusFault && error.status === 429) throw faultOfPage(error);
    if (!isOfPage(error)) throw error;
    if (isGone(error) || (error instanceof SourceFault && !error.isRetryable)) return undefined;
    state.failuresInARow += 1;
    state.isIncomplete = true;
    if (state.failuresInARow >= MAX_FAILURES_IN_A_ROW) throw faultOfPage(error);
    return known && takeKnown(state, step, known);
  }
}

const isOfPage = (error: unknown): boolean => error instanceof SourceFault || error instanceof ConnectorFault;

/** A page as it was in the last run. */
function takeKnown(state: Crawl, step: Step, known: KnownPage | undefined): FoundDocument | undefined {
  if (!known)
    throw new ConnectorFault(
      'untrusted',
      `${nameOfUrl(step.url)} answers that it has not changed, without being asked.`,
    );
  return list(state, step, known);
}

async function takePage(state: Crawl, step: Step, page: LoadedPage): Promise<FoundDocument | undefined> {
  const { content, url, etag, lastModified, links } = page;
  try {
    if (step.kind === 'start') state.sites.push(url);
    if (!isOfSites(state, url)) return undefined;
    const document = documentOf(page);
    const known = {
      document,
      etag,
      lastModified,
      links: links.pages.filter((link) => isOfSites(state, link)),
    };
    const listed = list(state, step, known);
    if (listed) await state.options.bodies.keep(document.id, content);
    return listed;
  } finally {
    await content.dispose();
  }
}

/** Lists a page, unless another URL led to it or has the same content. */
function list(state: Crawl, step: Step, known: KnownPage): FoundDocument | undefined {
  const { document, links } = known;
  if (step.depth < state.options.settings.max_depth)
    add(state, links, { depth: step.depth + 1, kind: 'page' });
  if (state.listed.has(document.id) || state.listed.has(document.version)) return undefined;
  state.listed.add(document.id).add(document.version);
  state.now.set(step.url, known);
  return document;
}

function documentOf({ content, url, lastModified, links }: LoadedPage): FoundDocument {
  const { sha256, sizeBytes, mimeType } = content;
  const { pathname } = new URL(url);
  const changedAt = Date.parse(lastModified ?? '');
  return {
    id: idOf(url),
    version: sha256,
    fingerprint: sha256,
    name: links.title ?? nameOfUrl(url),
    fileName: fileNameOf(pathname, mimeType),
    url,
    sizeBytes,
    metadata: {
      path: pathname.slice(0, LIMITS.metadataValueCharacters),
      url: url.slice(0, LIMITS.metadataValueCharacters),
      ...(Number.isFinite(changedAt) && { changed_at: new Date(changedAt).toISOString() }),
    },
  };
}

function fileNameOf(pathname: string, mimeType: string | null): string {
  const name = (pathname.split('/').at(-1) || 'index').slice(-100);
  return /html/i.test(mimeType ?? 'html') && !/\.x?html?$/i.test(name) ? `${name}.html` : name;
}

async function pause({ tools, options: { signal } }: Crawl, url: string): Promise<void> {
  const robots = await tools.fetcher.robots.check(new URL(url), signal).catch(() => undefined);
  await sleep(pauseBetweenPages(robots), undefined, { signal });
}
