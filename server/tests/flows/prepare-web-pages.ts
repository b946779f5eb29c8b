import { afterAll, beforeAll, expect, vi } from 'vitest';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { startTestSites, type TestSite } from '../helpers/test-site.ts';

/** What a fetch may take. */
export const FETCH_SECONDS = 2;
export const sources = '/v1/knowledge-base/sources';

/** Set by `prepareWebPages` before the tests begin. */
export let sites: Awaited<ReturnType<typeof startTestSites>>;
export let site: TestSite;
export let live: Client;

/** Has a service that fetches from test sites stand for the tests of a file. */
export function prepareWebPages({ now = Date.now } = {}): void {
  let test: TestService;
  beforeAll(async () => {
    sites = await startTestSites(12);
    site = sites.take();
    const settings = {
      URL_FETCH_ALLOW_HOSTS: sites.hosts,
      URL_FETCH_SECONDS: String(FETCH_SECONDS),
      INGEST_WORKERS: '1',
      FETCH_CONCURRENCY: '64',
      JOB_ATTEMPTS: '2',
      WATCH_SECONDS: '1',
    };
    test = await startTestService(settings, { now });
    live = test.live;
  }, 60_000);
  afterAll(async () => {
    await test.stop();
    await sites.close();
  });
  vi.setConfig({ testTimeout: 60_000 });
}

/** The record of a source, as a client reads it. */
export type Source = Answer['body'];

/** A source of type url, before its page is fetched. */
export const add = async (url: string, more: Record<string, unknown> = {}): Promise<Source> => {
  const { status, body } = await live.post(sources, { type: 'url', name: 'Page', url, ...more });
  expect(status).toBe(201);
  return body.data;
};
/** A source once it is indexed or failed. */
export const settled = async (id: string): Promise<Source> =>
  (await live.get(`${sources}/${id}?wait=30`)).body.data;
/** A source once its page is indexed or failed. */
export const fetched = async (url: string, more: Record<string, unknown> = {}): Promise<Source> =>
  await settled((await add(url, more)).id);
/** What a client is shown of the page. */
export const contentOf = async (id: string): Promise<{ text: string; title?: string }> =>
  (await live.get(`${sources}/${id}/content`)).body.data;
/** Whether a search in this source finds something. */
export const isFound = async (id: string, query: string): Promise<boolean> => {
  const { body } = await live.post('/v1/query', { query, search_type: 'keyword', source_ids: [id] });
  return body.data.results.length > 0;
};
/** Waits until a source is so. */
export const until = async (id: string, isSo: (source: Source) => boolean): Promise<Source> =>
  await vi.waitFor(
    async () => {
      const source = (await live.get(`${sources}/${id}`)).body.data;
      if (!isSo(source)) throw new Error(`The source is still ${JSON.stringify(source)}.`);
      return source;
    },
    { timeout: 30_000, interval: 50 },
  );
/** Waits until the site was asked for the path. Of tests that run side by side `expect.poll` does not know whose it is. */
export const asked = async (path: string): Promise<void> =>
  await vi.waitFor(() => expect(site.count(path)).toBe(1), { timeout: 30_000, interval: 20 });
/** What is shown of a source that failed like this. */
export const failedWith = (code: string, message: RegExp, retryable: boolean) => ({
  status: 'failed',
  chunk_count: 0,
  error: { code, message: expect.stringMatching(message), retryable },
});

/** Text that is long enough to be the main content of a page. */
export const story = (word: string): string =>
  `The ${word} of the old harbour was painted by the lighthouse keeper in the spring of that year. Many people came by boat to see it, and the mayor held a long speech about the ${word}, the sea and the herring. `.repeat(
    3,
  );
