import { getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllowHosts } from '#lib/allowed-hosts.ts';
import { FetchError, type FetchLimits, fetchLimited } from './fetch-limited.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { type LocalServer, serve, serveRaw } from './local-server.ts';

const agent = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
afterAll(() => agent.destroy());

type Fetched = Awaited<ReturnType<typeof fetchLimited>> & { body: string };

async function get(url: string | URL, limits: Partial<FetchLimits> = {}): Promise<Fetched> {
  const chunks: Uint8Array[] = [];
  const result = await fetchLimited(agent, url, {
    maxBytes: 1_000_000,
    timeoutMs: 10_000,
    maxRedirects: 5,
    onBody: (chunk) => {
      chunks.push(chunk);
    },
    ...limits,
  });
  return { ...result, body: Buffer.concat(chunks).toString() };
}

async function failure(url: string | URL, limits: Partial<FetchLimits> = {}): Promise<FetchError> {
  const error = await get(url, limits).then(
    () => new Error(`${String(url)} was fetched`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FetchError)) throw error;
  return error;
}

/** Waits until a server has no connection left. */
async function isLeftAlone(server: LocalServer): Promise<boolean> {
  for (let tries = 0; tries < 100 && server.open() > 0; tries += 1) await sleep(20);
  return server.open() === 0;
}

/** Each path redirects to what the table says; any other answers with its path. */
const redirecting =
  (table: Record<string, string | undefined>, status = 302) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const location = table[path];
    if (path in table) response.writeHead(status, location === undefined ? {} : { location }).end('moved');
    else response.end(path);
  };

describe('an answer', () => {
  it('comes with status, headers, the address without its fragment, and the body', async () => {
    await using server = await serve((_, response) => {
      response.setHeader('set-cookie', 'a=b');
      response.setHeader('X-Twice', ['one', 'two']);
      response.setHeader('Content-Type', 'text/plain').end('hello');
    });
    const result = await get(`${server.origin}/a%20b?c=d#e`);
    expect(result).toMatchObject({
      status: 200,
      url: `${server.origin}/a%20b?c=d`,
      bytes: 5,
      body: 'hello',
    });
    expect(result.headers).toMatchObject({ 'content-type': 'text/plain', 'x-twice': 'one, two' });
    expect(result.headers).not.toHaveProperty('set-cookie');
  });

  it.each([200, 206, 300, 400, 404, 410, 429, 500, 503])(
    'of status %i is returned with its body',
    async (status) => {
      await using server = await serve((_, response) => response.writeHead(status).end('body'));
      expect(await get(server.origin)).toMatchObject({ status, body: 'body' });
    },
  );

  it.each([204, 304])('of status %i has no body', async (status) => {
    await using server = await serve((_, response) =>
      response.writeHead(status, { etag: '"1"', 'content-encoding': 'gzip' }).end(),
    );
    expect(await get(server.origin)).toMatchObject({
      status,
      bytes: 0,
      headers: expect.objectContaining({ etag: '"1"' }),
    });
  });

  it('may say of a page that has not changed how long the page is', async () => {
    await using server = await serveRaw((socket) =>
      socket.end('HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999\r\n\r\n'),
    );
    expect(await get(server.origin)).toMatchObject({ status: 304, bytes: 0 });
  });

  it('may come with other answers before it', async () => {
    await using server = await serveRaw((socket) =>
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody',
      ),
    );
    expect(await get(server.origin)).toMatchObject({ status: 200, body: 'body' });
  });

  it('may carry any header name', async () => {
    await using server = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\n__proto__: evil\r\nconstructor: x\r\nContent-Length: 2\r\n\r\nok'),
    );
    const { headers, body } = await get(server.origin);
    expect([body, Object.getPrototypeOf(headers)]).toEqual(['ok', Object.prototype]);
  });

  it('is asked for with the given headers, and without cookies or a referrer', async () => {
    let seen: IncomingMessage['headers'] = {};
    await using server = await serve((request, response) => {
      seen = request.headers;
      response.setHeader('set-cookie', 'session=1');
      if (request.url === '/') response.writeHead(302, { location: '/next' });
      response.end();
    });
    await get(server.origin, { headers: { 'User-Agent': 'Test/1', 'If-None-Match': '"x"' } });
    expect(seen).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      accept: '*/*',
      'user-agent': 'Test/1',
      'if-none-match': '"x"',
      'accept-encoding': 'gzip, deflate, br',
    });
  });
});

describe('a compressed body', () => {
  const text = 'All work and no play. '.repeat(2_000);
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
  ])('of %j is decoded', async (coding, body) => {
    await using server = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(body),
    );
    const result = await get(server.origin);
    expect(result.body).toBe(text);
    expect(result.bytes).toBe(text.length);
  });

  it('is decoded when it comes byte by byte', async () => {
    await using server = await serve(async (_, response) => {
      response.setHeader('content-encoding', 'deflate');
      for (const byte of deflateRawSync('drop by drop')) {
        response.write(Uint8Array.of(byte));
        await sleep(1);
      }
      response.end();
    });
    expect((await get(server.origin)).body).toBe('drop by drop');
  });

  it.each(['zstd', 'gzip, compress', 'gzip, gzip, gzip, gzip', 'gzip;q=1'])(
    'of %s, which was not asked for, is refused',
    async (coding) => {
      await using server = await serve((_, response) =>
        response.setHeader('content-encoding', coding).end('x'),
      );
      expect(await failure(server.origin)).toMatchObject({ code: 'bad_response', isRetryable: false });
    },
  );

  it.each([
    ['gzip', Buffer.from('this is no gzip')],
    ['gzip', gzipSync(text).subarray(0, 60)],
    ['deflate', deflateSync(text).subarray(0, 60)],
    ['br', brotliCompressSync(text).subarray(0, 20)],
    ['br', Buffer.from('this is no brotli')],
    ['gzip', Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8, 1)])],
  ])('of %s that is damaged is refused', async (coding, body) => {
    await using server = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(body),
    );
    const error = await failure(server.origin);
    expect(error).toMatchObject({ code: 'bad_response' });
    expect(error.message).toBe(`127.0.0.1:${server.port} sent an answer that cannot be read.`);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(200_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(200_000_000)))],
  ])('of %s that is a bomb is cut at the limit', async (coding, bomb) => {
    await using server = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(bomb),
    );
    let taken = 0;
    const error = await failure(server.origin, {
      onBody: (chunk) => {
        taken += chunk.length;
      },
    });
    expect(error.code).toBe('too_large');
    expect(taken).toBeLessThanOrEqual(1_000_000);
  });

  it('that decodes to nothing for ever is cut as well', async () => {
    const nothing = gzipSync('');
    await using server = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.concat(Array(1_000).fill(nothing)))) {}
      };
      response.on('drain', pour);
      pour();
    });
    expect((await failure(server.origin)).code).toBe('too_large');
    expect(await isLeftAlone(server)).toBe(true);
  });
});

describe('a body that is too large', () => {
  it('is taken up to the limit and refused beyond it', async () => {
    await using server = await serve((request, response) =>
      response.write('x'.repeat(Number(request.url?.slice(1))), () => response.end()),
    );
    expect((await get(`${server.origin}/1000`, { maxBytes: 1_000 })).bytes).toBe(1_000);
    const error = await failure(`${server.origin}/1001`, { maxBytes: 1_000 });
    expect(error).toMatchObject({ code: 'too_large', isRetryable: false });
    expect(error.message).toBe(`127.0.0.1:${server.port} is larger than 1000 bytes, the most that is taken.`);
  });

  it('is not read when it says so itself', async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 21 * 1024 * 1024 }).flushHeaders();
    });
    const error = await failure(server.origin, { maxBytes: 20 * 1024 * 1024, onBody: () => expect.fail() });
    expect(error.message).toContain('is larger than 20 MB');
    expect(await isLeftAlone(server)).toBe(true);
  });

  it('ends the connection although the server would never stop', async () => {
    await using server = await serve((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
      };
      response.on('drain', pour);
      pour();
    });
    expect((await failure(server.origin)).code).toBe('too_large');
    expect(await isLeftAlone(server)).toBe(true);
  });

  it('of an error page is too large too', async () => {
    await using server = await serve((_, response) => response.writeHead(500).end('x'.repeat(2_000)));
    expect((await failure(server.origin, { maxBytes: 1_000 })).code).toBe('too_large');
  });

  it.each([
    ['shorter than it says', 'Content-Length: 100\r\n\r\nshort', 'reset'],
    ['of two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef', 'bad_response'],
    ['of a negative length', 'Content-Length: -5\r\n\r\nabcdef', 'bad_response'],
    [
      'of a length and in chunks',
      'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'bad_response',
    ],
    ['in chunks without an end', 'Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n', 'reset'],
    ['in chunks of nonsense', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nabcde\r\n', 'bad_response'],
  ])('or %s is refused', async (_, rest, code) => {
    await using server = await serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    expect((await failure(server.origin)).code).toBe(code);
  });

  it('is no longer than it says', async () => {
    await using server = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more'),
    );
    expect((await get(server.origin)).body).toBe('hello');
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of status %i is followed', async (status) => {
    await using server = await serve(redirecting({ '/': '/next' }, status));
    expect(await get(server.origin)).toMatchObject({
      status: 200,
      body: '/next',
      url: `${server.origin}/next`,
    });
  });

  it.each([
    ['next', '/a/next'],
    ['../next?x#y', '/next?x'],
    ['?q=1', '/a/b?q=1'],
    ['//127.0.0.1:PORT/other', '/other'],
    ['http://127.1:PORT/absolute', '/absolute'],
    ['/sp ace', '/sp%20ace'],
    [Buffer.from('/grün').toString('latin1'), '/gr%C3%BCn'],
    ['/gr\u00fcn', '/gr%C3%BCn'],
  ])('to %s is relative to where it comes from', async (location, path) => {
    await using server = await serve((request, response) => {
      if (request.url === '/a/b')
        response.writeHead(302, { location: location.replace('PORT', String(server.port)) });
      response.end(request.url);
    });
    expect(await get(`${server.origin}/a/b`)).toMatchObject({ body: path, url: server.origin + path });
  });

  it('is followed five times and no more', async () => {
    const table = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`/${n}`, `/${n + 1}`]));
    await using server = await serve(redirecting(table));
    expect((await get(`${server.origin}/2`)).body).toBe('/7');
    expect(await failure(`${server.origin}/1`)).toMatchObject({
      code: 'too_many_redirects',
      isRetryable: false,
      message: `127.0.0.1:${server.port} redirects more than 5 times.`,
    });
  });

  it('in a circle ends', async () => {
    await using server = await serve(redirecting({ '/a': '/b', '/b': '/a' }));
    expect((await failure(`${server.origin}/a`)).code).toBe('too_many_redirects');
  });

  it.each([
    [undefined, 'without saying where to'],
    ['', 'without saying where to'],
    ['http://', 'to something that is not an address'],
    ['http://[::1', 'to something that is not an address'],
    ['http://a b/', 'to something that is not an address'],
    [`/${'x'.repeat(9_000)}`, 'more than 8192 characters'],
    ['file:///etc/passwd', 'not http or https'],
    ['javascript:alert(1)', 'not http or https'],
    ['data:text/html,hello', 'not http or https'],
    ['ftp://example.org/', 'not http or https'],
    ['gopher://127.0.0.1:6379/_INFO', 'not http or https'],
    ['http://user:secret@127.0.0.1/', 'a user name or a password'],
    ['//user@127.0.0.1/', 'a user name or a password'],
  ])('to %j leads nowhere', async (location, words) => {
    await using server = await serve(redirecting({ '/': location }));
    const error = await failure(server.origin);
    expect(error).toMatchObject({ code: 'bad_redirect', isRetryable: false });
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('secret');
  });

  it('may have a body of any length, which is not read', async () => {
    await using server = await serve((request, response) => {
      if (request.url !== '/') return response.end('there');
      response.writeHead(302, { location: '/next' }).write('x');
      return response;
    });
    expect((await get(server.origin)).body).toBe('there');
  });

  it('takes secrets along to the same origin alone', async () => {
    const seen: IncomingMessage['headers'][] = [];
    await using other = await serve((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    await using server = await serve((request, response) => {
      seen.push(request.headers);
      const location = request.url === '/' ? '/second' : `${other.origin}/`;
      response.writeHead(302, { location }).end();
    });
    await get(server.origin, {
      headers: { Authorization: 'Bearer 1', 'X-Key': '2', Cookie: '3', 'User-Agent': 'Test/1' },
    });
    expect(seen.map((headers) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 1', undefined]);
    expect(seen[2]).not.toHaveProperty('x-key');
    expect(seen[2]).not.toHaveProperty('cookie');
    expect(seen[2]).toMatchObject({ 'user-agent': 'Test/1', 'accept-encoding': 'gzip, deflate, br' });
  });

  it('is asked about before it is followed', async () => {
    await using server = await serve(redirecting({ '/a': '/b', '/b': '/c' }));
    const asked: string[] = [];
    await get(`${server.origin}/a#top`, {
      beforeRequest: async (url) => {
        asked.push(url.href);
        url.port = '1';
      },
    });
    expect(asked).toEqual(['/a', '/b', '/c'].map((path) => server.origin + path));
  });
});

describe('an address that is not fetched at all', () => {
  it.each(['file:///etc/passwd', 'ftp://example.org', 'not a url', 'http://u:p@example.org/', 'data:,x'])(
    '%s',
    async (url) => {
      const error = await failure(url);
      expect(error).toMatchObject({ code: 'blocked', isRetryable: false });
      expect(error.message).not.toContain('u:p');
    },
  );
});

describe('time', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['an answer that never starts', () => {}],
    [
      'headers that come drop by drop',
      async ({ socket }) => {
        socket?.write('HTTP/1.1 200 OK\r\n');
        for (let n = 0; n < 100 && !socket?.destroyed; n += 1) {
          socket?.write(`X-${n}: y\r\n`);
          await sleep(30);
        }
      },
    ],
    [
      'a body that comes drop by drop',
      async (response) => {
        for (let n = 0; n < 2_000 && !response.destroyed; n += 1) {
          response.write('x');
          await sleep(30);
        }
      },
    ],
    ['a body that stops', (response) => response.write('x')],
  ])('ends %s', async (_, listener) => {
    await using server = await serve((_request, response) => {
      listener(response);
    });
    const startedAt = performance.now();
    const error = await failure(server.origin, { timeoutMs: 400 });
    // Of a minute that the longest of them takes.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(error).toMatchObject({ code: 'timeout', isRetryable: true });
    expect(error.message).toBe(`127.0.0.1:${server.port} did not answer in full within 0.4 seconds.`);
    expect(await isLeftAlone(server)).toBe(true);
  });

  it('is counted over all redirects together', async () => {
    await using server = await serve(async (request, response) => {
      await sleep(150);
      response.writeHead(302, { location: `${request.url}x` }).end();
    });
    const error = await failure(`${server.origin}/`, { timeoutMs: 400 });
    expect(error.message).toBe(
      `The page that 127.0.0.1:${server.port} redirects to did not answer in full within 0.4 seconds.`,
    );
  });

  it.each(['beforeRequest', 'onBody'] as const)('ends a %s that never returns', async (name) => {
    await using server = await serve((_, response) => response.end('x'));
    const error = await failure(server.origin, { timeoutMs: 300, [name]: () => new Promise(() => {}) });
    expect(error.code).toBe('timeout');
  });

  it('is the callers to cut short, before and in between', async () => {
    await using server = await serve((_, response) => response.write('x'));
    const stop = new AbortController();
    const running = failure(server.origin, {
      signal: stop.signal,
      onBody: () => stop.abort(new Error('mine')),
    });
    expect(await running).toMatchObject({ code: 'aborted', isRetryable: false });
    expect(await isLeftAlone(server)).toBe(true);
    const before = server.connections();
    expect((await failure(server.origin, { signal: stop.signal })).code).toBe('aborted');
    expect(server.connections()).toBe(before);
  });
});

describe('a connection', () => {
  it('that nobody takes', async () => {
    const server = await serve(() => {});
    await server[Symbol.asyncDispose]();
    const error = await failure(server.origin);
    expect(error).toMatchObject({ code: 'connect', isRetryable: true });
    expect(error.message).toContain(`127.0.0.1:${server.port} `);
  });

  it('that is reset in the middle of a body', async () => {
    await using server = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
    });
    expect(await failure(server.origin)).toMatchObject({ code: 'reset', isRetryable: true });
  });

  it('that ends before an answer', async () => {
    await using server = await serveRaw((socket) => socket.once('data', () => socket.end()));
    expect(await failure(server.origin)).toMatchObject({ code: 'reset', isRetryable: true });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['bytes', '\x00\x01\x02\x03'],
    ['no status', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a broken header', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'X: yyyyyyyy\r\n'.repeat(20_000)}`],
    ['one endless header', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
  ])('that talks %s', async (_, bytes) => {
    await using server = await serveRaw((socket) => socket.once('data', () => socket.write(bytes, 'latin1')));
    const error = await failure(server.origin);
    expect(error).toMatchObject({ code: 'bad_response', isRetryable: false });
    expect(await isLeftAlone(server)).toBe(true);
  });

  it.each([
    ['ENOTFOUND', false],
    ['EAI_AGAIN', true],
  ])('to a name without address: %s', async (code, isRetryable) => {
    const lost = createGuardedAgent({
      allowHosts: [],
      lookup: (_, __, callback) =>
        callback(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }), []),
    });
    const limits = { maxBytes: 1, timeoutMs: 5_000, maxRedirects: 0, onBody: () => {} };
    await expect(fetchLimited(lost, 'http://nowhere.example/', limits)).rejects.toMatchObject({
      code: 'dns',
      isRetryable,
      message: 'nowhere.example could not be found: no address is known for its host name.',
    });
    await lost.close();
  });
});

describe('what a callback throws', () => {
  const mine = new Error('mine');
  it.each<[string, Partial<FetchLimits>]>([
    ['beforeRequest', { beforeRequest: () => Promise.reject(mine) }],
    [
      'accept',
      {
        accept: () => {
          throw mine;
        },
      },
    ],
    [
      'onBody',
      {
        onBody: () => {
          throw mine;
        },
      },
    ],
    ['onBody, later', { onBody: () => Promise.reject(mine) }],
  ])('comes through from %s, and the connection is gone', async (name, callbacks) => {
    await using server = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.write(gzipSync(Buffer.alloc(100_000, 'never the end')));
    });
    const error = await get(server.origin, callbacks).catch((thrown: unknown) => thrown);
    expect(error).toBe(mine);
    expect(await isLeftAlone(server)).toBe(true);
    expect(server.connections()).toBe(name === 'beforeRequest' ? 0 : 1);
  });

  it('is asked for only once the last headers are there, and before the body', async () => {
    await using server = await serve(redirecting({ '/': '/end' }));
    const order: unknown[] = [];
    await get(server.origin, {
      accept: ({ status, url }) => order.push(status, url),
      onBody: () => void order.push('body'),
    });
    expect(order).toEqual([200, `${server.origin}/end`, 'body']);
  });

  it('gets the next piece when it is done with the last', async () => {
    await using server = await serve((_, response) => response.end('x'.repeat(500_000)));
    let busy = 0;
    let most = 0;
    await get(server.origin, {
      onBody: async () => {
        busy += 1;
        most = Math.max(most, busy);
        await sleep(1);
        busy -= 1;
      },
    });
    expect(most).toBe(1);
  });
});

describe('many fetches', () => {
  it('leave no listener, no socket and no warning', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/' });
      response.end('x');
    });
    const own = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const limits = { maxBytes: 10, timeoutMs: 5_000, maxRedirects: 5, signal, onBody: () => {} };
    for (let n = 0; n < 500; n += 1) await fetchLimited(own, server.origin, limits);
    expect(server.connections()).toBeLessThanOrEqual(3);
    for (let n = 0; n < 50; n += 1) {
      await fetchLimited(own, `${server.origin}/redirect`, limits);
      await fetchLimited(own, server.origin, { ...limits, maxBytes: 0 }).catch(() => {});
    }
    expect(server.open()).toBeLessThanOrEqual(2);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await own.close();
    expect(await isLeftAlone(server)).toBe(true);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('at once share nothing but the agent', async () => {
    await using server = await serve((request, response) => response.end(request.url));
    const paths = Array.from({ length: 50 }, (_, n) => `/${n}`);
    const all = await Promise.all(paths.map((path) => get(server.origin + path)));
    expect(all.map(({ body }) => body)).toEqual(paths);
  });
});
