import { afterAll, beforeAll, expect, vi } from 'vitest';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { htmlPage, startTestSites, type TestSite } from '../helpers/test-site.ts';

export const sources = '/v1/knowledge-base/sources';
export const crawls = '/v1/knowledge-base/crawls';

/** Set by `prepareCrawls` before the tests begin. */
export let sites: Awaited<ReturnType<typeof startTestSites>>;
export let test: TestService;
export let live: Client;

/** Has a service that crawls test sites stand for the tests of a file. */
export function prepareCrawls(): void {
  beforeAll(async () => {
    sites = await startTestSites(40);
    test = await startTestService({
      URL_FETCH_ALLOW_HOSTS: sites.hosts,
      URL_FETCH_SECONDS: '2',
      FETCH_CONCURRENCY: '64',
      INGEST_WORKERS: '1',
      JOB_ATTEMPTS: '2',
    });
    live = test.live;
  }, 60_000);
  afterAll(async () => {
    await test.stop();
    await sites.close();
  });
  vi.setConfig({ testTimeout: 60_000 });
}

/** A record, as a client reads it. */
export type Data = Answer['body'];

/** Text that is long enough to be the main content of a page. */
export const text = (word: string): string =>
  `The ${word} stands at the end of the pier, where the fishermen of the town mend their nets in the evening and talk about the ${word} and the weather of the coming week. `.repeat(
    3,
  );
/** Pages that link to each other: path -> the paths it links to. */
export const setPages = (site: TestSite, links: Record<string, readonly string[]>): void => {
  for (const [path, others] of Object.entries(links))
    site.set(path, htmlPage({ title: `Page ${path}`, text: text(`w${path.slice(1)}`), links: others }));
};
/** Each page links to two more, without end. */
export const setEndless = (site: TestSite): void =>
  site.set('*', ({ path }) =>
    htmlPage({
      title: `Month ${path}`,
      text: text(`month${path.replaceAll('/', '')}`),
      links: [`${path}a/`, `${path}b/`],
    }),
  );

/** A crawl as it begins. */
export const start = async (url: string, more: Record<string, unknown> = {}): Promise<Data> => {
  const { status, body } = await live.post(`${sources}/crawl`, { url, ...more });
  expect(status).toBe(201);
  return body.data;
};
/** A crawl once it has ended. */
export const ended = async (id: string, client = live): Promise<Data> =>
  await vi.waitFor(
    async () => {
      const crawl = (await client.get(`${crawls}/${id}`)).body.data;
      if (crawl.status === 'running') throw new Error(`The crawl still runs: ${JSON.stringify(crawl)}`);
      return crawl;
    },
    { timeout: 50_000, interval: 50 },
  );
/** A crawl from its start to its end. */
export const crawled = async (url: string, more: Record<string, unknown> = {}): Promise<Data> =>
  await ended((await start(url, more)).id);
/** The addresses that a crawl has found, and what became of them. */
export const pagesOf = async (id: string, client = live): Promise<Data[]> =>
  (await client.get(`${crawls}/${id}/pages?limit=100`)).body.data;
export const urlsOf = async (id: string): Promise<string[]> => (await pagesOf(id)).map(({ url }) => url);
export const pageOf = async (id: string, url: string): Promise<Data> =>
  (await pagesOf(id)).find((page) => page.url === url);
/** The id of a new knowledge base. */
export const newBase = async (): Promise<string> =>
  (await live.post('/v1/knowledge-bases', { name: 'Site' })).body.data.id;
/** The sources of a knowledge base, once they are indexed or failed. */
export const sourcesOf = async (base: string, client = live): Promise<Data[]> => {
  const { data } = (await client.get(`${sources}?limit=100&knowledge_base_ids=${base}`)).body;
  return await Promise.all(
    data.map(async ({ id }: Data) => (await client.get(`${sources}/${id}?wait=30`)).body.data),
  );
};
/** Waits until the site was asked so often. Of tests that run side by side `expect.poll` does not know whose it is. */
export const atLeast = async (site: TestSite, requests: number): Promise<void> =>
  await vi.waitFor(() => expect(site.requests().length).toBeGreaterThanOrEqual(requests), {
    timeout: 30_000,
    interval: 20,
  });
/** Long enough for a crawl to fetch several more pages, if it went on: another one does. */
export const whileAnotherCrawlRuns = async (): Promise<void> => {
  const other = sites.take();
  setEndless(other);
  await crawled(other.url(), { max_pages: 4 });
};
