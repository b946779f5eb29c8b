import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type LocalServer, serveRaw } from '../helpers/local-server.ts';
import { startTestService } from '../helpers/start-test-service.ts';
import { htmlPage, startTestSite } from '../helpers/test-site.ts';
import {
  add,
  FETCH_SECONDS,
  failedWith,
  fetched,
  live,
  prepareWebPages,
  settled,
  site,
  sites,
  sources,
  story,
} from './prepare-web-pages.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

/** Who must never be connected to. */
let forbidden: LocalServer;
beforeAll(async () => {
  // At every address of this machine, so that nothing slips by beside the counter.
  forbidden = await serveRaw((socket) => socket.destroy(), hasIpv6 ? '::' : '0.0.0.0');
}, 60_000);
afterAll(() => forbidden[Symbol.asyncDispose]());
prepareWebPages();

describe('redirects', () => {
  const chain = (name: string, length: number): string => {
    for (let step = 0; step < length; step++)
      site.set(`/${name}/${step}`, { status: 302, headers: { location: `/${name}/${step + 1}` } });
    site.set(`/${name}/${length}`, htmlPage({ title: name, text: story(name) }));
    return site.url(`/${name}/0`);
  };

  it.each([1, 5])('%i redirects are followed, and canonical_url is where they end', async (length) => {
    const source = await fetched(chain(`chain${length}`, length));
    expect(source).toMatchObject({
      status: 'indexed',
      url: site.url(`/chain${length}/0`),
      canonical_url: site.url(`/chain${length}/${length}`),
    });
  });

  it("a page's own canonical link is read after redirects", async () => {
    const other = sites.take();
    const head = '<link rel="canonical" href="/articles/nine">';
    site.set('/nine', { status: 301, headers: { location: other.url('/print?id=9') } });
    other.set('/print?id=9', htmlPage({ title: 'Nine', text: story('ninth'), head }));
    expect(await fetched(site.url('/nine'))).toMatchObject({ canonical_url: other.url('/articles/nine') });
  });

  it('6 redirects are too many', async () => {
    expect(await fetched(chain('chain6', 6))).toMatchObject(
      failedWith('fetch_failed', /redirects more than 5 times/, false),
    );
    expect(site.count('/chain6/6')).toBe(0);
  });

  it("redirects to private addresses aren't followed", async () => {
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

  it('a private address is refused in every spelling, without a connection', async () => {
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

  it('a private address is allowed only for the host and port that the operator named', async () => {
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
  it("a page whose headers or end don't come fails with fetch_timeout", async () => {
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
    expect(performance.now() - startedAt).toBeLessThan(FETCH_SECONDS * 1_000 + 60_000);
    expect(site.count('/hang/body')).toBe(1);
  });

  it("a robots.txt that doesn't come fails with fetch_timeout", async () => {
    const own = sites.take();
    own.set('/robots.txt', { hangs: 'before-headers' });
    expect(await fetched(own.url('/page'))).toMatchObject(
      failedWith('fetch_timeout', /robots\.txt|in full/, true),
    );
    expect(own.requests()).toEqual([]);
  });

  // The expect of the test itself: one of several tests at once cannot be told by the other.
  it('a page above 20 MB fails with too_large, announced or not, also if compressed', async ({ expect }) => {
    const megabytes = (count: number): Buffer => Buffer.alloc(count * 1024 * 1024, 'A long page. ');
    site.set('/large/said', { headers: { 'content-length': `${21 * 1024 * 1024}` }, hangs: 'in-body' });
    site.set('/large/zipped', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(megabytes(21)) });
    site.set('/large/unsaid', { headers: { 'transfer-encoding': 'chunked' }, body: megabytes(21) });
    // A busy machine takes longer over them than the fetches of the other tests may.
    const patient = await startTestService({ URL_FETCH_ALLOW_HOSTS: sites.hosts, URL_FETCH_SECONDS: '100' });
    try {
      for (const path of ['/large/said', '/large/zipped', '/large/unsaid']) {
        const page = { type: 'url', name: 'Page', url: site.url(path) };
        const { id } = (await patient.live.post(sources, page)).body.data;
        await expect
          .poll(async () => (await patient.live.get(`${sources}/${id}`)).body.data, { timeout: 100_000 })
          .toMatchObject(failedWith('too_large', /larger than 20 MB/, false));
      }
    } finally {
      await patient.stop();
    }
  });

  it.each([
    [404, /answered 404.*check the address/, false],
    [410, /answered 410.*check the address/, false],
    [403, /answered 403.*not for everybody/, false],
    [401, /answered 401.*not for everybody/, false],
    [500, /answered 500.*try again later/, true],
    [429, /answered 429.*try again later/, true],
  ])('a page with status %i fails with fetch_failed', async (status, message, isRetryable) => {
    site.set(`/status/${status}`, { status, body: htmlPage({ title: 'Error', text: story('error') }) });
    expect(await fetched(site.url(`/status/${status}`))).toMatchObject(
      failedWith('fetch_failed', message, isRetryable),
    );
    expect(site.count(`/status/${status}`)).toBe(isRetryable ? 2 : 1);
  });

  it('a page with status 500 is retried and indexed when that succeeds', async () => {
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

  it('a picture sent as text/html fails with unsupported_format', async () => {
    site.set('/picture', { body: Buffer.from(PIXEL, 'base64') });
    expect(await fetched(site.url('/picture'))).toMatchObject(
      failedWith('unsupported_format', /a file of the type PNG by its bytes/, false),
    );
  });

  it("a page that robots.txt disallows fails with fetch_blocked and isn't requested", async () => {
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

  it("a page whose robots.txt can't be read fails with fetch_failed", async () => {
    const own = sites.take();
    own.set('/robots.txt', { status: 503 });
    own.set('/page', htmlPage({ title: 'Page', text: story('fence') }));
    expect(await fetched(own.url('/page'))).toMatchObject(
      failedWith('fetch_failed', /robots\.txt.*503/, true),
    );
    expect(own.requests()).toEqual([]);
  });

  it('a page that is empty without JavaScript fails with no_text', async () => {
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

  it("a page of a host that doesn't listen fails with fetch_failed in reasonable time", async ({
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

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
