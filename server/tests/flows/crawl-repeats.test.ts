import { describe, expect, it, vi } from 'vitest';
import type { TestSite } from '../helpers/test-site.ts';
import {
  crawled,
  type Data,
  live,
  newBase,
  prepareCrawls,
  sites,
  sources,
  sourcesOf,
  text,
} from './prepare-crawls.ts';

prepareCrawls();

const paths = ['/', '/a', '/b', '/c', '/d', '/e'];
const REPEATED = 'Was this page of any help to you?';

const setSite = (site: TestSite, all = paths): void => {
  for (const path of all) site.set(path, pageOf(path, all));
};
const pageOf = (path: string, links: readonly string[], word = `word${path.slice(1)}`): string =>
  `<!doctype html><html><head><title>Page ${path}</title></head><body><nav>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(
      ' ',
    )}</nav><main><h1>Page ${path}</h1><p>${text(word)}</p><h2>Later</h2><p>${text(word)}</p><p>${REPEATED}</p></main></body></html>`;

const textOf = async (id: string): Promise<string> =>
  (await live.get(`${sources}/${id}/content`)).body.data.text;
const textsOf = async (base: string): Promise<string[]> =>
  await Promise.all((await sourcesOf(base)).map(({ id }: Data) => textOf(id)));
const untilWithout = async (base: string): Promise<void> =>
  await vi.waitFor(
    async () => {
      for (const content of await textsOf(base)) expect(content).not.toContain(REPEATED);
    },
    { timeout: 40_000, interval: 100 },
  );

describe('lines that the pages of a site repeat', { concurrent: true }, () => {
  it('are taken out after the crawl, of its pages, of their refreshes and of later crawls of the site', async () => {
    const site = sites.take();
    setSite(site);
    const knowledge_base_id = await newBase();
    await crawled(site.url(), { knowledge_base_id });
    await untilWithout(knowledge_base_id);
    const pages = await sourcesOf(knowledge_base_id);
    expect(pages).toHaveLength(paths.length);
    for (const page of pages) {
      expect(page.status).toBe('indexed');
      const { body } = await live.get(`${sources}/${page.id}/chunks`);
      expect(JSON.stringify(body.data)).not.toContain(REPEATED);
      expect(await textOf(page.id)).toContain('Later');
    }
    // One page is fetched again, and another is new in a second crawl.
    site.set('/a', pageOf('/a', [...paths, '/new'], 'mooring'));
    site.set('/', pageOf('/', [...paths, '/new'], 'mooring'));
    site.set('/new', pageOf('/new', paths));
    await crawled(site.url(), { knowledge_base_id });
    expect(await textsOf(knowledge_base_id)).toHaveLength(paths.length + 1);
    await untilWithout(knowledge_base_id);
    const [changed] = (await sourcesOf(knowledge_base_id)).filter(({ url }: Data) => url === site.url('/a'));
    expect(await textOf(changed.id)).toContain('mooring');
  });

  it('stay in a crawl of few pages', async () => {
    const site = sites.take();
    setSite(site, paths.slice(0, 4));
    const knowledge_base_id = await newBase();
    await crawled(site.url(), { knowledge_base_id });
    // The other crawl is cleaned in the same lane, so this one would be by then.
    const other = sites.take();
    setSite(other);
    const otherBase = await newBase();
    await crawled(other.url(), { knowledge_base_id: otherBase });
    await untilWithout(otherBase);
    for (const content of await textsOf(knowledge_base_id)) expect(content).toContain(REPEATED);
  });

  it('a knowledge base that is deleted meanwhile takes the work with it', async () => {
    const [site, other] = [sites.take(), sites.take()];
    setSite(site);
    setSite(other);
    const [gone, kept] = [await newBase(), await newBase()];
    await crawled(site.url(), { knowledge_base_id: gone });
    expect((await live.delete(`/v1/knowledge-bases/${gone}`)).status).toBeLessThan(300);
    await crawled(other.url(), { knowledge_base_id: kept });
    await untilWithout(kept);
  });
});
