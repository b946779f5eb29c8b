import { describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { createClient } from '../helpers/start-test-service.ts';
import { startTestSite } from '../helpers/test-site.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../helpers/test-storage.ts';
import {
  atLeast,
  crawled,
  crawls,
  type Data,
  ended,
  live,
  newBase,
  prepareCrawls,
  setEndless,
  setPages,
  sites,
  sources,
  sourcesOf,
  start,
  test,
  urlsOf,
  whileAnotherCrawlRuns,
} from './prepare-crawls.ts';

prepareCrawls();

describe('the end of a crawl', { concurrent: true }, () => {
  it('a cancelled crawl fetches no more pages and keeps those it added', async () => {
    const site = sites.take();
    const knowledge_base_id = await newBase();
    setEndless(site);
    const { id } = await start(site.url(), { knowledge_base_id, max_pages: 1_000 });
    await atLeast(site, 3);
    const { status, body } = await live.post(`${crawls}/${id}/cancel`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'cancelled', progress: 1, ended_at: expect.any(String) });
    const { added } = body.data.pages;
    expect(added).toBeGreaterThanOrEqual(2);
    const requests = site.requests().length;
    await whileAnotherCrawlRuns();
    expect(site.requests().length).toBeLessThanOrEqual(requests + 1);
    expect((await live.post(`${crawls}/${id}/cancel`)).body.data).toEqual(body.data);
    const left = await sourcesOf(knowledge_base_id);
    expect(left.length).toBe(added);
    expect(left.every((source) => source.status === 'indexed')).toBe(true);
  });

  it('cancelling a finished crawl changes nothing', async () => {
    const site = sites.take();
    setPages(site, { '/': [] });
    const crawl = await crawled(site.url());
    const { status, body } = await live.post(`${crawls}/${crawl.id}/cancel`);
    expect([status, body.data]).toEqual([200, crawl]);
  });

  it('deleting the knowledge base ends its crawl', async () => {
    const site = sites.take();
    const knowledge_base_id = await newBase();
    setEndless(site);
    const { id } = await start(site.url(), { knowledge_base_id, max_pages: 1_000 });
    await atLeast(site, 3);
    expect((await live.delete(`/v1/knowledge-bases/${knowledge_base_id}`)).status).toBe(204);
    const requests = site.requests().length;
    expectError(await live.get(`${crawls}/${id}`), 404);
    await whileAnotherCrawlRuns();
    expect(site.requests().length).toBeLessThanOrEqual(requests + 1);
    expectError(await live.get(`${crawls}/${id}`), 404);
    expect(test.logs.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('a crawl continues after the process was killed and adds each page once', async ({ onTestFinished }) => {
    const site = await startTestSite();
    onTestFinished(() => site.close());
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}`);
    setPages(site, Object.fromEntries(paths.map((path) => [path, paths])));
    const env = { URL_FETCH_ALLOW_HOSTS: site.host, ...SHORT_LEASES };
    const dataDir = newDataDir();
    let server = await startServerProcess({ dataDir, env });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
      await removeDataDir(dataDir);
    });
    const { key, knowledgeBaseId } = server;
    const { id } = (await server.call('POST', `${sources}/crawl`, { url: site.url('/0') })).data as Data;
    for (const requests of [3, 7]) {
      await atLeast(site, requests);
      await server.stop('SIGKILL');
      server = await startServerProcess({ dataDir, key, knowledgeBaseId, env });
    }
    const client = createClient(server.baseUrl, key);
    expect(await ended(id, client)).toMatchObject({
      status: 'completed',
      pages: { waiting: 0, added: 12, skipped: 0, failed: 0 },
    });
    const added = await sourcesOf(knowledgeBaseId, client);
    expect(added.map(({ url, status }) => `${status} ${url}`).toSorted()).toEqual(
      paths.map((path) => `indexed ${site.url(path)}`).toSorted(),
    );
    // A page whose step was not committed is fetched again.
    expect(site.requests().length).toBeLessThanOrEqual(12 + 2);
  });
});

describe('GET /v1/knowledge-base/crawls', () => {
  it('crawls are listed newest first and can be filtered by status and knowledge base', async () => {
    const site = sites.take();
    const [one, two] = [await newBase(), await newBase()];
    setPages(site, { '/': [] });
    const ids: string[] = [];
    for (const [path, base] of [
      ['/', one],
      ['/none', one],
      ['/', one],
      ['/', two],
    ])
      ids.unshift((await crawled(site.url(path), { knowledge_base_id: base })).id);
    const [other, third, failed, oldest] = ids;
    const list = async (query: string): Promise<Data> => (await live.get(`${crawls}?${query}`)).body;
    const idsOf = ({ data }: Data): string[] => data.map(({ id }: Data) => id);
    expect(idsOf(await list(`knowledge_base_ids=${one}&knowledge_base_ids=${two}`))).toEqual(ids);
    expect(idsOf(await list(`knowledge_base_ids=${two}`))).toEqual([other]);
    expect(idsOf(await list(`knowledge_base_ids=${one}&status=failed`))).toEqual([failed]);
    expect(idsOf(await list(`knowledge_base_ids=${one}&status=running`))).toEqual([]);
    const first = await list(`knowledge_base_ids=${one}&limit=2`);
    expect(idsOf(first)).toEqual([third, failed]);
    const rest = await list(`knowledge_base_ids=${one}&limit=2&cursor=${first.meta.next_cursor}`);
    expect(idsOf(rest)).toEqual([oldest]);
    expect(rest.meta.next_cursor).toBeUndefined();
    expect(rest.data[0]).toEqual((await live.get(`${crawls}/${oldest}`)).body.data);
    expectError(await live.get(`${crawls}?cursor=${first.meta.next_cursor}`), 422, 'cursor');
    expectError(await live.get(`${crawls}?status=done`), 422, 'status');
  });

  it('the pages of a crawl are paged', async () => {
    const site = sites.take();
    setPages(site, { '/': ['/a', '/b'], '/a': [], '/b': [] });
    const { id } = await crawled(site.url());
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { data, meta } = (await live.get(`${crawls}/${id}/pages?limit=1${cursor}`)).body as Data;
      seen.push(...data.map(({ url }: Data) => url));
      cursor = meta.next_cursor && `&cursor=${meta.next_cursor}`;
    }
    expect(seen).toEqual(await urlsOf(id));
    expect(seen.length).toBe(3);
  });
});

describe('a request for a crawl that is wrong', () => {
  const path = `${sources}/crawl`;

  it('a read_only key can read crawls, but gets 403 for starting one', async () => {
    const { key } = (await live.post('/v1/api-keys', { name: 'Reader', scope: 'read_only' })).body.data;
    const reader = createClient(live.baseUrl, key);
    expectError(await reader.post(path, { url: 'http://127.0.0.1:1/' }), 403);
    const { id } = await crawled('http://127.0.0.1:1/');
    expectError(await reader.post(`${crawls}/${id}/cancel`), 403);
    expect((await reader.get(`${crawls}/${id}`)).status).toBe(200);
  });

  it.each(['crawl_0000000000000000000000000', 'src_1', 'x'])('404 for the crawl %s', async (id) => {
    expectError(await live.get(`${crawls}/${id}`), 404);
    expectError(await live.get(`${crawls}/${id}/pages`), 404);
    expectError(await live.post(`${crawls}/${id}/cancel`), 404);
  });

  it('a crawl gets 404 in the other environment', async () => {
    const { id } = await crawled('http://127.0.0.1:1/');
    expectError(await test.sandbox.get(`${crawls}/${id}`), 404);
    expectError(await test.sandbox.post(`${crawls}/${id}/cancel`), 404);
  });

  it('a crawl without url gets 400', async () => {
    expectError(await live.post(path, { mode: 'links' }), 400, 'url');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['url', { url: 'ftp://example.org/' }],
      ['url', { url: 'example.org' }],
      ['url', { url: 'http://me:secret@example.org/' }],
      ['url', { url: `http://example.org/${'a'.repeat(2_040)}` }],
      ['url', { url: 7 }],
      ['mode', { mode: 'all' }],
      ['max_pages', { max_pages: 0 }],
      ['max_pages', { max_pages: 5_001 }],
      ['max_pages', { max_pages: 1.5 }],
      ['max_pages', { max_pages: '5' }],
      ['max_depth', { max_depth: -1 }],
      ['max_depth', { max_depth: 11 }],
      ['tags', { tags: 'pier' }],
      ['tags[0]', { tags: [''] }],
      ['refresh_interval_hours', { refresh_interval_hours: 0 }],
      ['refresh_interval_hours', { refresh_interval_hours: 8_761 }],
      ['knowledge_base_id', { knowledge_base_id: 'kb_0000000000000000000000000' }],
      ['knowledge_base_id', { knowledge_base_id: 'src_1' }],
      ['maxpages', { maxpages: 5 }],
    ]),
  )('422 for $wrong, and nothing is crawled', async ({ field, wrong }) => {
    const newest = (await live.get(`${crawls}?limit=1`)).body.data[0]?.id;
    expectError(await live.post(path, { url: 'http://127.0.0.1:1/', ...wrong }), 422, field);
    expect((await live.get(`${crawls}?limit=1`)).body.data[0]?.id).toBe(newest);
  });
});
