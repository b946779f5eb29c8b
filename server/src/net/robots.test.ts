import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { serve, serveRaw, serveTls } from '../../tests/helpers/local-server.ts';
import { parseAllowHosts } from './allowed-hosts.ts';
import { FetchError } from './fetch-limited.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { createRobots, type Robots, type RobotsOptions } from './robots.ts';
import { ROBOTS_TOKEN, userAgent } from './user-agent.ts';

const agent = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
afterAll(() => agent.destroy());

const robotsWith = (options: Partial<RobotsOptions> = {}): Robots =>
  createRobots({
    agent,
    userAgent: userAgent('0.1'),
    token: ROBOTS_TOKEN,
    clock: { now: () => 0 },
    timeoutMs: 2_000,
    ...options,
  });

async function failure(robots: Robots, url: string, signal?: AbortSignal): Promise<FetchError> {
  const error = await robots.check(new URL(url), signal).catch((thrown: unknown) => thrown);
  if (!(error instanceof FetchError)) throw error;
  return error;
}

/** A site with this robots.txt that counts the requests for it. */
async function site(answer: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`);
    response.writeHead(status, headers).end(answer);
  });
  return Object.assign(server, { asked });
}

describe('the robots.txt of a site', () => {
  it('is fetched with the user agent and decides which URLs may be fetched', async () => {
    await using server = await site(
      'User-agent: *\nDisallow: /\n\nUser-agent: Footnote\nDisallow: /private\nCrawl-delay: 3\nSitemap: https://example.org/map.xml',
    );
    const robots = robotsWith();
    const sitemaps = ['https://example.org/map.xml'];
    expect(await robots.check(new URL('/page', server.origin))).toEqual({
      isAllowed: true,
      crawlDelaySeconds: 3,
      sitemaps,
    });
    expect(await robots.check(new URL('/private/page', server.origin))).toMatchObject({ isAllowed: false });
    expect(server.asked).toEqual(['/robots.txt Footnote/0.1 (+robots token: Footnote)']);
  });

  it.each([400, 401, 403, 404, 410, 429])('allows everything if its status is %i', async (status) => {
    await using server = await site('User-agent: *\nDisallow: /', {}, status);
    expect(await robotsWith().check(new URL('/page', server.origin))).toEqual({
      isAllowed: true,
      sitemaps: [],
    });
  });

  it.each([500, 502, 503])('is a retryable error if its status is %i', async (status) => {
    await using server = await site('User-agent: *\nAllow: /', {}, status);
    const robots = robotsWith();
    const error = await failure(robots, server.origin);
    expect(error).toMatchObject({ code: 'bad_response', isRetryable: true });
    expect(error.message).toBe(
      `The robots.txt of 127.0.0.1:${server.port} could not be read, so nothing is fetched from there for now: it was answered with status ${status}.`,
    );
    await failure(robots, server.origin);
    expect(server.asked).toHaveLength(2);
  });

  it('is a retryable error if it does not arrive', async () => {
    await using silent = await serve(() => {});
    await using garbage = await serveRaw((socket) =>
      socket.once('data', () => socket.end('garbage\r\n\r\n')),
    );
    await using torn = await site('not gzip', { 'content-encoding': 'gzip' });
    const closed = await serve(() => {});
    await closed[Symbol.asyncDispose]();
    const robots = robotsWith({ timeoutMs: 300 });
    for (const [server, code] of [
      [silent, 'timeout'],
      [garbage, 'bad_response'],
      [torn, 'bad_response'],
      [closed, 'connect'],
    ] as const) {
      const error = await failure(robots, server.origin);
      expect(error).toMatchObject({ code, isRetryable: true });
      expect(error.message).toMatch(/^The robots\.txt of 127\.0\.0\.1:\d+ could not be read, .*: .*\.$/);
    }
  });

  it('is not fetched from an address that is not public, nor after a redirect to one', async () => {
    await using inner = await serve((_, response) => response.end());
    await using outer = await site('', { location: `http://localhost:${inner.port}/` }, 302);
    const robots = robotsWith();
    for (const url of [`http://localhost:${inner.port}/`, 'http://[::1]/', outer.origin])
      expect(await failure(robots, url)).toMatchObject({ code: 'blocked', isRetryable: false });
    expect(inner.connections()).toBe(0);
  });

  it('throws the error of a site without a valid certificate or address', async () => {
    await using server = await serveTls((_, response) => response.end());
    const error = await failure(robotsWith(), server.origin);
    expect(error).toMatchObject({ code: 'tls', isRetryable: false });
    expect(error.message).not.toContain('robots.txt');
    const lost = createGuardedAgent({
      allowHosts: [],
      lookup: (_, __, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
    });
    expect(await failure(robotsWith({ agent: lost }), 'http://nowhere.example/')).toMatchObject({
      code: 'dns',
      isRetryable: false,
    });
  });

  it('may be behind five redirects, and applies to the site that redirects', async () => {
    await using server = await serve((request, response) => {
      const hop = Number(request.url?.slice(2) ?? 0) || 0;
      if (hop < 5) response.writeHead(301, { location: `/r${hop + 1}` }).end();
      else response.end('User-agent: *\nDisallow: /no');
    });
    expect(await robotsWith().check(new URL('/no', server.origin))).toMatchObject({ isAllowed: false });
  });

  it.each(['/robots.txt', 'file:///etc/robots.txt', 'javascript:0'])(
    'counts as missing if redirects lead nowhere: %s',
    async (location) => {
      await using server = await site('', { location }, 302);
      expect(await robotsWith().check(new URL(server.origin))).toMatchObject({ isAllowed: true });
    },
  );

  it('is read up to 500 KiB, to the end of the last whole line', async () => {
    const start = 'User-agent: *\nDisallow: /early\n#';
    const text = `${start.padEnd(512_000 - 20, '.')}\nDisallow: /cut-in-half\nDisallow: /late\n`;
    for (const server of [
      await site(text),
      await site(gzipSync(text), { 'content-encoding': 'gzip' }),
      await site(`${text}${'#'.repeat(5_000_000)}`),
    ]) {
      const robots = robotsWith();
      const check = async (path: string) => (await robots.check(new URL(path, server.origin))).isAllowed;
      expect([await check('/early'), await check('/cut'), await check('/late'), await check('/')]).toEqual([
        false,
        true,
        true,
        true,
      ]);
      await server[Symbol.asyncDispose]();
    }
  });

  it('may start with a byte order mark and contain invalid UTF-8', async () => {
    const text = Buffer.concat([
      Buffer.from('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /'),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('Disallow: /b'),
    ]);
    await using server = await site(text);
    const robots = robotsWith();
    const paths = ['/a', '/b', '/c'].map((path) => robots.check(new URL(path, server.origin)));
    expect((await Promise.all(paths)).map(({ isAllowed }) => isAllowed)).toEqual([false, false, true]);
  });
});

describe('checking many URLs', () => {
  it('takes one request per hour and origin', async () => {
    let now = 0;
    await using server = await site('');
    await using other = await site('');
    const robots = robotsWith({ clock: { now: () => now } });
    const ask = () =>
      Promise.all([robots.check(new URL(server.origin)), robots.check(new URL('/b', server.origin))]);
    await ask();
    await ask();
    await robots.check(new URL(other.origin));
    now = 60 * 60 * 1000 - 1;
    await ask();
    expect([server.asked.length, other.asked.length]).toEqual([1, 1]);
    now += 1;
    await ask();
    expect([server.asked.length, other.asked.length]).toEqual([2, 1]);
  });

  it('continues for other callers if one aborts', async () => {
    await using server = await serve(async (_, response) => {
      await sleep(200);
      response.end('User-agent: *\nDisallow: /');
    });
    const robots = robotsWith();
    const stop = new AbortController();
    const first = failure(robots, server.origin, stop.signal);
    const second = robots.check(new URL(server.origin), new AbortController().signal);
    await sleep(50);
    stop.abort();
    expect(await first).toMatchObject({ code: 'aborted' });
    expect(await second).toMatchObject({ isAllowed: false });
    expect(server.connections()).toBe(1);
    await robots.check(new URL('/x', server.origin));
    expect(server.connections()).toBe(1);
  });

  it('forgets the oldest of more than 1,000 origins', async () => {
    await using server = await site('');
    const many = createGuardedAgent({
      allowHosts: [...Array(1_001).keys()].map((n) => ({ hostname: `h${n}.example`, port: undefined })),
      lookup: (_, options, callback) =>
        options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
    });
    const robots = robotsWith({ agent: many, timeoutMs: 20_000 });
    const ask = (n: number) => robots.check(new URL(`http://h${n}.example:${server.port}/`));
    for (let n = 0; n < 1_001; n += 1) await ask(n);
    expect(server.asked).toHaveLength(1_001);
    await ask(1);
    await ask(1_000);
    expect(server.asked).toHaveLength(1_001);
    await ask(0);
    expect(server.asked).toHaveLength(1_002);
    await many.destroy();
  });
});
