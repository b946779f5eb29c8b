import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const APP = 'https://app.example.com';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService({ CORS_ORIGINS: `${APP}, http://localhost:5173` });
  live = test.live;
});
afterAll(() => test.stop());

describe('every answer', () => {
  const SECURE = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)'),
  };

  it.each([
    ['200', '/v1/agents', 200],
    ['404 of an unknown path', '/nowhere', 404],
    ['404 of an unknown id', '/v1/agents/agt_none', 404],
    ['422', '/v1/agents?limit=0', 422],
    ['of health', '/healthz', 200],
  ])('%s lets browsers keep, frame, guess and pass on nothing', async (_, path, status) => {
    const answer = await live.get(path);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(SECURE);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('server')).toBeNull();
  });

  it('an environment without an https URL sends no Strict-Transport-Security', async () => {
    const secure = await startTestService({ LIVE_BASE_URL: 'https://api.example.com' });
    try {
      const { port } = new URL(secure.service.baseUrls.sandbox);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).headers.has('strict-transport-security')).toBe(
        false,
      );
    } finally {
      await secure.stop();
    }
  });
});

describe('a web page of another origin', () => {
  const preflight = (origin: string, baseUrl = live.baseUrl) =>
    fetch(`${baseUrl}/v1/agents`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  it.each([APP, 'http://localhost:5173'])(
    '%s, which CORS_ORIGINS names, may call with a key',
    async (origin) => {
      const asked = await preflight(origin);
      expect(asked.status).toBe(204);
      expect(await asked.text()).toBe('');
      expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
      expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
      expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
      for (const key of [live.key, 'wrong']) {
        const answer = await createClient(live.baseUrl, key).call('GET', '/v1/agents', undefined, { origin });
        expect(answer.status).toBe(key === 'wrong' ? 401 : 200);
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
        expect(answer.headers.get('vary')).toContain('Origin');
        const exposed = answer.headers.get('access-control-expose-headers');
        for (const name of ['X-Request-Id', 'RateLimit', 'Retry-After', 'Location', 'Idempotency-Replayed'])
          expect(exposed).toContain(name);
      }
    },
  );

  it.each([
    'https://evil.example.com',
    `${APP}.evil.example`,
    'https://APP.example.com:8443',
    'http://app.example.com',
    'null',
  ])('%s, which it does not name, may not', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await live.call('GET', '/v1/agents', undefined, { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('another origin is refused without CORS_ORIGINS, and any is allowed with *', async () => {
    const closed = await startTestService();
    const open = await startTestService({ CORS_ORIGINS: '*' });
    try {
      const refused = await preflight(APP, closed.live.baseUrl);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      const allowed = await preflight('https://any.example.org', open.live.baseUrl);
      expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
      expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    } finally {
      await closed.stop();
      await open.stop();
    }
  });

  it.each([
    'https://app.example.com/',
    'app.example.com',
    'https://*.example.com',
    '*,https://app.example.com',
  ])('CORS_ORIGINS=%s is refused at the start', async (CORS_ORIGINS) => {
    await expect(startTestService({ CORS_ORIGINS })).rejects.toThrow('CORS_ORIGINS');
  });
});

describe('what goes wrong', () => {
  const sources = '/v1/knowledge-base/sources';
  const json = 'Content-Type: application/json';
  const post = (path: string, body: string, ...headers: string[]) =>
    `${rawHead('POST', path, live.key, 'Connection: close', json, `Content-Length: ${Buffer.byteLength(body)}`, ...headers)}${body}`;

  it.each<[string, () => string, number]>([
    ['no key', () => 'GET /v1/agents HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 401],
    [
      'a key of the other environment',
      () => rawHead('GET', '/v1/agents', test.sandbox.key, 'Connection: close'),
      403,
    ],
    ['an unknown id', () => rawHead('GET', '/v1/agents/agt_x', live.key, 'Connection: close'), 404],
    ['an unknown path', () => rawHead('GET', '/v1/../../etc/passwd', live.key, 'Connection: close'), 404],
    [
      'a method that is not offered',
      () => rawHead('DELETE', '/v1/agents', live.key, 'Connection: close'),
      405,
    ],
    ['broken JSON', () => post('/v1/query', '{"query":'), 400],
    ['a wrong value', () => post('/v1/query', '{"query":7}'), 422],
    [
      'a body that is too large',
      () => rawHead('POST', '/v1/query', live.key, json, 'Content-Length: 99999999'),
      413,
    ],
    [
      'another media type',
      () =>
        rawHead(
          'POST',
          sources,
          live.key,
          'Content-Type: text/xml',
          'Content-Length: 0',
          'Connection: close',
        ),
      415,
    ],
    ['a compressed body', () => post('/v1/query', '{}', 'Content-Encoding: gzip'), 415],
    ['headers of 20 kB', () => rawHead('GET', '/v1/agents', live.key, `X-Huge: ${'a'.repeat(20_000)}`), 431],
    [
      'two hundred headers of 100 bytes',
      () =>
        rawHead(
          'GET',
          '/v1/agents',
          live.key,
          ...Array.from({ length: 200 }, (_, i) => `X-H${i}: ${'a'.repeat(100)}`),
        ),
      431,
    ],
    ['no HTTP at all', () => 'HELO mail.example.com\r\n\r\n', 400],
    ['a method that nobody knows', () => rawHead('BREW', '/v1/agents', live.key), 400],
    ['CONNECT', () => rawHead('CONNECT', 'example.com:443', live.key), 0],
    ['TRACE', () => rawHead('TRACE', '/v1/agents', live.key, 'Connection: close'), 405],
    ['an Expect that nobody knows', () => post('/v1/query', '{"query":"x"}', 'Expect: 200-maybe'), 417],
    [
      'both Content-Length and Transfer-Encoding',
      () =>
        `${rawHead('POST', '/v1/query', live.key, json, 'Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /v1/workspace HTTP/1.1\r\nHost: x\r\n\r\n`,
      400,
    ],
    [
      'two lengths',
      () => `${rawHead('POST', '/v1/query', live.key, json, 'Content-Length: 2', 'Content-Length: 40')}{}`,
      400,
    ],
    [
      'a length that is no number',
      () => `${rawHead('POST', '/v1/query', live.key, json, 'Content-Length: 0x2')}{}`,
      400,
    ],
    [
      'a transfer encoding hidden from others',
      () => `${rawHead('POST', '/v1/query', live.key, json, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
      400,
    ],
    ['a space before the colon', () => rawHead('GET', '/v1/agents', live.key, 'Content-Length : 0'), 400],
    ['a folded header', () => rawHead('GET', '/v1/agents', live.key, 'X-A: b\r\n c: d'), 400],
    [
      'a lone line feed in the head',
      () => `GET /v1/agents HTTP/1.1\nHost: x\nAuthorization: Bearer ${live.key}\n\n`,
      400,
    ],
    [
      'a chunk that is longer than it says',
      () =>
        `${rawHead('POST', '/v1/query', live.key, json, 'Transfer-Encoding: chunked')}2\r\n{"query":"x"}\r\n0\r\n\r\n`,
      400,
    ],
    ['no Host', () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['HTTP/3.0', () => 'GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n', 400],
  ])('%s: the answer says so, once, and nothing of the inside', async (_, request, status) => {
    const answer = await rawRequest(live.baseUrl, request(), 1_500);
    expect(answer.status).toBe(status);
    expect(answer.isClosed).toBe(true);
    const all = `${answer.head}\n${answer.text}`;
    expect(all.match(/^HTTP\/1\.1 \d/gm) ?? []).toHaveLength(status === 0 ? 0 : 1);
    expect(all).not.toMatch(/node_modules|\.ts:\d|\.js:\d|at \w+ \(|Error:|svc_live_/);
    if (status >= 400) expect(JSON.parse(answer.text).error.message).toMatch(/\.$/);
  });

  it('an internal error has a request id and says nothing of its cause', async () => {
    const broken = await startTestService();
    try {
      const database = new DatabaseSync(join(broken.dataDir, 'live.db'), { timeout: 5_000 });
      database.exec('ALTER TABLE evaluations RENAME TO moved_away');
      database.close();
      const answer = await broken.live.get('/v1/evaluations');
      expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
      expect(JSON.stringify(answer.body)).not.toMatch(/moved_away|evaluations|SQL|at /);
      const { request_id } = answer.body.error;
      const line = broken.logs.find((each) => each.includes(request_id) && each.includes('"level":50'));
      const { err } = JSON.parse(line ?? '{}');
      expect(err.message).toContain('no such table');
      expect(Object.keys(err).sort()).toEqual(['code', 'message', 'stack', 'type']);
    } finally {
      await broken.stop();
    }
  });
});

describe('a client that takes its answer too slowly', () => {
  it('a client that reads too slowly is cut off after REQUEST_TIMEOUT_SECONDS', async () => {
    const slow = await startTestService({ REQUEST_TIMEOUT_SECONDS: '1' });
    try {
      const content = 'The tide rises and falls twice a day at the pier. '.repeat(90_000);
      const { id } = await slow.live.addText('Long', content);
      const { hostname, port } = new URL(slow.live.baseUrl);
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.pause();
      socket.write(rawHead('GET', `/v1/knowledge-base/sources/${id}/content`, slow.live.key));
      await expect.poll(() => slow.logs.join('')).toContain('"aborted":true');
      socket.destroy();
    } finally {
      await slow.stop();
    }
  });
});
