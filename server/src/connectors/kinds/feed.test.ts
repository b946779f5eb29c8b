import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, listAll, openConnection, openWebTools, textOf } from '../../../tests/helpers/connectors.ts';
import { htmlPage, startTestSite, type TestSite } from '../../../tests/helpers/test-site.ts';
import { feed } from './feed.ts';

let site: TestSite;
let tools: ReturnType<typeof openWebTools>;
beforeAll(async () => {
  site = await startTestSite();
  tools = openWebTools(site.host);
});
afterAll(async () => {
  await tools.close();
  await site.close();
});

const connect = (path: string, settings: object = {}) =>
  openConnection(feed, tools, { settings: { url: site.url(path), ...settings } });
const publish = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  site.set(path, { body, headers: { 'content-type': 'application/xml', ...headers } });
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Harbour news</title><link>https://harbour.example/</link>${items}</channel></rss>`;

const FIRST = {
  name: 'Tide & time',
  url: 'https://harbour.example/tide',
  metadata: {
    url: 'https://harbour.example/tide',
    author: 'Ann Nordstrom',
    changed_at: '2026-06-01T10:00:00.000Z',
    categories: ['Water', 'Clocks'],
  },
};

const FEEDS: Record<string, string> = {
  'RSS 2.0': rss(
    `<item><guid isPermaLink="false">tide-1</guid><link>https://harbour.example/tide</link><title>Tide &amp;amp; time</title><dc:creator>Ann Nordstrom</dc:creator><pubDate>Mon, 01 Jun 2026 10:00:00 GMT</pubDate><category>Water</category><category>Clocks</category><media:title>A picture</media:title><description>Short.</description><content:encoded><![CDATA[<p>High water at <b>nine</b>.</p>]]></content:encoded></item>`,
  ),
  'RSS 1.0':
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>News</title></channel><item rdf:about="tide-1"><title>Tide &amp;amp; time</title><link>https://harbour.example/tide</link><dc:date>2026-06-01T10:00:00Z</dc:date><dc:creator>Ann Nordstrom</dc:creator><category>Water</category><category>Clocks</category><description>&lt;p&gt;High water at &lt;b&gt;nine&lt;/b&gt;.&lt;/p&gt;</description></item></rdf:RDF>',
  Atom: '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><link rel="self" href="https://harbour.example/feed"/><entry><id>tide-1</id><title>Tide &amp; time</title><link rel="edit" href="https://harbour.example/edit"/><link href="https://harbour.example/tide"/><published>2026-05-01T10:00:00Z</published><updated>2026-06-01T10:00:00Z</updated><author><name>Ann Nordstrom</name><email>ann@harbour.example</email></author><category term="Water"/><category term="Clocks"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>High water at <b>nine</b>.</p></div></content></entry></feed>',
  'JSON Feed': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [
      {
        id: 'tide-1',
        url: 'https://harbour.example/tide',
        title: 'Tide & time',
        authors: [{ name: 'Ann Nordstrom' }],
        date_modified: '2026-06-01T10:00:00Z',
        tags: ['Water', 'Clocks'],
        content_html: '<p>High water at <b>nine</b>.</p>',
      },
    ],
  }),
};

describe('a feed', () => {
  it.each(Object.entries(FEEDS))(
    'in %s has its entries with author, date and categories',
    async (name, body) => {
      const path = `/${encodeURIComponent(name)}`;
      publish(path, body);
      const connection = await connect(path);
      const { covers, found } = await listAll(connection);
      expect(covers).toBe('changes');
      expect(found).toMatchObject([{ id: 'tide-1', ...FIRST }]);
      const text = await textOf(connection, found[0]);
      expect(text).toContain('<h1>Tide &amp; time</h1>');
      expect(text).toContain('<p>High water at <b>nine</b>.</p>');
    },
  );

  it('is only read again when it has changed, and keeps what it no longer names', async () => {
    const item = (id: string, text: string) =>
      `<item><guid>${id}</guid><title>${id}</title><description>${text}</description></item>`;
    let body = rss(item('a', 'one') + item('b', 'two'));
    let etag = '"1"';
    site.set('/conditional', ({ headers }) =>
      headers['if-none-match'] === etag
        ? { status: 304 }
        : { body, headers: { etag, 'content-type': 'application/rss+xml' } },
    );
    const first = await listAll(await connect('/conditional'));
    const same = await listAll(await connect('/conditional'), first.cursor);
    expect(same).toEqual({ covers: 'changes', found: [], cursor: first.cursor });

    body = rss(item('b', 'two, corrected') + item('c', 'three'));
    etag = '"2"';
    const next = await listAll(await connect('/conditional'), same.cursor);
    expect(next.covers).toBe('changes');
    expect(next.found.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(next.found[0]?.version).not.toBe(first.found[1]?.version);
  });

  it('is found by the page that links it', async () => {
    publish('/linked', FEEDS['Atom'] ?? '');
    site.set(
      '/blog',
      htmlPage({
        title: 'Blog',
        text: 'News',
        head: '<link rel="alternate" type="application/atom+xml" href="/linked">',
      }),
    );
    expect((await listAll(await connect('/blog'))).found).toMatchObject([{ id: 'tide-1' }]);
    site.set('/no-feed', htmlPage({ title: 'Blog', text: 'News' }));
    const connection = await connect('/no-feed');
    expect(await faultOf(() => listAll(connection))).toMatchObject({
      code: 'settings',
      message: expect.stringContaining('links no feed'),
    });
  });

  it('brings the linked pages if `full_pages` is set, and says which are gone', async () => {
    site.set('/article', htmlPage({ title: 'Tide', text: 'The whole article about the tide.' }));
    publish(
      '/full',
      rss(
        `<item><guid>1</guid><link>${site.url('/article')}</link><title>Tide</title></item><item><guid>2</guid><link>${site.url('/lost')}</link><title>Lost</title></item>`,
      ),
    );
    const connection = await connect('/full', { full_pages: true });
    const { found } = await listAll(connection);
    expect(await textOf(connection, found[0])).toContain('The whole article about the tide.');
    expect(await connection.fetch(found[1] as NonNullable<(typeof found)[1]>)).toBeUndefined();
  });

  it('goes on when a linked page is not for everybody', async () => {
    site.set('/private', { status: 403 });
    publish('/walled', rss(`<item><guid>1</guid><link>${site.url('/private')}</link></item>`));
    const connection = await connect('/walled', { full_pages: true });
    const { found } = await listAll(connection);
    // `settings` would end the run and wait for a person.
    expect((await faultOf(() => textOf(connection, found[0]))).code).toBe('untrusted');
  });

  it('is read once for all the entries that it has dropped', async () => {
    publish('/dropped', FEEDS['RSS 2.0'] ?? '');
    const { found } = await listAll(await connect('/dropped'));
    publish('/dropped', rss(''));
    const connection = await connect('/dropped');
    const before = site.count('/dropped');
    for (let time = 0; time < 3; time++) expect(await textOf(connection, found[0])).toBe('');
    expect(site.count('/dropped')).toBe(before + 1);
  });

  it('can be fetched from by a connection that has not listed it', async () => {
    publish('/later', FEEDS['RSS 2.0'] ?? '');
    const { found } = await listAll(await connect('/later'));
    expect(await textOf(await connect('/later'), found[0])).toContain('High water');
  });

  it('may declare entities, which are never expanded', async () => {
    const levels = Array.from(
      { length: 20 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(20)}">`,
    );
    publish(
      '/bomb',
      `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "boom">${levels.join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><item><guid>1</guid><title>Bomb</title><description>&e20; &file; &nbsp;</description></item></channel></rss>`,
    );
    const connection = await connect('/bomb');
    const { found } = await listAll(connection);
    const text = await textOf(connection, found[0]);
    expect(text.length).toBeLessThan(1_000);
    expect(text).not.toMatch(/boom|root:/);
  });

  it('of 100 MB, or of something else, is refused in a sentence', async () => {
    publish('/huge', Buffer.alloc(100 * 1024 * 1024, rss('<item><title>x</title></item>')));
    expect(await faultOf(async () => listAll(await connect('/huge')))).toMatchObject({
      code: 'untrusted',
      message: expect.stringContaining('20 MB'),
    });
    publish('/nothing', 'Just a text.');
    expect(await faultOf(async () => listAll(await connect('/nothing')))).toMatchObject({
      code: 'settings',
      message: expect.stringContaining('leads to no feed'),
    });
    publish('/broken', '<rss><channel><item><title>Open');
    expect((await faultOf(async () => listAll(await connect('/broken')))).code).toBe('settings');
    expect((await faultOf(async () => listAll(await connect('/missing')))).code).toBe('settings');
  });

  it('is not followed to an address that is not public', async () => {
    site.set('/metadata', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } });
    expect((await faultOf(async () => listAll(await connect('/metadata')))).code).toBe('untrusted');
  });

  it('waits as long as the site asks for', async () => {
    site.set('/busy', { status: 429, headers: { 'retry-after': '120' } });
    expect(await faultOf(async () => listAll(await connect('/busy')))).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 120_000,
    });
    site.set('/down', { status: 503 });
    expect((await faultOf(async () => listAll(await connect('/down')))).code).toBe('unavailable');
  });
});
