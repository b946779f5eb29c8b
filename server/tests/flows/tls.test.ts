import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttps } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aboutThePier, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { openHttp2, readHttp2Answer } from '../helpers/http2-client.ts';
import { CAN_MAKE_CERTIFICATES, makeCertificate } from '../helpers/make-certificate.ts';
import { freePort } from '../helpers/server-process.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const SOURCES = '/v1/knowledge-base/sources';

let folder: string;
let files: ReturnType<typeof makeCertificate>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-tls-'));
  if (CAN_MAKE_CERTIFICATES) files = makeCertificate(folder, 'first');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(settings: Record<string, string> = {}): Promise<TestService> {
  const test = await startTestService({ ...files, ...settings });
  onTestFinished(() => test.stop());
  return test;
}

function openTo(client: Pick<Client, 'baseUrl' | 'key'>, authority?: string) {
  const http2 = openHttp2(client, authority);
  onTestFinished(http2.close);
  return http2;
}

/** The name in the certificate that a new connection is shown. */
async function nameShown(baseUrl: string): Promise<string | undefined> {
  const socket = connectTls({
    host: '127.0.0.1',
    port: Number(new URL(baseUrl).port),
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

/** The status of a request by HTTP/1.1 over TLS, and the protocol that was agreed on. */
const getByHttp1 = ({ baseUrl, key }: Client, path: string): Promise<{ status: number; version: string }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    requestHttps(`${baseUrl}${path}`, { rejectUnauthorized: false, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, version: response.httpVersion });
    })
      .on('error', reject)
      .end();
  });

// Where there is no openssl, no certificate can be made.
describe.skipIf(!CAN_MAKE_CERTIFICATES)('with TLS_CERT_FILE and TLS_KEY_FILE', () => {
  it('both addresses answer HTTP/2, and HTTP/1.1 to older clients', async () => {
    const { live, sandbox } = await start();
    for (const client of [live, sandbox]) {
      expect(client.baseUrl).toMatch(/^https:/);
      const http2 = openTo(client);
      const answer = await http2.call('GET', '/v1/workspace');
      expect(answer.status).toBe(200);
      expect(http2.session.alpnProtocol).toBe('h2');
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
      expect(await getByHttp1(client, '/v1/workspace')).toEqual({ status: 200, version: '1.1' });
    }
    expect((await openTo({ ...live, baseUrl: sandbox.baseUrl }).call('GET', '/v1/workspace')).status).toBe(
      403,
    );
  });

  it('one port tells the environments apart by the HTTP/2 authority', async () => {
    const port = String(await freePort());
    const test = await start({
      PORT: port,
      LIVE_BASE_URL: 'https://api.example.com',
      SANDBOX_BASE_URL: 'https://sandbox.example.com',
    });
    const baseUrl = `https://127.0.0.1:${port}`;
    const statusOf = async (authority: string, { key }: Client): Promise<number> =>
      (await openTo({ baseUrl, key }, authority).call('GET', '/v1/workspace')).status;
    expect(await statusOf('api.example.com', test.live)).toBe(200);
    expect(await statusOf('sandbox.example.com', test.sandbox)).toBe(200);
    expect(await statusOf('api.example.com', test.sandbox)).toBe(403);
  });

  it('uploads, searches and errors work over HTTP/2', async () => {
    const { live } = await start();
    const http2 = openTo(live);
    const upload = http2.open('POST', SOURCES, { 'content-type': 'multipart/form-data; boundary=x' });
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
    const fields = `${part('type')}\r\n\r\ndocument\r\n${part('name')}\r\n\r\nPier\r\n`;
    upload.write(`${fields}${part('file')}; filename="pier.txt"\r\n\r\nThe pier is `);
    await sleep(20);
    upload.end('300 metres long.\r\n--x--\r\n');
    const added = await readHttp2Answer(upload);
    expect(added.text).toContain('src_');
    const indexed = await http2.call('GET', `${SOURCES}/${added.body.data.id}?wait=30`);
    expect(indexed.body.data.status).toBe('indexed');
    const found = await http2.call('POST', '/v1/query', { query: 'How long is the pier?' });
    expect(found.text).toContain('300 metres');
    expect(found.headers['server-timing']).toMatch(/embed;dur=.*total;dur=/);
    expect((await http2.call('DELETE', `${SOURCES}/${added.body.data.id}`)).status).toBe(204);
    const wrong = await http2.call('POST', '/v1/query', { query: '' });
    expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'unprocessable_entity' } } });
    expect((await http2.call('POST', SOURCES, Buffer.alloc(2_000_000, ' '))).status).not.toBe(500);
  });

  it('a stream over HTTP/2 ends with its key, and a disconnect stops the model', async () => {
    const model = await startFakeChatServer();
    onTestFinished(() => model.close());
    model.always({
      pieces: aboutThePier(200),
      pauseMs: 20,
    });
    const { live } = await start({
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${model.origin}/v1`,
    });
    const http2 = openTo(live);
    const added = await http2.call('POST', SOURCES, {
      type: 'text',
      name: 'Pier',
      content: 'The pier is 300 metres long.',
    });
    await http2.call('GET', `${SOURCES}/${added.body.data.id}?wait=30`);
    const { default_knowledge_base_id: base } = (await http2.call('GET', '/v1/workspace')).body.data;
    const agent = (await http2.call('POST', '/v1/agents', { name: 'A', knowledge_base_ids: [base] })).body
      .data.id;
    const spare = (await http2.call('POST', '/v1/api-keys', { name: 'Spare', scope: 'read_write' })).body
      .data;

    const stream = (key: string) => {
      const chat = http2.open('POST', `/v1/agents/${agent}/chat`, {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
      });
      chat.end(JSON.stringify({ message: 'How long is the pier?', stream: true }));
      let text = '';
      chat.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      return { chat, text: () => text };
    };
    const revoked = stream(spare.key);
    await expect.poll(() => revoked.text()).toContain('event: delta');
    await http2.call('DELETE', `/v1/api-keys/${spare.id}`);
    await expect.poll(() => revoked.chat.closed).toBe(true);
    expect(revoked.text()).toContain('event: error');
    expect(revoked.text()).toContain('unauthorized');
    await expect.poll(() => model.aborted()).toBe(1);

    const left = stream(live.key);
    await expect.poll(() => left.text()).toContain('event: delta');
    left.chat.close();
    await expect.poll(() => model.aborted()).toBe(2);
  });

  it("the cookie over TLS can't be used by other sites", async () => {
    const { live, service } = await start();
    const http2 = openTo({ ...live, key: 'none' });
    const accepted = await http2.call('POST', '/v1/account/accept-invitation', {
      token: service.firstKeys?.ownerToken,
      email: 'owner@example.com',
      name: 'Owner',
      password: 'a long password of mine',
    });
    const [cookie = ''] = accepted.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-footnote_sign_in=[\w-]+; .*Secure/);
    const rename = async (origin: string): Promise<number> => {
      const headers = { cookie: cookie.split(';')[0] ?? '', origin, 'content-type': 'application/json' };
      const stream = http2.session.request({ ':method': 'PATCH', ':path': '/v1/workspace', ...headers });
      stream.end('{"name":"Ours"}');
      return (await readHttp2Answer(stream)).status;
    };
    expect(await rename(live.baseUrl)).toBe(200);
    expect(await rename('https://evil.example.com')).toBe(403);
  });

  it('a slow body and a connection without a handshake are cut off', async () => {
    const { live } = await start({ REQUEST_TIMEOUT_SECONDS: '1' });
    const http2 = openTo(live);
    const slow = http2.open('POST', SOURCES, { 'content-type': 'application/json' });
    slow.on('error', () => {});
    slow.write('{"type":');
    const { hostname, port } = new URL(live.baseUrl);
    const silent = connectTcp(Number(port), hostname);
    const plain = connectTcp(Number(port), hostname).on('error', () => {});
    plain.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all([
      expect.poll(() => slow.closed).toBe(true),
      expect.poll(() => silent.closed).toBe(true),
      expect.poll(() => plain.closed).toBe(true),
    ]);
    expect((await http2.call('GET', SOURCES)).body.data).toEqual([]);
  });

  it('too large headers are refused and the service goes on', async () => {
    const { live } = await start();
    const http2 = openTo(live);
    const huge = await http2.call('GET', '/v1/workspace', undefined, { 'x-huge': 'a'.repeat(20_000) });
    expect(huge).toMatchObject({ status: 431, body: { error: { code: 'invalid_request' } } });
    expect((await openTo(live).call('GET', '/v1/workspace')).status).toBe(200);
  });

  it('a changed certificate is used at once, and a broken one leaves the old one in use', async () => {
    const { live, logs } = await start();
    const before = openTo(live);
    expect((await before.call('GET', '/v1/workspace')).status).toBe(200);
    expect(await nameShown(live.baseUrl)).toBe('first');
    writeFileSync(files.TLS_CERT_FILE, 'no certificate');
    await expect.poll(() => logs.join('')).toContain('the old one stays in use');
    expect(await nameShown(live.baseUrl)).toBe('first');
    makeCertificate(folder, 'second');
    await expect.poll(() => nameShown(live.baseUrl)).toBe('second');
    expect((await before.call('GET', '/v1/workspace')).status).toBe(200);
    makeCertificate(folder, 'first');
  });

  it('a stop lets running requests end and closes idle connections at once', async () => {
    const test = await startTestService({ ...files, SHUTDOWN_SECONDS: '20' });
    const { hostname, port } = new URL(test.live.baseUrl);
    const silent = connectTcp(Number(port), hostname).on('error', () => {});
    const idle = openHttp2(test.live);
    await idle.call('GET', '/v1/workspace');
    const busy = openHttp2(test.live);
    const upload = busy.open('POST', SOURCES, { 'content-type': 'application/json' });
    upload.write('{"type":"text","name":"Pier",');
    await vi.waitFor(
      async () =>
        expect((await idle.call('GET', '/metrics')).text).toContain(
          'http_requests_running{environment="live"} 2',
        ),
      30_000,
    );
    const startedAt = performance.now();
    const stopped = test.stop();
    await sleep(100);
    upload.end('"content":"The pier is 300 metres long."}');
    expect((await readHttp2Answer(upload)).status).toBe(201);
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect([idle.session.closed, busy.session.closed]).toEqual([true, true]);
    await expect.poll(() => silent.closed).toBe(true);
  });
});

describe('a certificate that cannot be used', () => {
  it.each([
    ['one of the two alone', { TLS_CERT_FILE: 'cert.pem' }, 'TLS_KEY_FILE: is missing'],
    [
      'files that are not there',
      { TLS_CERT_FILE: 'nowhere.pem', TLS_KEY_FILE: 'nowhere.pem' },
      'Set them to a certificate',
    ],
  ])('%s: the service does not start, and says why', async (_, settings, words) => {
    await expect(startTestService(settings)).rejects.toThrow(words);
  });
});
