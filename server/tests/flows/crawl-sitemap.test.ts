import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TestSite } from '../helpers/test-site.ts';
import {
  crawled,
  newBase,
  pagesOf,
  prepareCrawls,
  setEndless,
  setPages,
  sites,
  sourcesOf,
} from './prepare-crawls.ts';

prepareCrawls();

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

  it('a crawl by sitemap ends at max_pages', async () => {
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

  it('a crawl without a sitemap fails with a sentence', async () => {
    expect(await crawled(sites.take().url(), { mode: 'sitemap' })).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/404/),
    });
  });
});
