import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectError } from '../expect-error.ts';
import { wrongFields } from '../named-cases.ts';
import { startServerProcess } from '../server-process.ts';
import {
  type Answer,
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../start-test-service.ts';
import { htmlPage, startTestSite, startTestSites, type TestSite } from '../test-site.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../test-storage.ts';

const sources = '/v1/knowledge-base/sources';
const crawls = '/v1/knowledge-base/crawls';

let sites: Awaited<ReturnType<typeof startTestSites>>;
let test: TestService;
let live: Client;

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

/** A record, as a client reads it. */
type Data = Answer['body'];

const text = (word: string): string =>
  `The ${word} stands at the end of the pier, where the fishermen of the town mend their nets in the evening and talk about the ${word} and the weather of the coming week. `.repeat(
    3,
  );
/** Pages that link to each other: path -> the paths it links to. */
const setPages = (site: TestSite, links: Record<string, readonly string[]>): void => {
  for (const [path, others] of Object.entries(links))
    site.set(path, htmlPage({ title: `Page ${path}`, text: text(`w${path.slice(1)}`), links: others }));
};
/** Each page links to two more, without end. */
const setEndless = (site: TestSite): void =>
  site.set('*', ({ path }) =>
    htmlPage({
      title: `Month ${path}`,
      text: text(`month${path.replaceAll('/', '')}`),
      links: [`${path}a/`, `${path}b/`],
    }),
  );

const start = async (url: string, more: Record<string, unknown> = {}): Promise<Data> => {
  const { status, body } = await live.post(`${sources}/crawl`, { url, ...more });
  expect(status).toBe(201);
  return body.data;
};
const ended = async (id: string, client = live): Promise<Data> =>
  await vi.waitFor(
    async () => {
      const crawl = (await client.get(`${crawls}/${id}`)).body.data;
      if (crawl.status === 'running') throw new Error(`The crawl still runs: ${JSON.stringify(crawl)}`);
      return crawl;
    },
    { timeout: 50_000, interval: 50 },
  );
const crawled = async (url: string, more: Record<string, unknown> = {}): Promise<Data> =>
  await ended((await start(url, more)).id);
const pagesOf = async (id: string, client = live): Promise<Data[]> =>
  (await client.get(`${crawls}/${id}/pages?limit=100`)).body.data;
const urlsOf = async (id: string): Promise<string[]> => (await pagesOf(id)).map(({ url }) => url);
const pageOf = async (id: string, url: string): Promise<Data> =>
  (await pagesOf(id)).find((page) => page.url === url);
const newBase = async (): Promise<string> =>
  (await live.post('/v1/knowledge-bases', { name: 'Site' })).body.data.id;
const sourcesOf = async (base: string, client = live): Promise<Data[]> => {
  const { data } = (await client.get(`${sources}?limit=100&knowledge_base_ids=${base}`)).body;
  return await Promise.all(
    data.map(async ({ id }: Data) => (await client.get(`${sources}/${id}?wait=30`)).body.data),
  );
};
const atLeast = async (site: TestSite, requests: number): Promise<void> =>
  await vi.waitFor(() => expect(site.requests().length).toBeGreaterThanOrEqual(requests), {
    timeout: 20_000,
    interval: 20,
  });
/** Long enough for a crawl to fetch several more pages, if it went on: another one does. */
const whileAnotherCrawlRuns = async (): Promise<void> => {
  const other = sites.take();
  setEndless(other);
  await crawled(other.url(), { max_pages: 4 });
};

describe('a crawl by links', { concurrent: true }, () => {
  it('adds the pages of the site as sources, with all that was said of them', async () => {
    const [site, other] = [sites.take(), sites.take()];
    setPages(site, {
      '/': ['/a', '/b#part', '/b', 'c', `${other.url('/x')}`, 'mailto:a@b.test', 'javascript:void(0)'],
      '/a': ['/'],
      '/b': [],
      '/c': ['/d'],
      '/d': [],
    });
    const knowledge_base_id = await newBase();
    const more = { knowledge_base_id, tags: ['pier', 'pier'], refresh_interval_hours: 48 };
    const { status, body, headers } = await live.post(`${sources}/crawl`, {
      url: `${site.url()}#top`,
      ...more,
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${crawls}/${body.data.id}`);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^crawl_[0-9a-z]+$/),
      url: `${site.url()}#top`,
      mode: 'links',
      status: 'running',
      knowledge_base_id,
      tags: ['pier'],
      max_pages: 100,
      max_depth: 3,
      refresh_interval_hours: 48,
      progress: 0,
      pages: { waiting: 1, added: 0, skipped: 0, failed: 0 },
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
    const crawl = await ended(body.data.id);
    expect(crawl).toEqual({
      ...body.data,
      status: 'completed',
      progress: 1,
      pages: { waiting: 0, added: 5, skipped: 0, failed: 0 },
      updated_at: expect.any(String),
      ended_at: expect.any(String),
    });
    const pages = await pagesOf(crawl.id);
    expect(pages.map(({ url, depth, kind, status: state }) => [url, depth, kind, state])).toEqual(
      [
        ['/', 0],
        ['/a', 1],
        ['/b', 1],
        ['/c', 1],
        ['/d', 2],
      ].map(([path, depth]) => [site.url(String(path)), depth, 'page', 'added']),
    );
    const added = await sourcesOf(knowledge_base_id);
    expect(new Set(added.map(({ id }) => id))).toEqual(new Set(pages.map(({ source_id }) => source_id)));
    for (const source of added)
      expect(source).toMatchObject({
        type: 'url',
        status: 'indexed',
        name: `Page ${source.url.slice(site.url('').length)}`,
        tags: ['pier'],
        knowledge_base_id,
        crawl_id: crawl.id,
        refresh_interval_hours: 48,
        refresh_at: expect.any(String),
        mime_type: 'text/html',
      });
    const { results } = (
      await live.post('/v1/query', { query: 'wd', search_type: 'keyword', tags: ['pier'] })
    ).body.data;
    expect(results.map(({ source_id }: Data) => source_id)).toEqual([
      added.find(({ name }) => name === 'Page /d').id,
    ]);
    for (const path of ['/', '/a', '/b', '/c', '/d']) expect(site.count(path)).toBe(1);
    expect(other.requests()).toEqual([]);
  });

  it.each([
    [0, ['/0']],
    [1, ['/0', '/1']],
    [2, ['/0', '/1', '/2']],
  ])('follows links to the depth of %i', async (max_depth, paths) => {
    const site = sites.take();
    setPages(site, { '/0': ['/1'], '/1': ['/2'], '/2': ['/3'], '/3': [] });
    const crawl = await crawled(site.url('/0'), { max_depth });
    expect(crawl).toMatchObject({ status: 'completed', max_depth, pages: { added: paths.length } });
    expect(site.requests().map(({ path }) => path)).toEqual(paths);
  });

  it('ends at max_pages on a site without an end', async () => {
    const site = sites.take();
    setEndless(site);
    const crawl = await crawled(site.url(), { max_pages: 5, max_depth: 10 });
    expect(crawl).toMatchObject({ status: 'completed', progress: 1, pages: { added: 5 } });
    expect(site.requests().length).toBe(5);
  });

  it('ends at max_depth on a site without an end', async () => {
    const site = sites.take();
    setEndless(site);
    const crawl = await crawled(site.url(), { max_depth: 2 });
    expect(crawl).toMatchObject({ status: 'completed', pages: { waiting: 0, added: 7 } });
  });

  it('takes each page of a circle once', async () => {
    const site = sites.take();
    setPages(site, { '/a': ['/b', '/a'], '/b': ['/a', '/a#there', '/b#here'] });
    await crawled(site.url('/a'));
    expect(site.count('/a')).toBe(1);
    expect(site.count('/b')).toBe(1);
  });

  it('says of each address that is no source why', async () => {
    const [site, other] = [sites.take(), sites.take()];
    setPages(site, { '/': ['/picture', '/missing', '/away', '/copy', '/app', '/nofollow'] });
    site.set('/picture', { headers: { 'content-type': 'image/png' }, body: 'PNG' });
    site.set('/away', { status: 302, headers: { location: other.url('/there') } });
    const copy = htmlPage({ title: 'Twin', text: text('twin'), links: ['/copy2'] });
    site.set('/copy', copy);
    site.set('/copy2', copy);
    site.set(
      '/nofollow',
      htmlPage({
        title: 'Alone',
        text: text('alone'),
        links: ['/never'],
        head: '<meta name="robots" content="nofollow">',
      }),
    );
    site.set(
      '/app',
      htmlPage({ title: 'App', text: `${text('app')}<a rel="nofollow" href="/never2">x</a>` }),
    );
    other.set('/there', htmlPage({ title: 'There', text: text('there'), links: [site.url('/behind')] }));
    const crawl = await crawled(site.url());
    expect(crawl).toMatchObject({
      status: 'completed',
      pages: { waiting: 0, added: 4, skipped: 3, failed: 1 },
    });
    const what = Object.fromEntries(
      (await pagesOf(crawl.id)).map(({ url, status, reason }) => [
        url.slice(site.url('').length),
        [status, reason],
      ]),
    );
    expect(what).toEqual({
      '/': ['added', undefined],
      '/picture': ['skipped', expect.stringMatching(/image\/png/)],
      '/missing': ['failed', expect.stringMatching(/answered 404.*check the address/)],
      '/away': ['skipped', expect.stringMatching(/another site/)],
      '/copy': ['added', undefined],
      '/app': ['added', undefined],
      '/nofollow': ['added', undefined],
      '/copy2': ['skipped', expect.stringContaining(site.url('/copy'))],
    });
  });

  it('keeps to robots.txt, also to the pause that it asks for', async () => {
    const site = sites.take();
    site.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private\nCrawl-delay: 1\n',
    });
    const times: number[] = [];
    site.set('*', ({ path }) => {
      times.push(performance.now());
      return htmlPage({ title: path, text: text(path), links: ['/private/a', '/public', '/more'] });
    });
    const crawl = await crawled(site.url());
    expect(crawl).toMatchObject({ status: 'completed', pages: { added: 3, failed: 1 } });
    expect(await pageOf(crawl.id, site.url('/private/a'))).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/robots\.txt/),
    });
    expect(site.requests().map(({ path }) => path)).toEqual(['/', '/public', '/more']);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(950);
    expect(site.count('/robots.txt')).toBe(1);
  });

  it('goes on behind a page that hangs, and asks again for one that had a fault', async () => {
    const site = sites.take();
    let tries = 0;
    setPages(site, { '/': ['/hangs', '/flaky', '/last'], '/last': [] });
    site.set('/hangs', { hangs: 'in-body' });
    site.set('/flaky', () =>
      ++tries === 1 ? { status: 503 } : htmlPage({ title: 'Flaky', text: text('flaky') }),
    );
    const crawl = await crawled(site.url());
    expect(crawl).toMatchObject({ status: 'completed', pages: { waiting: 0, added: 3, failed: 1 } });
    expect((await pageOf(crawl.id, site.url('/hangs'))).reason).toMatch(/within 2 seconds/);
    expect(tries).toBe(2);
  });

  it('names a page by its title, in the characters of the page, or else by its address', async () => {
    const site = sites.take();
    const knowledge_base_id = await newBase();
    const page = htmlPage({ title: '|', text: text('lamp'), links: ['/bare'] })
      .replace('<meta charset="utf-8">', '')
      .replace('<title>|</title>', '<title>\n  5 \xa4 &amp; more\n</title>');
    // In this encoding alone the byte A4 is a sign for euros.
    const headers = { 'content-type': 'text/html; charset=iso-8859-15' };
    site.set('/', { headers, body: Buffer.from(page, 'latin1') });
    site.set('/bare', `<!doctype html><html><body><main><p>${text('bare')}</p></main></body></html>`);
    await crawled(site.url(), { knowledge_base_id });
    const names = (await sourcesOf(knowledge_base_id)).map(({ name }) => name);
    expect(names.toSorted()).toEqual([`${site.host}/bare`, '5 € & more'].toSorted());
  });

  it('tells how far it is while it runs', async () => {
    const site = sites.take();
    setPages(site, { '/': ['/a', '/b'], '/a': [] });
    const { release } = site.hold('/b', htmlPage({ title: 'B', text: text('b') }));
    const { id } = await start(site.url());
    await atLeast(site, 3);
    expect((await live.get(`${crawls}/${id}`)).body.data).toMatchObject({
      status: 'running',
      progress: 0.67,
      pages: { waiting: 1, added: 2, skipped: 0, failed: 0 },
    });
    release();
    expect(await ended(id)).toMatchObject({ status: 'completed', progress: 1 });
  });

  it('is failed with the reason of its first page when that brings nothing', async () => {
    const site = sites.take();
    expect(await crawled(site.url('/none'))).toMatchObject({
      status: 'failed',
      progress: 1,
      error: expect.stringMatching(/answered 404/),
      pages: { waiting: 0, added: 0, skipped: 0, failed: 1 },
    });
    expect(await crawled('http://169.254.169.254/latest/')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/not public/),
    });
  });
});

const urlset = (urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>\n ${url.replaceAll('&', '&amp;')} </loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`;
const sitemapIndex = (urls: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<sitemap><loc>${url}</loc></sitemap>`)
    .join('')}</sitemapindex>`;
const xml = (body: string) => ({ headers: { 'content-type': 'application/xml' }, body });

describe('a crawl by sitemap', { concurrent: true }, () => {
  const paths = ['/a?x=1&y=2', '/b'];

  it.each<[string, (site: TestSite, urls: readonly string[]) => string]>([
    [
      'at its usual place',
      (site, urls) => {
        site.set('/sitemap.xml', xml(urlset(urls)));
        return '/some/page';
      },
    ],
    [
      'that names others',
      (site, urls) => {
        site.set('/sitemap.xml', xml(sitemapIndex([site.url('/map1.xml'), site.url('/map2.xml')])));
        site.set('/map1.xml', xml(urlset(urls.slice(0, 1))));
        site.set('/map2.xml', xml(urlset(urls.slice(1))));
        return '/';
      },
    ],
    [
      'that is compressed',
      (site, urls) => {
        site.set('/map.xml.gz', {
          headers: { 'content-type': 'application/x-gzip' },
          body: gzipSync(urlset(urls)),
        });
        return '/map.xml.gz';
      },
    ],
    [
      'that robots.txt alone names',
      (site, urls) => {
        site.set('/robots.txt', `User-agent: *\nAllow: /\nSitemap: ${site.url('/maps/all')}\n`);
        site.set('/maps/all', xml(urlset(urls)));
        return '/';
      },
    ],
    [
      'in plain text',
      (site, urls) => {
        site.set('/map.txt', { headers: { 'content-type': 'text/plain' }, body: urls.join('\r\n') });
        return '/map.txt';
      },
    ],
  ])('%s adds the pages that it names', async (_, setSitemap) => {
    const [site, other] = [sites.take(), sites.take()];
    const knowledge_base_id = await newBase();
    for (const path of paths) setPages(site, { [path]: ['/linked'], '/linked': [] });
    const begin = setSitemap(site, [...paths.map(site.url), other.url('/c')]);
    const crawl = await crawled(site.url(begin), { mode: 'sitemap', knowledge_base_id });
    expect(crawl).toMatchObject({
      status: 'completed',
      mode: 'sitemap',
      max_depth: 0,
      progress: 1,
      pages: { waiting: 0, added: 2, skipped: 0, failed: 0 },
    });
    const urls = (await sourcesOf(knowledge_base_id)).map(({ url, status }) => `${status} ${url}`);
    expect(urls.toSorted()).toEqual(paths.map((path) => `indexed ${site.url(path)}`));
    expect((await pagesOf(crawl.id)).filter(({ kind }) => kind === 'page').map(({ url }) => url)).toEqual(
      paths.map(site.url),
    );
    expect(site.count('/linked')).toBe(0);
    expect(other.requests()).toEqual([]);
  });

  it('ends at max_pages', async () => {
    const site = sites.take();
    setEndless(site);
    site.set('/sitemap.xml', xml(urlset(['/1', '/2', '/3'].map(site.url))));
    expect(await crawled(site.url(), { mode: 'sitemap', max_pages: 2 })).toMatchObject({
      status: 'completed',
      pages: { added: 2 },
    });
    expect(site.requests().length).toBe(3);
  });

  it.each<[string, string, RegExp]>([
    ['names no page', urlset([]), /names no page of this site/],
    ['names pages of another site alone', urlset(['http://example.org/']), /names no page of this site/],
    ['names itself', sitemapIndex(['/sitemap.xml']), /names no page of this site/],
  ])('is failed with a sentence when it %s', async (_, body, error) => {
    const site = sites.take();
    site.set('/sitemap.xml', xml(body));
    expect(await crawled(site.url(), { mode: 'sitemap' })).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(error),
    });
  });

  it('is failed with a sentence when there is none', async () => {
    expect(await crawled(sites.take().url(), { mode: 'sitemap' })).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/404/),
    });
  });
});

describe('the second crawl of a site', { concurrent: true }, () => {
  it('brings what has changed into the sources of the first, and leaves the rest alone', async () => {
    const site = sites.take();
    const knowledge_base_id = await newBase();
    setPages(site, { '/': ['/a', '/b'], '/a': [], '/b': [] });
    await crawled(site.url(), { knowledge_base_id });
    const before = await sourcesOf(knowledge_base_id);
    site.set('/b', htmlPage({ title: 'Page /b', text: text('novelty'), links: ['/c'] }));
    setPages(site, { '/c': [] });
    const crawl = await crawled(site.url(), { knowledge_base_id });
    expect(crawl).toMatchObject({
      status: 'completed',
      pages: { waiting: 0, added: 2, skipped: 2, failed: 0 },
    });
    const ids = new Map(before.map(({ url, id }) => [url, id]));
    expect(await pagesOf(crawl.id)).toMatchObject(
      [
        { url: site.url('/'), status: 'skipped', source_id: ids.get(site.url('/')), reason: /not changed/ },
        { url: site.url('/a'), status: 'skipped', source_id: ids.get(site.url('/a')), reason: /not changed/ },
        { url: site.url('/b'), status: 'added', source_id: ids.get(site.url('/b')), reason: /up to date/ },
        { url: site.url('/c'), status: 'added' },
      ].map((page) => ({ ...page, ...(page.reason && { reason: expect.stringMatching(page.reason) }) })),
    );
    const after = await sourcesOf(knowledge_base_id);
    expect(after.length).toBe(4);
    expect(after.every(({ status }) => status === 'indexed')).toBe(true);
    for (const path of ['/', '/a'])
      expect(after.find(({ url }) => url === site.url(path))).toEqual(
        before.find(({ url }) => url === site.url(path)),
      );
    const hits = async (query: string): Promise<Data[]> =>
      (
        await live.post('/v1/query', {
          query,
          search_type: 'keyword',
          source_ids: [ids.get(site.url('/b'))],
        })
      ).body.data.results;
    expect((await hits('novelty')).length).toBe(1);
    expect(await hits('wb')).toEqual([]);
  });
});

describe('the end of a crawl', { concurrent: true }, () => {
  it('comes with a cancel: no page more is fetched, and what was added stays', async () => {
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

  it('is not undone by a cancel', async () => {
    const site = sites.take();
    setPages(site, { '/': [] });
    const crawl = await crawled(site.url());
    const { status, body } = await live.post(`${crawls}/${crawl.id}/cancel`);
    expect([status, body.data]).toEqual([200, crawl]);
  });

  it('comes with the knowledge base', async () => {
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

  it('does not come with the death of the process: it goes on, and adds each page once', async ({
    onTestFinished,
  }) => {
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

describe('a crawl that nothing holds up', () => {
  it('takes several pages in a second', async () => {
    const site = sites.take();
    const times: number[] = [];
    site.set('*', ({ path }) => {
      times.push(performance.now());
      return htmlPage({ title: path, text: text(path), links: [`${path}a`] });
    });
    await crawled(site.url(), { max_depth: 4 });
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses.length).toBe(4);
    // Of the shortest, for on a busy machine the others say nothing.
    expect(Math.min(...pauses)).toBeLessThan(500);
    expect(Math.min(...pauses)).toBeGreaterThan(95);
  });
});

describe('GET /v1/knowledge-base/crawls', () => {
  it('lists the newest first, page by page, of a status and a knowledge base', async () => {
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

  it('pages of a crawl come page by page', async () => {
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

  it('403 with a key that only reads, which reads crawls', async () => {
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

  it('404 in the other environment', async () => {
    const { id } = await crawled('http://127.0.0.1:1/');
    expectError(await test.sandbox.get(`${crawls}/${id}`), 404);
    expectError(await test.sandbox.post(`${crawls}/${id}/cancel`), 404);
  });

  it('400 without a url', async () => {
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
