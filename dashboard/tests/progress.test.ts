import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from '../../server/tests/helpers/fake-model-server.ts';
import {
  type Client,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { htmlPage, startTestSites, type TestSite } from '../../server/tests/helpers/test-site.ts';
import { chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const BUNDLED = 'static-en-multi-256';
const REMOTE = 'openai-compatible/words-64';

let service: TestService;
let live: Client;
let models: FakeModelServer;
let sites: Awaited<ReturnType<typeof startTestSites>>;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  models = await startFakeModelServer();
  sites = await startTestSites(4);
  service = await startTestService({
    EMBEDDING_PROVIDER: 'openai-compatible',
    EMBEDDING_MODEL: 'words-64',
    EMBEDDING_BASE_URL: `${models.origin}/v1`,
    URL_FETCH_ALLOW_HOSTS: sites.hosts,
    JOB_ATTEMPTS: '1',
    WATCH_SECONDS: '1',
  });
  live = service.live;
}, 120_000);
afterEach(() => models.always());
afterAll(async () => {
  await browser.close();
  await service.stop();
  await sites.close();
  await models.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

async function visit(path: string): Promise<Page & AsyncDisposable> {
  const page = await openDashboard(browser, live, path);
  page.setDefaultTimeout(40_000);
  return page;
}

/** The value of a bar, in percent. */
const percentOf = async (bar: Locator): Promise<number> => Number(await bar.getAttribute('aria-valuenow'));

/** A knowledge base with sources embedded by the bundled model. */
async function addBase(name: string, texts: readonly string[]): Promise<string> {
  const { id } = (await live.post('/v1/knowledge-bases', { name, embedding_model: BUNDLED })).body.data;
  for (const [index, text] of texts.entries())
    await live.addText(`${name} ${index + 1}`, text, { knowledge_base_id: id });
  return id;
}

describe('a change of the embedding model', () => {
  it('shows its progress until every source is done', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const texts = Array.from(
      { length: 10 },
      (_, index) => `The letter of day ${index + 1} tells of the sea.`,
    );
    const id = await addBase('Letters', texts);
    // The last two of ten.
    models.always({
      after: (body) => (/day (?:9|10) /.test(JSON.stringify(body)) ? released : undefined),
    });
    await using page = await visit('/knowledge-bases');
    const row = page.getByRole('listitem').filter({ hasText: 'Letters' });
    await row.getByText(`Embedding model: ${BUNDLED}`).waitFor();
    await page.getByRole('button', { name: 'Edit Letters' }).click();
    await chooseOption(page, 'Embedding model', REMOTE);
    await page.getByRole('button', { name: 'Save' }).click();
    const bar = row.getByRole('progressbar', { name: 'Model change for Letters' });
    await bar.waitFor();
    await expect.poll(() => percentOf(bar), { timeout: 30_000 }).toBe(80);
    await row.getByText(`Switching to ${REMOTE}: 80% of sources done`).waitFor();
    await row.getByText(`Embedding model: ${BUNDLED}`).waitFor();
    await expectAccessible(page);
    release();
    await row.getByText(`Embedding model: ${REMOTE}`).waitFor();
    await expect.poll(() => bar.count()).toBe(0);
    expect((await live.get(`/v1/knowledge-bases/${id}`)).body.data.embedding_switch).toBeNull();
  });

  it('shows why it is stuck, and continues when it can', async () => {
    const id = await addBase('Notes', ['A note about the tides.']);
    models.always({ status: 401 });
    await live.patch(`/v1/knowledge-bases/${id}`, { embedding_model: REMOTE });
    await using page = await visit('/knowledge-bases');
    const row = page.getByRole('listitem').filter({ hasText: 'Notes' });
    await row.getByText('EMBEDDING_API_KEY').waitFor();
    expect(await percentOf(row.getByRole('progressbar'))).toBe(0);
    models.always();
    await row.getByText(`Embedding model: ${REMOTE}`).waitFor();
    await expect.poll(() => row.getByText('EMBEDDING_API_KEY').count()).toBe(0);
  });
});

/** A site whose three pages answer one by one when released, and a function that starts its crawl. */
function slowSite(): { site: TestSite; start: () => Promise<void>; letGo: (name: string) => void } {
  const site = sites.take();
  const names = ['boats', 'nets', 'ropes'];
  const text = (of: string): string => `Words about ${of} of the harbour. `.repeat(8);
  site.set('/', htmlPage({ title: 'Harbour', text: text('all'), links: names.map((name) => `/${name}`) }));
  const held = new Map(
    names.map((name) => [name, site.hold(`/${name}`, htmlPage({ title: name, text: text(name) }))]),
  );
  return {
    site,
    start: async () => {
      const { status } = await live.post('/v1/knowledge-base/sources/crawl', {
        url: site.url(),
        max_pages: 9,
      });
      expect(status).toBe(201);
    },
    letGo: (name) => held.get(name)?.release(),
  };
}

describe('the bar of a running crawl', () => {
  it("appears on the sources page for someone else's crawl, grows, and disappears at its end", async () => {
    const { site, start, letGo } = slowSite();
    await using page = await visit('/sources');
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    await page.evaluate('globalThis.wasNotReloaded = true');
    await start();
    const bar = page.getByRole('progressbar', { name: `Crawl of ${site.url()}` });
    const line = page.getByText(`Crawling ${site.url()}`);
    const says = (text: string): Promise<void> =>
      expect.poll(() => line.textContent(), { timeout: 40_000 }).toContain(text);
    await says('1 page added so far');
    expect(await percentOf(bar)).toBe(25);
    letGo('boats');
    await says('2 pages added so far');
    expect(await percentOf(bar)).toBe(50);
    await expectAccessible(page);
    letGo('nets');
    await says('3 pages added so far');
    expect(await percentOf(bar)).toBe(75);
    letGo('ropes');
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'ropes' }).waitFor();
    expect(await page.evaluate('globalThis.wasNotReloaded')).toBe(true);
  });

  it('ends with every page settled on the page of the crawl, the last one too', async () => {
    const { url, release } = sites.take().hold('/single');
    const { id } = (await live.post('/v1/knowledge-base/sources/crawl', { url, max_depth: 0 })).body.data;
    await using page = await visit(`/sources/crawls/${id}`);
    const row = page.getByRole('row').filter({ hasText: '/single' });
    await row.getByText('Waiting').waitFor();
    release();
    await page.getByText('Completed').waitFor();
    await row.getByText('Added').waitFor();
    await expect.poll(() => row.getByText('Waiting').count()).toBe(0);
  });

  it('links to the crawl, and is gone after it is cancelled', async () => {
    const { site, start, letGo } = slowSite();
    await start();
    await using page = await visit('/sources');
    const bar = page.getByRole('progressbar', { name: `Crawl of ${site.url()}` });
    await bar.waitFor();
    await page.getByRole('link', { name: 'Watch' }).click();
    await page.getByRole('heading', { name: site.url() }).waitFor();
    await page.getByRole('row').filter({ hasText: '/boats' }).getByText('Waiting').waitFor();
    await bar.waitFor();
    await page.getByRole('button', { name: 'Cancel crawl' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel crawl' }).click();
    await page.getByText('The crawl was cancelled.').waitFor();
    await bar.waitFor({ state: 'detached' });
    for (const name of ['boats', 'nets', 'ropes']) letGo(name);
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    await bar.waitFor({ state: 'detached' });
    const [crawl] = (await live.get('/v1/knowledge-base/crawls')).body.data;
    expect(crawl).toMatchObject({ url: site.url(), status: 'cancelled', pages: { added: 1 } });
  });
});
