import { describe, expect, it } from 'vitest';
import { htmlPage } from '../helpers/test-site.ts';
import {
  atLeast,
  crawled,
  crawls,
  type Data,
  ended,
  live,
  newBase,
  pageOf,
  pagesOf,
  prepareCrawls,
  setEndless,
  setPages,
  sites,
  sources,
  sourcesOf,
  start,
  text,
} from './prepare-crawls.ts';

prepareCrawls();

describe('a crawl by links', { concurrent: true }, () => {
  it("a crawl adds the pages of a site as sources with the crawl's settings", async () => {
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
      metadata: {},
    });
    const crawl = await ended(body.data.id);
    expect(crawl).toEqual({
      ...body.data,
      status: 'completed',
      progress: 1,
      stopped_by: 'all_pages',
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

  it('a crawl of an endless site ends at max_pages', async () => {
    const site = sites.take();
    setEndless(site);
    const crawl = await crawled(site.url(), { max_pages: 5, max_depth: 10 });
    expect(crawl).toMatchObject({
      status: 'completed',
      progress: 1,
      stopped_by: 'max_pages',
      pages: { added: 5 },
    });
    expect(site.requests().length).toBe(5);
  });

  it('a crawl of an endless site ends at max_depth', async () => {
    const site = sites.take();
    setEndless(site);
    const crawl = await crawled(site.url(), { max_depth: 2 });
    expect(crawl).toMatchObject({
      status: 'completed',
      stopped_by: 'all_pages',
      pages: { waiting: 0, added: 7 },
    });
  });

  it('a crawl that knows ten times as many URLs as it may add learns no more, and says so', async () => {
    const site = sites.take();
    setPages(site, { '/': Array.from({ length: 12 }, (_, index) => `/gone${index}`) });
    const crawl = await crawled(site.url(), { max_pages: 1 });
    expect(crawl).toMatchObject({ stopped_by: 'max_pages', pages: { waiting: 9, added: 1 } });
    const other = sites.take();
    for (const path of ['/', ...Array.from({ length: 20 }, (_, index) => `/x${index}`)])
      other.set(path, {
        headers: { 'content-type': 'text/html' },
        body: `<title>None</title>${Array.from({ length: 20 }, (_, index) => `<a href="/gone${index}">x</a>`).join('')}`,
      });
    expect(await crawled(other.url(), { max_pages: 2 })).toMatchObject({
      stopped_by: 'max_addresses',
      pages: { waiting: 0, added: 1, failed: 19 },
    });
  });

  it('the pages of a crawl are listed by status', async () => {
    const site = sites.take();
    setPages(site, { '/': ['/a', '/missing', '/b', '/gone'], '/a': [], '/b': [] });
    const { id } = await crawled(site.url());
    const list = async (query: string): Promise<string[]> =>
      (await live.get(`${crawls}/${id}/pages?${query}`)).body.data.map(({ url }: Data) => url);
    expect(await list('status=failed')).toEqual([site.url('/missing'), site.url('/gone')]);
    expect(await list('status=added')).toEqual([site.url('/'), site.url('/a'), site.url('/b')]);
    expect(await list('status=waiting')).toEqual([]);
    const { body } = await live.get(`${crawls}/${id}/pages?status=failed&limit=1`);
    expect(body.meta.next_cursor).toEqual(expect.any(String));
    expect(await list(`status=failed&cursor=${body.meta.next_cursor}`)).toEqual([site.url('/gone')]);
    expect((await live.get(`${crawls}/${id}/pages?status=lost`)).status).toBe(422);
  });

  it('a crawl fetches each page of a link cycle once', async () => {
    const site = sites.take();
    setPages(site, { '/a': ['/b', '/a'], '/b': ['/a', '/a#there', '/b#here'] });
    await crawled(site.url('/a'));
    expect(site.count('/a')).toBe(1);
    expect(site.count('/b')).toBe(1);
  });

  it("a crawl gives a reason for each URL that didn't become a source", async () => {
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

  it('a crawl obeys robots.txt and its crawl delay', async () => {
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
    expect(crawl).toMatchObject({ status: 'completed', pages: { added: 3, skipped: 1, failed: 0 } });
    expect(await pageOf(crawl.id, site.url('/private/a'))).toMatchObject({
      status: 'skipped',
      reason: expect.stringMatching(/robots\.txt/),
    });
    expect(site.requests().map(({ path }) => path)).toEqual(['/', '/public', '/more']);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(950);
    expect(site.count('/robots.txt')).toBe(1);
  });

  it('a crawl of a site that allows none of its pages fails, and says so', async () => {
    const site = sites.take();
    site.set('/robots.txt', { body: 'User-agent: *\nDisallow: /\n' });
    const crawl = await crawled(site.url());
    expect(crawl).toMatchObject({ status: 'failed', pages: { added: 0, skipped: 1, failed: 0 } });
    expect(crawl.error).toMatch(/^The robots\.txt of/);
  });

  it('a crawl continues behind a page that hangs and retries a page with a server error', async () => {
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

  it('a crawled page is named by its title, decoded, or else by its URL', async () => {
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

  it('a crawl shows its progress while it runs', async () => {
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

  it("a crawl whose first page fails has that page's reason", async () => {
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

describe('the second crawl of a site', { concurrent: true }, () => {
  it('a second crawl updates changed pages and leaves the rest', async () => {
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

describe('a crawl that nothing holds up', () => {
  it('a crawl without delays takes several pages a second', async () => {
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
