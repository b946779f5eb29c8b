import { createHash } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type LocalServer, serveRaw } from '#net/local-server.ts';
import { expectError } from '../expect-error.ts';
import { wrongFields } from '../named-cases.ts';
import {
  type Answer,
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../start-test-service.ts';
import { htmlPage, startTestSite, startTestSites, type TestSite } from '../test-site.ts';
import { newDataDir, removeDataDir } from '../test-storage.ts';

const FETCH_SECONDS = 2;
const HOUR_MS = 3_600_000;
const sources = '/v1/knowledge-base/sources';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

let sites: Awaited<ReturnType<typeof startTestSites>>;
let site: TestSite;
let test: TestService;
let live: Client;
/** Who must never be connected to. */
let forbidden: LocalServer;
let aheadMs = 0;

beforeAll(async () => {
  sites = await startTestSites(12);
  // At every address of this machine, so that nothing slips by beside the counter.
  forbidden = await serveRaw((socket) => socket.destroy(), hasIpv6 ? '::' : '0.0.0.0');
  site = sites.take();
  const settings = {
    URL_FETCH_ALLOW_HOSTS: sites.hosts,
    URL_FETCH_SECONDS: String(FETCH_SECONDS),
    INGEST_WORKERS: '1',
    FETCH_CONCURRENCY: '64',
    JOB_ATTEMPTS: '2',
    WATCH_SECONDS: '1',
  };
  test = await startTestService(settings, { now: () => Date.now() + aheadMs });
  live = test.live;
}, 60_000);
afterAll(async () => {
  await test.stop();
  await sites.close();
  await forbidden[Symbol.asyncDispose]();
});
vi.setConfig({ testTimeout: 60_000 });

/** The record of a source, as a client reads it. */
type Source = Answer['body'];

const add = async (url: string, more: Record<string, unknown> = {}): Promise<Source> => {
  const { status, body } = await live.post(sources, { type: 'url', name: 'Page', url, ...more });
  expect(status).toBe(201);
  return body.data;
};
const settled = async (id: string): Promise<Source> => (await live.get(`${sources}/${id}?wait=30`)).body.data;
const fetched = async (url: string, more: Record<string, unknown> = {}): Promise<Source> =>
  await settled((await add(url, more)).id);
const contentOf = async (id: string): Promise<{ text: string; title?: string }> =>
  (await live.get(`${sources}/${id}/content`)).body.data;
const isFound = async (id: string, query: string): Promise<boolean> => {
  const { body } = await live.post('/v1/query', { query, search_type: 'keyword', source_ids: [id] });
  return body.data.results.length > 0;
};
const until = async (id: string, isSo: (source: Source) => boolean): Promise<Source> =>
  await vi.waitFor(
    async () => {
      const source = (await live.get(`${sources}/${id}`)).body.data;
      if (!isSo(source)) throw new Error(`The source is still ${JSON.stringify(source)}.`);
      return source;
    },
    { timeout: 20_000, interval: 50 },
  );
const asked = async (path: string): Promise<void> =>
  await vi.waitFor(() => expect(site.count(path)).toBe(1), { timeout: 20_000, interval: 20 });
const failedWith = (code: string, message: RegExp, retryable: boolean) => ({
  status: 'failed',
  chunk_count: 0,
  error: { code, message: expect.stringMatching(message), retryable },
});

const story = (word: string): string =>
  `The ${word} of the old harbour was painted by the lighthouse keeper in the spring of that year. Many people came by boat to see it, and the mayor held a long speech about the ${word}, the sea and the herring. `.repeat(
    3,
  );

describe('a web page', () => {
  it('is fetched, and its main content indexed under what it calls itself', async () => {
    const body = htmlPage({ title: 'The blue zeppelin', text: story('zeppelin') });
    site.set('/zeppelin', body);
    const before = Date.now();
    const source = await fetched(site.url('/zeppelin'), { tags: ['air'] });
    expect(source).toMatchObject({
      type: 'url',
      status: 'indexed',
      stage: 'done',
      progress: 1,
      url: site.url('/zeppelin'),
      tags: ['air'],
      mime_type: 'text/html',
      size_bytes: Buffer.byteLength(body),
      content_sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(Date.parse(source.fetched_at)).toBeGreaterThanOrEqual(before);
    for (const field of ['canonical_url', 'refresh_at', 'crawl_id', 'error', 'duplicate_of'])
      expect(source).not.toHaveProperty(field);
    const { text, title } = await contentOf(source.id);
    expect(title).toBe('The blue zeppelin');
    expect(text).toContain('painted by the lighthouse keeper');
    expect(text).not.toMatch(/Tickets and prices|Copyright|<p>/);
    const { results } = (await live.post('/v1/query', { query: 'Who painted the zeppelin?' })).body.data;
    expect(results[0]).toMatchObject({ source_id: source.id, tags: ['air'] });
    expect(await isFound(source.id, 'prices')).toBe(false);
  });

  it('is asked for by a client that says who it is, and after robots.txt', async () => {
    const own = sites.take();
    own.set('/', htmlPage({ title: 'Home', text: story('door') }));
    await fetched(own.url());
    const [request] = own.requests();
    expect(request?.headers['user-agent']).toMatch(/^Footnote\/\d+\.\d+\.\d+\S* \(.*Footnote\)$/);
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(own.count('/robots.txt')).toBe(1);
    expect(own.requests().length).toBe(1);
  });

  it('has the address that it names as its own for canonical_url', async () => {
    site.set(
      '/print?id=7',
      htmlPage({
        title: 'Seven',
        text: story('seventh'),
        head: '<link rel="canonical" href="/articles/seven">',
      }),
    );
    expect(await fetched(site.url('/print?id=7'))).toMatchObject({
      status: 'indexed',
      canonical_url: site.url('/articles/seven'),
    });
  });

  it.each<[string, string, string | Uint8Array, string, RegExp]>([
    ['plain text', 'text/plain', `${story('quagga')}`, 'text/plain', /quagga/],
    ['Markdown', 'text/markdown', `# Quagga\n\n${story('quagga')}`, 'text/markdown', /quagga/],
    ['a PDF', 'application/pdf', smallPdf('The quagga sleeps'), 'application/pdf', /quagga sleeps/],
    [
      'a PDF that is called HTML',
      'text/html',
      smallPdf('A hidden quagga'),
      'application/pdf',
      /hidden quagga/,
    ],
    [
      'a PDF of an unknown kind',
      'application/octet-stream',
      smallPdf('An unknown quagga'),
      'application/pdf',
      /unknown quagga/,
    ],
    ['HTML without a type', '', htmlPage({ title: 'Q', text: story('quagga') }), 'text/html', /quagga/],
  ])('may be %s', async (what, type, body, mimeType, words) => {
    const path = `/kinds/${encodeURIComponent(what)}`;
    site.set(path, { headers: { 'content-type': type }, body });
    const source = await fetched(site.url(path));
    expect(source).toMatchObject({ status: 'indexed', mime_type: mimeType });
    expect((await contentOf(source.id)).text).toMatch(words);
  });

  it('may come compressed', async () => {
    const body = gzipSync(htmlPage({ title: 'Zipped', text: story('zipper') }));
    site.set('/zipped', { headers: { 'content-encoding': 'gzip' }, body });
    const source = await fetched(site.url('/zipped'));
    expect(source.status).toBe('indexed');
    expect((await contentOf(source.id)).title).toBe('Zipped');
  });
});

const german = 'Der Wärter trägt Äpfel über die große Brücke und fährt später müde zurück nach Süden';
const japanese =
  '港の古い灯台は春に青く塗られ、多くの人が船でそれを見に来ました。市長は海と魚について長い話をしました。';

/** In ISO-8859-15 the sign for euros is a byte that other encodings read as another sign: nobody can guess it. */
const euros = 'Der Eintritt kostet 5 € für Erwachsene und 2 € für Kinder';

describe('the characters of a page', () => {
  const paragraph = (text: string, meta = ''): string =>
    `<!doctype html><html><head>${meta}<title>Seite</title></head><body><main><p>${`${text} `.repeat(6)}</p></main></body></html>`;
  it.each<[string, string, string, string, string]>([
    ['windows-1252, as the header says', 'text/html; charset=windows-1252', 'windows-1252', german, ''],
    ['windows-1252, as its head says', 'text/html', 'windows-1252', german, '<meta charset="windows-1252">'],
    ['ISO-8859-15, as the header says', 'text/html; charset="ISO-8859-15"', 'iso-8859-15', euros, ''],
    ['ISO-8859-15, as its head says', 'text/html', 'iso-8859-15', euros, '<meta charset=iso-8859-15>'],
    ['windows-1252, as its bytes say', 'text/html', 'windows-1252', german, ''],
    ['Shift_JIS, as the header says', 'text/html; charset=Shift_JIS', 'shift_jis', japanese, ''],
    [
      'Shift_JIS, as its head says',
      'text/html',
      'shift_jis',
      japanese,
      '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
    ],
    ['Shift_JIS, as its bytes say', 'text/html', 'shift_jis', japanese, ''],
    ['UTF-8 without any word of it', 'text/html', 'utf-8', japanese, ''],
    ['UTF-8 that the header calls windows-1252', 'text/html; charset=windows-1252', 'utf-8', japanese, ''],
  ])('are read from %s', async (what, type, encoding, text, meta) => {
    const path = `/charsets/${encodeURIComponent(what)}`;
    site.set(path, { headers: { 'content-type': type }, body: encode(paragraph(text, meta), encoding) });
    const source = await fetched(site.url(path));
    expect(source).toMatchObject({ status: 'indexed', mime_type: 'text/html' });
    expect((await contentOf(source.id)).text).toContain(text);
  });

  it.each<[string, string, string]>([
    ['ISO-8859-15', 'iso-8859-15', '5 €'],
    ['Shift_JIS', 'shift_jis', '灯台'],
    ['UTF-8, whatever the header says', 'utf-8', 'Маяк горит.'],
  ])(
    'are read as the header says from plain text that is too short to guess: %s',
    async (what, encoding, text) => {
      const path = `/short/${encodeURIComponent(what)}`;
      const charset = encoding === 'utf-8' ? 'windows-1251' : encoding;
      site.set(path, {
        headers: { 'content-type': `text/plain; charset=${charset}` },
        body: encode(text, encoding),
      });
      expect((await contentOf((await fetched(site.url(path))).id)).text).toBe(text);
    },
  );
});

describe('redirects', () => {
  const chain = (name: string, length: number): string => {
    for (let step = 0; step < length; step++)
      site.set(`/${name}/${step}`, { status: 302, headers: { location: `/${name}/${step + 1}` } });
    site.set(`/${name}/${length}`, htmlPage({ title: name, text: story(name) }));
    return site.url(`/${name}/0`);
  };

  it.each([1, 5])('%i are followed, and canonical_url is where they end', async (length) => {
    const source = await fetched(chain(`chain${length}`, length));
    expect(source).toMatchObject({
      status: 'indexed',
      url: site.url(`/chain${length}/0`),
      canonical_url: site.url(`/chain${length}/${length}`),
    });
  });

  it('lead to the page from which its own words on its address are read', async () => {
    const other = sites.take();
    const head = '<link rel="canonical" href="/articles/nine">';
    site.set('/nine', { status: 301, headers: { location: other.url('/print?id=9') } });
    other.set('/print?id=9', htmlPage({ title: 'Nine', text: story('ninth'), head }));
    expect(await fetched(site.url('/nine'))).toMatchObject({ canonical_url: other.url('/articles/nine') });
  });

  it('6 are too many', async () => {
    expect(await fetched(chain('chain6', 6))).toMatchObject(
      failedWith('fetch_failed', /redirects more than 5 times/, false),
    );
    expect(site.count('/chain6/6')).toBe(0);
  });

  it('to addresses that are not public are not followed', async () => {
    const targets = [
      `http://127.0.0.1:${forbidden.port}/`,
      `http://localhost:${forbidden.port}/`,
      `http://[::ffff:127.0.0.1]:${forbidden.port}/`,
      `http://2130706433:${forbidden.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://metadata.localhost/',
      'http://[fd00:ec2::254]/',
    ];
    const connections = forbidden.connections();
    const added = await Promise.all(
      targets.map(async (location, index) => {
        site.set(`/out/${index}`, { status: 307, headers: { location } });
        return await add(site.url(`/out/${index}`));
      }),
    );
    for (const { id } of added)
      expect(await settled(id)).toMatchObject(failedWith('fetch_blocked', /redirects to an address/, false));
    expect(forbidden.connections()).toBe(connections);
  });

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'gopher://127.0.0.1:70/', 'data:text/plain,hello'])(
    'to %s are not followed',
    async (location) => {
      const path = `/scheme/${encodeURIComponent(location)}`;
      site.set(path, { status: 302, headers: { location } });
      expect(await fetched(site.url(path))).toMatchObject(failedWith('fetch_failed', /http or https/, false));
    },
  );
});

describe('an address that is not public', () => {
  /** Spellings of this machine, its networks and the metadata services of clouds. */
  const hosts = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.255.255.254',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '168.63.129.16',
    '100.100.100.200',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
    'ｌｏｃａｌｈｏｓｔ',
    'lo%63alhost',
  ];

  it('is refused in every spelling, and nobody is connected to', async () => {
    const connections = forbidden.connections();
    const answers = await Promise.all(
      hosts.map(async (host) => {
        const url = `http://${host}:${forbidden.port}/`;
        const { status, body } = await live.post(sources, { type: 'url', name: host, url });
        const { error } = status === 201 ? await settled(body.data.id) : body;
        return { host, status, code: error?.code, message: error?.message };
      }),
    );
    expect(answers).toEqual(
      hosts.map((host) => ({
        host,
        status: 201,
        code: 'fetch_blocked',
        message: expect.stringMatching(/leads to an address that is not public/),
      })),
    );
    expect(forbidden.connections()).toBe(connections);
  });

  it.each(['http://[::1%25lo]/', 'http://127.0.0.1%00.example.org/', 'http://256.0.0.1/', 'http:///', '//a'])(
    '422 for %s, which is none',
    async (url) => {
      expectError(await live.post(sources, { type: 'url', name: 'None', url }), 422, 'url');
    },
  );

  it('is allowed to the host and port that the operator named alone', async () => {
    const { port } = new URL(site.url());
    site.set('/allowed', htmlPage({ title: 'Allowed', text: story('permit') }));
    expect(await fetched(`http://127.1:${port}/allowed`)).toMatchObject({
      status: 'indexed',
      url: site.url('/allowed'),
    });
    expect(await fetched(`http://localhost:${port}/allowed`)).toMatchObject(
      failedWith('fetch_blocked', /not public/, false),
    );
  });
});

describe('a page that cannot be had', { concurrent: true }, () => {
  it('is fetch_timeout when its headers or its end do not come', async () => {
    site.set('/hang/head', { hangs: 'before-headers' });
    site.set('/hang/body', { hangs: 'in-body' });
    site.set('/hang/redirect', { status: 302, headers: { location: '/hang/head' } });
    const startedAt = performance.now();
    const added = await Promise.all(
      ['head', 'body', 'redirect'].map((part) => add(site.url(`/hang/${part}`))),
    );
    for (const { id } of added)
      expect(await settled(id)).toMatchObject(
        failedWith('fetch_timeout', new RegExp(`within ${FETCH_SECONDS} seconds`), true),
      );
    expect(performance.now() - startedAt).toBeLessThan(FETCH_SECONDS * 1_000 + 5_000);
    expect(site.count('/hang/body')).toBe(1);
  });

  it('is fetch_timeout when the robots.txt does not come', async () => {
    const own = sites.take();
    own.set('/robots.txt', { hangs: 'before-headers' });
    expect(await fetched(own.url('/page'))).toMatchObject(
      failedWith('fetch_timeout', /robots\.txt|in full/, true),
    );
    expect(own.requests()).toEqual([]);
  });

  it('is too_large above 20 MB, said or not, also when it is small on the way', async () => {
    const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 'A long page. ');
    site.set('/large/said', { headers: { 'content-length': `${21 * 1024 * 1024}` }, hangs: 'in-body' });
    site.set('/large/zipped', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(megabytes(21)) });
    site.set('/large/unsaid', { headers: { 'transfer-encoding': 'chunked' }, body: megabytes(21) });
    for (const path of ['/large/said', '/large/zipped', '/large/unsaid'])
      expect(await fetched(site.url(path))).toMatchObject(
        failedWith('too_large', /larger than 20 MB/, false),
      );
  });

  it.each([
    [404, /answered 404.*check the address/, false],
    [410, /answered 410.*check the address/, false],
    [403, /answered 403.*not for everybody/, false],
    [401, /answered 401.*not for everybody/, false],
    [500, /answered 500.*try again later/, true],
    [429, /answered 429.*try again later/, true],
  ])('is fetch_failed after a %i', async (status, message, isRetryable) => {
    site.set(`/status/${status}`, { status, body: htmlPage({ title: 'Error', text: story('error') }) });
    expect(await fetched(site.url(`/status/${status}`))).toMatchObject(
      failedWith('fetch_failed', message, isRetryable),
    );
    expect(site.count(`/status/${status}`)).toBe(isRetryable ? 2 : 1);
  });

  it('is asked for again after a 500, and indexed when that succeeds', async () => {
    let tries = 0;
    site.set('/flaky', () =>
      ++tries === 1 ? { status: 500 } : { body: htmlPage({ title: 'Flaky', text: story('flake') }) },
    );
    const source = await fetched(site.url('/flaky'));
    expect(source.status).toBe('indexed');
    expect(source.error).toBeUndefined();
    expect(tries).toBe(2);
  });

  it.each(['image/png', 'video/mp4', 'application/zip', 'application/json'])(
    'is unsupported_format as %s',
    async (type) => {
      site.set(`/type/${type}`, { headers: { 'content-type': type }, body: 'PNG' });
      expect(await fetched(site.url(`/type/${type}`))).toMatchObject(
        failedWith('unsupported_format', new RegExp(type), false),
      );
    },
  );

  it('is unsupported_format when it says text/html and is a picture', async () => {
    site.set('/picture', { body: Buffer.from(PIXEL, 'base64') });
    expect(await fetched(site.url('/picture'))).toMatchObject(
      failedWith('unsupported_format', /image\/png/, false),
    );
  });

  it('is fetch_blocked when robots.txt asks for it, and not asked for', async () => {
    const own = sites.take();
    own.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /\n\nUser-agent: Footnote\nDisallow: /private\n',
    });
    own.set('*', htmlPage({ title: 'Page', text: story('fence') }));
    own.set('/moved', { status: 301, headers: { location: '/private/b' } });
    for (const path of ['/private/a', '/moved'])
      expect(await fetched(own.url(path))).toMatchObject(
        failedWith('fetch_blocked', /robots\.txt of 127/, false),
      );
    expect((await fetched(own.url('/public'))).status).toBe('indexed');
    expect(own.requests().map(({ path }) => path)).toEqual(['/moved', '/public']);
  });

  it('is fetch_failed while robots.txt cannot be read', async () => {
    const own = sites.take();
    own.set('/robots.txt', { status: 503 });
    own.set('/page', htmlPage({ title: 'Page', text: story('fence') }));
    expect(await fetched(own.url('/page'))).toMatchObject(
      failedWith('fetch_failed', /robots\.txt.*503/, true),
    );
    expect(own.requests()).toEqual([]);
  });

  it('is no_text when it shows nothing without JavaScript', async () => {
    site.set(
      '/app',
      '<!doctype html><html><head><title>App</title></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script>document.title = "Hello"</script></body></html>',
    );
    expect(await fetched(site.url('/app'))).toMatchObject(failedWith('no_text', /JavaScript/, false));
  });

  it.each(['', ' \n '])('is no_text when it is %j', async (body) => {
    site.set(`/empty/${body.length}`, { body });
    expect(await fetched(site.url(`/empty/${body.length}`))).toMatchObject(
      failedWith('no_text', /text/, false),
    );
  });

  it('is fetch_failed when nobody listens there, in a time that can be waited for', async ({
    onTestFinished,
  }) => {
    const gone = await startTestSite();
    const own = await startTestService({ URL_FETCH_ALLOW_HOSTS: gone.host, JOB_ATTEMPTS: '2' });
    onTestFinished(() => own.stop());
    await gone.close();
    const { body } = await own.live.post(sources, { type: 'url', name: 'Gone', url: gone.url() });
    const source = (await own.live.get(`${sources}/${body.data.id}?wait=15`)).body.data;
    expect(source).toMatchObject(failedWith('fetch_failed', /could not be reached/, true));
  });
});

describe('a change of a page', () => {
  it('of its address leaves the old content answering until the new one is indexed', async () => {
    site.set('/old', htmlPage({ title: 'Old', text: story('walrus') }));
    const { release } = site.hold('/new', htmlPage({ title: 'New', text: story('narwhal') }));
    const { id } = await fetched(site.url('/old'));
    const { body } = await live.patch(`${sources}/${id}`, { url: site.url('/new') });
    expect(body.data).toMatchObject({ status: 'processing', url: site.url('/new') });
    await asked('/new');
    expect([await isFound(id, 'walrus'), await isFound(id, 'narwhal')]).toEqual([true, false]);
    expect((await contentOf(id)).title).toBe('Old');
    release();
    expect(await settled(id)).toMatchObject({ status: 'indexed', url: site.url('/new') });
    expect([await isFound(id, 'walrus'), await isFound(id, 'narwhal')]).toEqual([false, true]);
  });

  it('to an address that fails leaves the old content answering, and says so', async () => {
    site.set('/kept', htmlPage({ title: 'Kept', text: story('pelican') }));
    const { id } = await fetched(site.url('/kept'));
    await live.patch(`${sources}/${id}`, { url: site.url('/nowhere') });
    expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'fetch_failed' } });
    expect(await isFound(id, 'pelican')).toBe(true);
    await live.patch(`${sources}/${id}`, { url: site.url('/kept') });
    expect(await settled(id)).toMatchObject({ status: 'indexed' });
    expect(await isFound(id, 'pelican')).toBe(true);
  });

  it('is brought by a reindex, which fetches it again', async () => {
    site.set('/again', htmlPage({ title: 'One', text: story('heron') }));
    const before = await fetched(site.url('/again'));
    site.set('/again', htmlPage({ title: 'Two', text: story('egret') }));
    const { body } = await live.post(`${sources}/${before.id}/reindex`);
    expect(body.data.status).toBe('processing');
    const after = await settled(before.id);
    expect(after.status).toBe('indexed');
    expect(after.content_sha256).not.toBe(before.content_sha256);
    expect(site.count('/again')).toBe(2);
    expect([await isFound(before.id, 'heron'), await isFound(before.id, 'egret')]).toEqual([false, true]);
  });

  it('is brought by a reindex also to a page that had failed', async () => {
    const { id, status } = await fetched(site.url('/later'));
    expect(status).toBe('failed');
    site.set('/later', htmlPage({ title: 'Later', text: story('stork') }));
    await live.post(`${sources}/${id}/reindex`);
    const source = await settled(id);
    expect(source.status).toBe('indexed');
    expect(source.error).toBeUndefined();
  });
});

describe('refresh_interval_hours', () => {
  const page = (word: string): string => htmlPage({ title: word, text: story(word) });
  /** Lets the time pass after which the page is looked at again, and waits until it was. */
  const nextLook = async ({ id, fetched_at }: Source): Promise<Source> => {
    aheadMs += HOUR_MS;
    return await until(id, (source) => source.status !== 'processing' && source.fetched_at !== fetched_at);
  };

  it('looks again, and leaves a page alone that is answered 304', async () => {
    const modified = 'Sat, 03 Jan 2026 10:00:00 GMT';
    site.set('/304', ({ headers }) =>
      headers['if-none-match'] === '"v1"' && headers['if-modified-since'] === modified
        ? { status: 304 }
        : { headers: { etag: '"v1"', 'last-modified': modified }, body: page('osprey') },
    );
    const before = await fetched(site.url('/304'), { refresh_interval_hours: 1 });
    expect(before).toMatchObject({ status: 'indexed', refresh_interval_hours: 1 });
    expect(Date.parse(before.refresh_at) - Date.parse(before.fetched_at)).toBe(HOUR_MS);
    const lastHeaders = () => site.requests().findLast(({ path }) => path === '/304')?.headers;
    expect(lastHeaders()).not.toHaveProperty('if-none-match');
    expect(lastHeaders()).not.toHaveProperty('if-modified-since');
    const after = await nextLook(before);
    expect(after).toEqual({ ...before, fetched_at: after.fetched_at, refresh_at: after.refresh_at });
    expect(Date.parse(after.refresh_at) - Date.parse(after.fetched_at)).toBe(HOUR_MS);
    expect(site.count('/304')).toBe(2);
    expect(lastHeaders()).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': modified });
  });

  it('leaves a page alone whose bytes are the same', async () => {
    site.set('/same', page('plover'));
    const before = await fetched(site.url('/same'), { refresh_interval_hours: 1 });
    const chunk = (await live.get(`${sources}/${before.id}/chunks`)).body.data[0].id;
    const after = await nextLook(before);
    expect(after).toEqual({ ...before, fetched_at: after.fetched_at, refresh_at: after.refresh_at });
    expect((await live.get(`${sources}/${before.id}/chunks`)).body.data[0].id).toBe(chunk);
  });

  it('brings the new text of a page that has changed, and the old one is found no more', async () => {
    site.set('/changing', page('curlew'));
    const before = await fetched(site.url('/changing'), { refresh_interval_hours: 1 });
    site.set('/changing', page('dunlin'));
    const after = await nextLook(before);
    expect(after).toMatchObject({ status: 'indexed', stage: 'done' });
    expect(after.content_sha256).not.toBe(before.content_sha256);
    expect([await isFound(before.id, 'curlew'), await isFound(before.id, 'dunlin')]).toEqual([false, true]);
    expect((await contentOf(before.id)).title).toBe('dunlin');
  });

  it('says why a look brought nothing, keeps what was indexed, and forgets it at the next success', async () => {
    site.set('/gone', page('avocet'));
    const before = await fetched(site.url('/gone'), { refresh_interval_hours: 1 });
    site.remove('/gone');
    const failed = await nextLook(before);
    expect(failed).toMatchObject({
      status: 'indexed',
      refresh_error: { code: 'fetch_failed', message: expect.stringMatching(/404/) },
    });
    expect(failed.error).toBeUndefined();
    expect(await isFound(before.id, 'avocet')).toBe(true);
    site.set('/gone', page('avocet'));
    const back = await nextLook(failed);
    expect(back.status).toBe('indexed');
    expect(back.refresh_error).toBeUndefined();
  });

  it('keeps what was indexed also of a page that has no text any more', async () => {
    site.set('/emptied', page('lapwing'));
    const before = await fetched(site.url('/emptied'), { refresh_interval_hours: 1 });
    site.set('/emptied', '<!doctype html><html><body><div id="root"></div></body></html>');
    const failed = await nextLook(before);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
    expect(await isFound(before.id, 'lapwing')).toBe(true);
    site.set('/emptied', page('lapwing'));
    const back = await nextLook(failed);
    expect(back).toMatchObject({ status: 'indexed', content_sha256: before.content_sha256 });
    expect(back.error).toBeUndefined();
  });

  it('tries a page again that had failed from the start', async () => {
    const before = await fetched(site.url('/opening'), { refresh_interval_hours: 1 });
    expect(before).toMatchObject({ status: 'failed', refresh_at: expect.any(String) });
    site.set('/opening', page('godwit'));
    aheadMs += HOUR_MS;
    expect((await until(before.id, ({ status }) => status === 'indexed')).error).toBeUndefined();
  });

  it('is changed by PATCH, and ended by null', async () => {
    site.set('/ended', page('turnstone'));
    const before = await fetched(site.url('/ended'), { refresh_interval_hours: 1 });
    const longer = (await live.patch(`${sources}/${before.id}`, { refresh_interval_hours: 24 })).body.data;
    expect(Date.parse(longer.refresh_at) - Date.parse(before.fetched_at)).toBe(24 * HOUR_MS);
    expect(longer).toMatchObject({ status: 'indexed', refresh_interval_hours: 24 });
    const { body } = await live.patch(`${sources}/${before.id}`, { refresh_interval_hours: null });
    expect(body.data).not.toHaveProperty('refresh_interval_hours');
    expect(body.data).not.toHaveProperty('refresh_at');
    site.set('/witness', page('knot'));
    const witness = await fetched(site.url('/witness'), { refresh_interval_hours: 24 });
    aheadMs += 23 * HOUR_MS;
    await nextLook(witness);
    expect(site.count('/ended')).toBe(1);
  });

  it('may be given to a page that had none', async () => {
    site.set('/given', page('sanderling'));
    const before = await fetched(site.url('/given'));
    await live.patch(`${sources}/${before.id}`, { refresh_interval_hours: 1 });
    site.set('/given', page('whimbrel'));
    await nextLook(before);
    expect(await isFound(before.id, 'whimbrel')).toBe(true);
  });

  it('may come in a form', async () => {
    const form = new FormData();
    site.set('/form', page('ruff'));
    for (const [name, value] of Object.entries({ type: 'url', name: 'Form', url: site.url('/form') }))
      form.append(name, value);
    form.append('refresh_interval_hours', '12');
    const { status, body } = await live.post(sources, form);
    expect([status, body.data.refresh_interval_hours]).toEqual([201, 12]);
    form.set('refresh_interval_hours', 'often');
    expectError(await live.post(sources, form), 422, 'refresh_interval_hours');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['refresh_interval_hours', { refresh_interval_hours: 0 }],
      ['refresh_interval_hours', { refresh_interval_hours: 1.5 }],
      ['refresh_interval_hours', { refresh_interval_hours: 8_761 }],
      ['refresh_interval_hours', { refresh_interval_hours: -1 }],
      ['refresh_interval_hours', { refresh_interval_hours: '1' }],
      ['refresh_interval_hours', { refresh_interval_hours: null }],
      [
        'refresh_interval_hours',
        { refresh_interval_hours: 1, type: 'text', content: 'A text.', url: undefined },
      ],
    ]),
  )('422 for $wrong', async ({ field, wrong }) => {
    expectError(
      await live.post(sources, { type: 'url', name: 'Page', url: site.url('/never'), ...wrong }),
      422,
      field,
    );
    expect(site.count('/never')).toBe(0);
  });

  it('422 for a text in a PATCH', async () => {
    const { id } = await live.addText('Text', 'A text about nothing but the sea.');
    for (const refresh_interval_hours of [5, 0])
      expectError(
        await live.patch(`${sources}/${id}`, { refresh_interval_hours }),
        422,
        'refresh_interval_hours',
      );
  });
});

describe('while a page is fetched', () => {
  it('DELETE ends it, and nothing comes back', async () => {
    const { release } = site.hold('/slow', htmlPage({ title: 'Slow', text: story('marmalade') }));
    const { id } = await add(site.url('/slow'));
    await asked('/slow');
    expect((await live.get(`${sources}/${id}`)).body.data.stage).toBe('fetching');
    expect((await live.delete(`${sources}/${id}`)).status).toBe(204);
    release();
    expectError(await live.get(`${sources}/${id}`), 404);
    // A page that comes after it is indexed later than the deleted one would have been.
    site.set('/after', htmlPage({ title: 'After', text: story('jam') }));
    expect((await fetched(site.url('/after'))).status).toBe('indexed');
    expectError(await live.get(`${sources}/${id}`), 404);
    const { body } = await live.post('/v1/query', { query: 'marmalade', search_type: 'keyword' });
    expect(body.data.results).toEqual([]);
  });

  it('the service stops at once, and goes on with page and crawl after its next start', async () => {
    const own = await startTestSite();
    const dataDir = newDataDir();
    const settings = { URL_FETCH_ALLOW_HOSTS: own.host, DATA_DIR: dataDir };
    let service = await startTestService(settings);
    onTestFinished(async () => {
      await service.stop();
      await own.close();
      await removeDataDir(dataDir);
    });
    own.set('*', { hangs: 'before-headers' });
    const { key } = service.live;
    const page = (await service.live.post(sources, { type: 'url', name: 'Slow', url: own.url('/page') })).body
      .data;
    const crawl = (await service.live.post(`${sources}/crawl`, { url: own.url('/crawl') })).body.data;
    await vi.waitFor(() => expect(own.requests().length).toBe(2), { timeout: 20_000 });
    const startedAt = performance.now();
    await service.stop();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    own.set('*', ({ path }) => htmlPage({ title: path, text: story(path) }));
    service = await startTestService(settings);
    const client = createClient(service.live.baseUrl, key);
    expect((await client.get(`${sources}/${page.id}?wait=30`)).body.data).toMatchObject({
      status: 'indexed',
      chunk_count: 1,
    });
    await vi.waitFor(
      async () =>
        expect((await client.get(`/v1/knowledge-base/crawls/${crawl.id}`)).body.data).toMatchObject({
          status: 'completed',
          pages: { added: 1 },
        }),
      { timeout: 20_000, interval: 50 },
    );
  });
});

/** A PDF of one page with one line. */
function smallPdf(line: string): Uint8Array {
  const drawing = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/** Text in an encoding that Node reads and does not write: every two bytes are tried for the characters they make. */
function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let first = 255; first >= 0; first--) {
    if (encoding === 'shift_jis' && first >= 0x81)
      for (let second = 0x40; second < 256; second++)
        bytesOf.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    bytesOf.set(decoder.decode(Uint8Array.of(first)), [first]);
  }
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
