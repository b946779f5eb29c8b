import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { failure, get, redirecting } from '../../tests/helpers/fetch-locally.ts';
import { serve, serveRaw } from '../../tests/helpers/local-server.ts';

describe('a response', () => {
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

  it('may have a `Content-Length` with status 304 and no body', async () => {
    await using server = await serveRaw((socket) =>
      socket.end('HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999\r\n\r\n'),
    );
    expect(await get(server.origin)).toMatchObject({ status: 304, bytes: 0 });
  });

  it('may follow an informational response', async () => {
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

  it('gets a request with the given headers, without cookies or a referrer', async () => {
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
  ])('resolves %s against the URL that redirects', async (location, path) => {
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

  it('in a circle is an error', async () => {
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
  ])('to %j is an error', async (location, words) => {
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

  it('sends secrets only to the same origin', async () => {
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

  it('is passed to `beforeRequest` before it is followed', async () => {
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

describe('a URL that is not fetched at all', () => {
  it.each(['file:///etc/passwd', 'ftp://example.org', 'not a url', 'http://u:p@example.org/', 'data:,x'])(
    'is refused without a connection: %s',
    async (url) => {
      const error = await failure(url);
      expect(error).toMatchObject({ code: 'blocked', isRetryable: false });
      expect(error.message).not.toContain('u:p');
    },
  );
});
