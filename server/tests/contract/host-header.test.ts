import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIST } from '#http/service-routes/dashboard.ts';
import { rawRequest } from '../helpers/raw-request.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const EVIL = 'rebound.evil.example';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService({ ALLOWED_HOSTS: 'agents.example.com, *.corp.example.com' });
  live = test.live;
});
afterAll(() => test.stop());

const ask = (host: string, path: string, ...headers: string[]) =>
  rawRequest(
    live.baseUrl,
    [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
    10_000,
  );
const statusOf = async (host: string, path: string, ...headers: string[]): Promise<number> =>
  (await ask(host, path, ...headers)).status;

it('a request with an empty Host is told so', async () => {
  const { status, text } = await ask('', '/healthz');
  expect(status).toBe(400);
  expect(JSON.parse(text).error.message).toBe(
    'The Host header is empty. Send the name or address of this service.',
  );
});

describe('a request without a key', () => {
  it.each([
    'localhost',
    'LocalHost:8080',
    'app.localhost',
    '127.0.0.1:8080',
    '203.0.113.7',
    '[::1]:8080',
    'footnote',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
    'nas.home',
    'nas.lan',
    'nas.localdomain',
    'nas.test',
    'footnote.default.svc',
    'footnote.default.svc.cluster.local',
    'host.docker.internal',
    'my_service:8080',
    'localhost.',
    hostname(),
    'agents.example.com',
    'AGENTS.example.com:443',
    'a.corp.example.com',
    'a.b.corp.example.com',
  ])('is answered when it comes by the name %s', async (host) => {
    expect(await statusOf(host, '/healthz')).toBe(200);
    expect(await statusOf(host, '/metrics')).toBe(200);
  });

  it.each([
    EVIL,
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example.',
    'corp.example.com',
    'xcorp.example.com',
    'agents.example.com.evil.example',
    'evil.example:80:80',
    'a b.example',
    '[::1].evil.example',
    'user@evil.example',
    // A service of Kubernetes by its short name, which a public domain may be too.
    'footnote.default',
  ])('is refused when it comes by the name %s, which a stranger may own', async (host) => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/', '/nowhere', '/v1/agents']) {
      const { status, text } = await ask(host, path);
      expect({ path, status }).toEqual({ path, status: 421 });
      const { error } = JSON.parse(text);
      expect(error.code).toBe('invalid_request');
      expect(error.message).toContain('LIVE_BASE_URL');
      expect(error.message).toContain('ALLOWED_HOSTS');
    }
  });

  it.skipIf(!existsSync(DIST))(
    'the dashboard, its files and the widget are not served under a foreign host name',
    async () => {
      const [asset = ''] = readdirSync(join(DIST, 'assets'));
      for (const path of ['/', '/sign-in', `/assets/${asset}`, '/widget.js', '/widget/de.json'])
        expect(await statusOf(EVIL, path)).toBe(421);
    },
  );

  it('without a checked key, any request under a foreign host name is refused', async () => {
    expect(await statusOf(EVIL, '/v1/account', 'Cookie: footnote_sign_in=x')).toBe(421);
    const authorization = `Authorization: Bearer ${live.key}`;
    for (const path of [
      '/healthz',
      '/metrics',
      '/openapi.json',
      '/v1/widget/svc_pub_live_x',
      '/v1/%77idget/svc_pub_live_x',
    ])
      expect({ path, status: await statusOf(EVIL, path, authorization) }).toEqual({ path, status: 421 });
  });
});

describe('a request with a key', () => {
  it('a request with a key is answered under any host name', async () => {
    expect(await statusOf(EVIL, '/v1/agents', `Authorization: Bearer ${live.key}`)).toBe(200);
    expect(await statusOf(EVIL, '/v1/agents', 'Authorization: Bearer wrong')).toBe(401);
  });

  it('metrics can be read under any host name with METRICS_TOKEN', async () => {
    const METRICS_TOKEN = 'a-token-for-prometheus';
    const guarded = await startTestService({ METRICS_TOKEN });
    try {
      const statusOfToken = async (token: string) => {
        const head = `GET /metrics HTTP/1.1\r\nHost: ${EVIL}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
        return (await rawRequest(guarded.live.baseUrl, head, 10_000)).status;
      };
      expect(await statusOfToken(METRICS_TOKEN)).toBe(200);
      expect(await statusOfToken('another-token-of-16')).toBe(401);
    } finally {
      await guarded.stop();
    }
  });
});

describe('a request that names several hosts', () => {
  const status = async (...lines: string[]): Promise<number> =>
    (await rawRequest(live.baseUrl, [...lines, 'Connection: close', '', ''].join('\r\n'), 10_000)).status;

  it.each<[string, string[], number]>([
    ['two Host headers', ['GET /healthz HTTP/1.1', 'Host: localhost', 'Host: evil.example'], 400],
    ['the same twice', ['GET /healthz HTTP/1.1', 'Host: localhost', 'Host: localhost'], 400],
    ['another in its target', ['GET http://evil.example/healthz HTTP/1.1', 'Host: localhost'], 400],
    ['the same in its target', ['GET http://localhost/healthz HTTP/1.1', 'Host: localhost'], 200],
    ['a foreign one in both', ['GET http://evil.example/healthz HTTP/1.1', 'Host: evil.example'], 421],
  ])('%s: %j is answered %i', async (_, lines, expected) => {
    expect(await status(...lines)).toBe(expected);
  });

  it('a request target with a host in it is routed by its path', async () => {
    expect(
      await status(
        'GET http://localhost/v1/agents?limit=1 HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${live.key}`,
      ),
    ).toBe(200);
  });
});

describe('ALLOWED_HOSTS', () => {
  it('ALLOWED_HOSTS=* answers under every host name', async () => {
    const open = await startTestService({ ALLOWED_HOSTS: '*' });
    try {
      const head = `GET /healthz HTTP/1.1\r\nHost: ${EVIL}\r\nConnection: close\r\n\r\n`;
      expect((await rawRequest(open.live.baseUrl, head, 10_000)).status).toBe(200);
    } finally {
      await open.stop();
    }
  });

  it.each(['https://agents.example.com', 'agents.example.com:443', 'a..b', '*.', 'a b'])(
    '%s is refused at the start',
    async (ALLOWED_HOSTS) => {
      await expect(startTestService({ ALLOWED_HOSTS })).rejects.toThrow('ALLOWED_HOSTS');
    },
  );
});
