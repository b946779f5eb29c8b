import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  faultOf,
  listAll,
  newConnectorFolder,
  openConnection,
  openWebTools,
  textOf,
} from '../../../tests/helpers/connectors.ts';
import { htmlPage, startTestSites, type TestSite } from '../../../tests/helpers/test-site.ts';
import { website } from './website/website.ts';

let sites: Awaited<ReturnType<typeof startTestSites>>;
let tools: ReturnType<typeof openWebTools>;
let site: TestSite;
beforeAll(async () => {
  sites = await startTestSites(14);
  tools = openWebTools(sites.hosts, { timeoutMs: 2_000 });
});
beforeEach(() => {
  site = sites.take();
});
afterAll(async () => {
  await tools.close();
  await sites.close();
});

const connect = (settings: object = {}, more: object = {}) =>
  openConnection(
    website,
    { ...tools, renderer: undefined },
    {
      settings: { start_urls: [site.url('/')], sitemap: false, ...settings },
      ...more,
    },
  );
const page = (title: string, ...links: string[]): string =>
  htmlPage({ title, text: `What the harbour master says about ${title}.`, links });
const pathsOf = ({ found }: { found: readonly { metadata: Record<string, unknown> }[] }) =>
  found.map(({ metadata }) => metadata['path']);

describe('a website', () => {
  it('lists the pages that its start page leads to, each fetched once', async () => {
    site.set('/', page('Start', '/a', '/a#part', 'https://elsewhere.example/'));
    site.set('/a', {
      body: page('A', '/', '/b.pdf'),
      headers: { 'last-modified': 'Mon, 01 Jun 2026 10:00:00 GMT' },
    });
    site.set('/b.pdf', { body: '%PDF-1.4', headers: { 'content-type': 'application/pdf' } });
    const connection = await connect();
    const run = await listAll(connection);
    expect(run.covers).toBe('everything');
    expect(run.found).toMatchObject([
      { id: site.url('/'), name: 'Start', fileName: 'index.html' },
      {
        id: site.url('/a'),
        name: 'A',
        fileName: 'a.html',
        metadata: { path: '/a', url: site.url('/a'), changed_at: '2026-06-01T10:00:00.000Z' },
      },
      { id: site.url('/b.pdf'), fileName: 'b.pdf' },
    ]);
    expect(await textOf(connection, run.found[1])).toContain('What the harbour master says about A.');
    expect(await textOf(connection, run.found[2])).toBe('%PDF-1.4');
    expect(site.requests().map(({ path }) => path)).toEqual(['/', '/a', '/b.pdf']);
    await connection.close();
  });

  it('asks in the next run only whether a page has changed, and still follows its links', async () => {
    let isNew = false;
    site.set('/', ({ headers }) =>
      headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { body: page('Start', '/a', '/gone'), headers: { etag: '"1"' } },
    );
    site.set('/a', () => page(isNew ? 'New' : 'Old'));
    site.set('/gone', page('Gone'));
    const folder = newConnectorFolder();
    const first = await listAll(await connect({}, { folder }));
    isNew = true;
    site.remove('/gone');
    const connection = await connect({}, { folder });
    const second = await listAll(connection, first.cursor);
    expect(pathsOf(second)).toEqual(['/', '/a']);
    expect(second.found[0]).toEqual(first.found[0]);
    expect(second.found[1]?.version).not.toBe(first.found[1]?.version);
    expect(await textOf(connection, second.found[0])).toContain('about Start.');
  });

  it('keeps a page that cannot be reached for the moment, with what it leads to', async () => {
    const folder = newConnectorFolder();
    site.set('/', page('Start', '/a'));
    site.set('/a', page('A', '/b'));
    site.set('/b', page('B'));
    const first = await listAll(await connect({}, { folder }));
    site.set('/a', { status: 503 });
    const second = await listAll(await connect({}, { folder }), first.cursor);
    expect(second.found).toEqual(first.found);
    // Without a memory nobody knows what the page was, so the run must not end as if it were gone.
    const lost = await connect({}, { folder: newConnectorFolder() });
    expect((await faultOf(() => listAll(lost, first.cursor))).code).toBe('unavailable');
  });

  it('is not taken for empty when its start page fails', async () => {
    const codes: Record<string, string> = {};
    for (const status of [404, 500, 429]) {
      site.set('/', { status });
      codes[status] = (await faultOf(async () => listAll(await connect()))).code;
    }
    site.set('/', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } });
    codes['redirect'] = (await faultOf(async () => listAll(await connect()))).code;
    expect(codes).toEqual({
      404: 'settings',
      500: 'unavailable',
      429: 'rate_limited',
      redirect: 'untrusted',
    });
  });

  it('gives up when page after page fails', async () => {
    site.set('/', page('Start', ...Array.from({ length: 20 }, (_, index) => `/${index}`)));
    site.set('*', { status: 503 });
    expect((await faultOf(async () => listAll(await connect()))).code).toBe('unavailable');
    expect(site.requests()).toHaveLength(11);
  });

  it('is read only where its robots.txt and the patterns allow', async () => {
    site.set('/robots.txt', {
      body: 'User-agent: *\nDisallow: /private',
      headers: { 'content-type': 'text/plain' },
    });
    site.set('/', page('Start', '/docs/a', '/docs/old/b', '/private/c', '/blog/d'));
    site.set('*', ({ path }) => page(path));
    const settings = { include: ['/docs/*', '/private/*'], exclude: ['*/old/*'] };
    expect(pathsOf(await listAll(await connect(settings)))).toEqual(['/', '/docs/a']);
    expect(site.count('/private/c')).toBe(0);
  });

  it('has the pages of its sitemaps', async () => {
    const xml = { 'content-type': 'application/xml' };
    site.set('/', page('Start'));
    site.set('/robots.txt', `User-agent: *\nSitemap: ${site.url('/maps.xml')}`);
    site.set('/maps.xml', {
      body: `<sitemapindex><sitemap><loc>${site.url('/one.xml')}</loc></sitemap></sitemapindex>`,
      headers: xml,
    });
    site.set('/one.xml', {
      body: `<urlset><url><loc>${site.url('/hidden')}</loc></url><url><loc>http://elsewhere.example/</loc></url></urlset>`,
      headers: xml,
    });
    site.set('/hidden', page('Hidden'));
    expect(pathsOf(await listAll(await connect({ sitemap: true })))).toEqual(['/', '/hidden']);
  });

  it('ends although its calendar does not', async () => {
    site.set('*', ({ path }) => page(`Day ${path}`, `/day/${Number(path.split('/')[2] ?? 0) + 1}`));
    expect(await listAll(await connect({ max_pages: 5, max_depth: 20 }))).toMatchObject({
      found: { length: 5 },
    });
    expect(await listAll(await connect({ max_depth: 2 }))).toMatchObject({ found: { length: 3 } });
  });

  it('lists equal pages once, and pages that redirect under their last address', async () => {
    site.set('/', page('Start', '/a', '/same', '/moved', '/away'));
    site.set('/a', page('A'));
    site.set('/same', page('A'));
    site.set('/moved', { status: 301, headers: { location: '/b' } });
    site.set('/b', page('B'));
    site.set('/away', { status: 302, headers: { location: sites.take().url('/') } });
    expect(pathsOf(await listAll(await connect()))).toEqual(['/', '/a', '/b']);
  });

  it('is left when the run is stopped', async () => {
    site.set('*', ({ path }) => page(path, `${path}x`));
    const controller = new AbortController();
    const connection = await connect({}, { signal: controller.signal });
    const { pages } = await connection.list({ cursor: undefined, resume: undefined });
    const read = async () => {
      for await (const _ of pages) controller.abort(new Error('Stopped.'));
    };
    await expect(read()).rejects.toThrow();
    expect(site.requests()).toHaveLength(1);
  });

  it('needs a Chromium to run JavaScript', async () => {
    expect(await faultOf(() => connect({ javascript: true }))).toMatchObject({
      code: 'settings',
      message: expect.stringContaining('`CHROMIUM`'),
    });
  });
});
