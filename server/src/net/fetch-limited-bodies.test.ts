import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failure, get, isLeftAlone, redirecting } from '../../tests/helpers/fetch-locally.ts';
import { serve, serveRaw } from '../../tests/helpers/local-server.ts';
import type { FetchLimits } from './fetch-limited.ts';

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
  ])('is decoded: %j', async (coding, body) => {
    await using server = await serve((_, response) =>
      response.setHeader('content-encoding', coding).end(body),
    );
    const result = await get(server.origin);
    expect(result.body).toBe(text);
    expect(result.bytes).toBe(text.length);
  });

  it('is decoded if it arrives byte by byte', async () => {
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
    'is refused if its encoding is %s, which was not requested',
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
  ])('is refused if it is damaged: %s', async (coding, body) => {
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
  ])('is cut off at the limit if it is a compression bomb: %s', async (coding, bomb) => {
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

  it('is cut off if it decodes to nothing forever', async () => {
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
  it('is accepted up to the limit and refused beyond it', async () => {
    await using server = await serve((request, response) =>
      response.write('x'.repeat(Number(request.url?.slice(1))), () => response.end()),
    );
    expect((await get(`${server.origin}/1000`, { maxBytes: 1_000 })).bytes).toBe(1_000);
    const error = await failure(`${server.origin}/1001`, { maxBytes: 1_000 });
    expect(error).toMatchObject({ code: 'too_large', isRetryable: false });
    expect(error.message).toBe(`127.0.0.1:${server.port} is larger than 1000 bytes, which is the limit.`);
  });

  it('is not read if its `Content-Length` is above the limit', async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 21 * 1024 * 1024 }).flushHeaders();
    });
    const error = await failure(server.origin, { maxBytes: 20 * 1024 * 1024, onBody: () => expect.fail() });
    expect(error.message).toContain('is larger than 20 MB');
    expect(await isLeftAlone(server)).toBe(true);
  });

  it('closes the connection to a server that never stops sending', async () => {
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

  it('is refused on error pages too', async () => {
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
  ])('is refused if its framing is wrong: %s', async (_, rest, code) => {
    await using server = await serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    expect((await failure(server.origin)).code).toBe(code);
  });

  it('is cut off at its `Content-Length`', async () => {
    await using server = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more'),
    );
    expect((await get(server.origin)).body).toBe('hello');
  });
});

describe('the callbacks of a fetch', () => {
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
  ])('have their errors rethrown from %s, and the connection closed', async (name, callbacks) => {
    await using server = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.write(gzipSync(Buffer.alloc(100_000, 'never the end')));
    });
    const error = await get(server.origin, callbacks).catch((thrown: unknown) => thrown);
    expect(error).toBe(mine);
    expect(await isLeftAlone(server)).toBe(true);
    expect(server.connections()).toBe(name === 'beforeRequest' ? 0 : 1);
  });

  it('run `accept` once, with the final headers and before the body', async () => {
    await using server = await serve(redirecting({ '/': '/end' }));
    const order: unknown[] = [];
    await get(server.origin, {
      accept: ({ status, url }) => order.push(status, url),
      onBody: () => void order.push('body'),
    });
    expect(order).toEqual([200, `${server.origin}/end`, 'body']);
  });

  it('get the next chunk only after handling the last one', async () => {
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
