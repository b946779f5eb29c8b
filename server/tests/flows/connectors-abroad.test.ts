import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalServer, serve } from '../helpers/local-server.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

/** A small WebDAV server: files by path, and the password that it takes now. */
const files = new Map<string, string>();
let password = 'herring-and-chips';
const fetched: string[] = [];
const answer: RequestListener = (request, response) => {
  const wanted = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  if (request.headers.authorization !== wanted) return response.writeHead(401).end();
  const path = decodeURIComponent(request.url ?? '').replace('/files/', '');
  if (request.method === 'PROPFIND') {
    const entries = [...files].map(
      ([name, text]) =>
        `<d:response><d:href>/files/${name}</d:href><d:propstat><d:prop><d:getetag>"${createHash('md5').update(text).digest('hex')}"</d:getetag><d:getcontentlength>1</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
    );
    return response.writeHead(207).end(`<d:multistatus xmlns:d="DAV:">${entries.join('')}</d:multistatus>`);
  }
  fetched.push(path);
  const text = files.get(path);
  return text === undefined ? response.writeHead(404).end() : response.end(text);
};

const PATIENCE = { timeout: 60_000, interval: 50 };
let test: TestService;
let id: string;
let server: LocalServer;

const get = async (path: string) => (await test.live.get(path)).body.data;
async function sync(): Promise<void> {
  await test.live.post(`/v1/connectors/${id}/sync`);
  await settled();
}
const settled = () =>
  expect
    .poll(async () => (await get(`/v1/connectors/${id}`)).state, PATIENCE)
    .not.toMatch(/^(pending|syncing)$/);
const names = async (): Promise<string[]> =>
  (await get('/v1/knowledge-base/sources')).map(({ name }: { name: string }) => name).toSorted();

describe('a place that needs credentials', () => {
  beforeAll(async () => {
    server = await serve(answer);
    test = await startTestService({
      CREDENTIALS_KEY: 'a key of the operator, of more than 32 characters',
      URL_FETCH_ALLOW_HOSTS: `127.0.0.1:${server.port}`,
    });
  });
  afterAll(async () => {
    await test.stop();
    await server[Symbol.asyncDispose]();
  });

  it('becomes sources, and what has not changed is not fetched again', async () => {
    files.set('a.txt', 'The lamp burns four litres a night.');
    files.set('b.txt', 'The keeper earns ninety crowns.');
    const { status, body } = await test.live.post('/v1/connectors', {
      name: 'Cloud',
      kind: 'webdav',
      settings: { url: `${server.origin}/files/` },
      credentials: { username: 'ada', password },
      interval_minutes: null,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    ({ id } = body.data);
    await settled();
    expect(await names()).toEqual(['a.txt', 'b.txt']);
    files.set('a.txt', 'The lamp burns five litres a night.');
    files.delete('b.txt');
    files.set('c.txt', 'The harbour has nine berths.');
    await sync();
    expect(await names()).toEqual(['a.txt', 'c.txt']);
    expect(fetched.toSorted()).toEqual(['a.txt', 'a.txt', 'b.txt', 'c.txt']);
  });

  it('needs attention once when its credentials are revoked, and goes on with new ones', async () => {
    password = 'smoked-eel';
    await sync();
    expect(await get(`/v1/connectors/${id}`)).toMatchObject({
      state: 'needs_attention',
      error: { code: 'credentials' },
    });
    expect((await get(`/v1/connectors/${id}`)).next_sync_at).toBeUndefined();
    expect(await names()).toEqual(['a.txt', 'c.txt']);
    const credentials = { username: 'ada', password: 'smoked-eel' };
    expect((await test.live.patch(`/v1/connectors/${id}`, { credentials })).status).toBe(200);
    await settled();
    expect(await get(`/v1/connectors/${id}`)).toMatchObject({ state: 'idle' });
  });

  it('tells in the audit log for whom its sources are now', async () => {
    const last = async () => (await get('/v1/audit-log?limit=1'))[0];
    await test.live.patch(`/v1/connectors/${id}`, { allowed: ['group:office'] });
    expect(await last()).toMatchObject({
      action: 'connector.updated',
      subject_id: id,
      details: { allowed: { from: null, to: '["group:office"]' } },
    });
    await test.live.patch(`/v1/connectors/${id}`, { allowed: null });
    expect((await last()).details).toEqual({ allowed: { from: '["group:office"]', to: null } });
  });

  it('shows its credentials in no answer and no log', async () => {
    const answers = await Promise.all(
      [
        `/v1/connectors/${id}`,
        '/v1/connectors',
        `/v1/connectors/${id}/runs`,
        `/v1/connectors/${id}/documents`,
        '/v1/audit-log?limit=100',
        '/v1/knowledge-base/sources',
        '/v1/configuration',
      ].map(async (path) => JSON.stringify((await test.live.get(path)).body)),
    );
    const said = [...answers, ...test.logs].join('\n');
    for (const secret of ['herring-and-chips', 'smoked-eel', 'a key of the operator'])
      expect(said).not.toContain(secret);
    expect(answers[0]).toContain('"has_credentials":true');
  });
});
