import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKeySecret } from '../../src/keys/key-secret.ts';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import {
  type Answer,
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { startTestSite, type TestSite } from '../helpers/test-site.ts';
import { storageSettings } from '../helpers/test-storage.ts';

const path = '/v1/api-keys';
const sources = '/v1/knowledge-base/sources';
const hour = 3_600_000;

let site: TestSite;
let test: TestService;
let live: Client;
let sandbox: Client;
let ahead = 0;
beforeAll(async () => {
  site = await startTestSite();
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host }, { now: () => Date.now() + ahead });
  ({ live, sandbox } = test);
});
afterAll(async () => {
  await test.stop();
  await site.close();
});

const sourceCount = async (): Promise<number> => {
  let count = 0;
  for (let cursor = ''; ; ) {
    const { data, meta } = (await live.get(`${sources}?limit=100${cursor}`)).body;
    count += data.length;
    if (!meta.next_cursor) return count;
    cursor = `&cursor=${meta.next_cursor}`;
  }
};

/** Runs while a source stays `processing`. */
const withSlowSource = async (work: (id: string) => Promise<void>): Promise<void> => {
  const { url, release } = site.hold('/slow');
  const { id } = (await live.post(sources, { type: 'url', name: 'Slow', url })).body.data;
  await work(id);
  release();
  await live.delete(`${sources}/${id}`);
};

/** Of 60 seconds that a request waits which nothing ends. */
const FAR_FROM_THE_WAIT_MS = 10_000;

describe('POST /v1/api-keys', () => {
  it('creating a key answers 201 with the full key, which is never shown again', async () => {
    const { status, body, headers } = await live.post(path, { name: 'Importer', scope: 'read_write' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${path}/${body.data.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    const { key, ...record } = body.data;
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(record).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]+$/),
      name: 'Importer',
      scope: 'read_write',
      environment: 'live',
      last_four: key.slice(-4),
      created_by: expect.stringMatching(/^key_/),
      created_at: expect.any(String),
    });
    expect((await live.get(`${path}/${record.id}`)).body.data).toEqual(record);
    expect(JSON.stringify((await live.get(`${path}?limit=100`)).body)).not.toContain(key);
    expect(test.logs.join()).not.toContain(key);
  });

  it('the sandbox address makes sandbox keys', async () => {
    const { body } = await sandbox.post(path, { name: 'A', scope: 'admin' });
    expect(body.data).toMatchObject({ key: expect.stringMatching(/^svc_test_/), environment: 'sandbox' });
    expectError(await live.get(`${path}/${body.data.id}`), 404);
  });

  it.each(['name', 'scope'])('400 without %s', async (field) => {
    expectError(await live.post(path, { name: 'A', scope: 'admin', [field]: undefined }), 400, field);
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['scope', { scope: 'owner' }],
      ['scope', { scope: 'Read-only' }],
      ['name', { name: ' ' }],
      ['name', { name: 'a'.repeat(201) }],
      ['expires_at', { expires_at: 'tomorrow' }],
      ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
      ['expires_at', { expires_at: '2030-02-31T00:00:00Z' }],
      ['expires_at', { expires_at: '9999-12-31T23:59:59-23:59' }],
      ['expires_at', { expires_at: 1_900_000_000 }],
      ['environment', { environment: 'sandbox' }],
    ]),
  )('422 naming $field for $wrong, and the list still answers', async ({ field, wrong }) => {
    expectError(await live.post(path, { name: 'A', scope: 'admin', ...wrong }), 422, field);
    expect((await live.get(path)).status).toBe(200);
  });
});

describe('the scope of a key', () => {
  const requests: [string, string, unknown, string[]][] = [
    ['GET', '/v1/agents', undefined, ['read_only', 'read_write', 'admin']],
    ['GET', '/v1/query?query=tide', undefined, ['read_only', 'read_write', 'admin']],
    ['POST', '/v1/query', { query: 'tide' }, ['read_write', 'admin']],
    ['POST', '/v1/knowledge-bases', { name: 'A' }, ['read_write', 'admin']],
    ['GET', '/v1/workspace', undefined, ['admin']],
    ['PATCH', '/v1/workspace', { name: 'A' }, ['admin']],
    ['GET', path, undefined, ['admin']],
    ['POST', path, { name: 'A', scope: 'read_only' }, ['admin']],
  ];
  it.each(['read_only', 'read_write', 'admin'] as const)(
    '%s may do what it may, and gets 403 for the rest',
    async (scope) => {
      const client = await clientWithScope(live, scope);
      for (const [method, to, body, allowed] of requests) {
        const answer = await client.call(method, to, body);
        if (allowed.includes(scope)) expect(answer.status).toBeLessThan(300);
        else expectError(answer, 403);
      }
    },
  );
});

describe('authentication', () => {
  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic abc'],
    ['no key', 'Bearer'],
    ['a word', 'Bearer hello'],
    ['two keys', 'Bearer a b'],
    ['a key that never was', `Bearer ${newKeySecret('live')}`],
    ['a sandbox key that never was', `Bearer ${newKeySecret('sandbox')}`],
  ])('401 with %s', async (_, authorization) => {
    const anonymous = createClient(live.baseUrl, '');
    const answer = await anonymous.call('GET', '/v1/agents', undefined, {
      ...(authorization !== undefined && { authorization }),
    });
    expectError(answer, 401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('a key with one character changed, removed or added gets 401', async () => {
    const { key } = live;
    for (const wrong of [
      `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`,
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
    ])
      expectError(await createClient(live.baseUrl, wrong).get('/v1/agents'), 401);
  });

  it('the authentication scheme may have any case', async () => {
    expect(
      (await live.call('GET', '/v1/agents', undefined, { authorization: `bearer ${live.key}` })).status,
    ).toBe(200);
  });

  it('a live key at the sandbox address gets 403, and the reverse', async () => {
    expectError(await createClient(sandbox.baseUrl, live.key).get('/v1/agents'), 403);
    expectError(await createClient(live.baseUrl, sandbox.key).get('/v1/agents'), 403);
  });

  it('an expired key gets 401', async () => {
    const client = await clientWithScope(live, 'read_only', {
      expires_at: new Date(Date.now() + hour).toISOString(),
    });
    expect((await client.get('/v1/agents')).status).toBe(200);
    ahead = 2 * hour;
    const answer = await client.get('/v1/agents');
    ahead = 0;
    expectError(answer, 401);
  });
});

describe('a key that expires while a request runs', () => {
  it('a request whose key expires meanwhile ends with 401 within about a second', async () => {
    const expires_at = new Date(Date.now() + hour).toISOString();
    const client = await clientWithScope(live, 'read_only', { expires_at });
    await withSlowSource(async (id) => {
      const waiting = client.get(`${sources}/${id}?wait=60`);
      await sleep(100);
      ahead = 2 * hour;
      const answer = await waiting;
      ahead = 0;
      expectError(answer, 401);
      expect(answer.body.error.message).toContain('expired');
    });
  });
});

describe('PATCH /v1/api-keys/:id', () => {
  it('PATCH renames a key, which goes on working', async () => {
    const client = await clientWithScope(live, 'read_only');
    const { status, body } = await live.patch(`${path}/${client.keyId}`, { name: 'Nightly import' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: client.keyId, name: 'Nightly import', scope: 'read_only' });
    expect(body.data).not.toHaveProperty('key');
    expect((await live.get(`${path}/${client.keyId}`)).body.data.name).toBe('Nightly import');
    expect((await client.get('/v1/agents')).status).toBe(200);
  });

  it.each(['scope', 'expires_at', 'knowledge_base_ids'])('422 for %s, which never changes', async (field) => {
    const client = await clientWithScope(live, 'read_only');
    expectError(await live.patch(`${path}/${client.keyId}`, { name: 'A', [field]: null }), 422, field);
  });

  it('renaming gets 400 without a name, 422 for a blank one and 404 for an unknown key', async () => {
    const client = await clientWithScope(live, 'read_only');
    expectError(await live.patch(`${path}/${client.keyId}`, {}), 400, 'name');
    expectError(await live.patch(`${path}/${client.keyId}`, { name: ' ' }), 422, 'name');
    expectError(await live.patch(`${path}/key_0000000000000000000000000`, { name: 'A' }), 404);
  });
});

describe('DELETE /v1/api-keys/:id', () => {
  it('a revoked key gets 401 at once and for good, at both addresses', async () => {
    const client = await clientWithScope(live, 'admin');
    expect((await live.delete(`${path}/${client.keyId}`)).status).toBe(204);
    expectError(await client.get('/v1/agents'), 401);
    expectError(await createClient(sandbox.baseUrl, client.key).get('/v1/agents'), 401);
    const { revoked_at } = (await live.get(`${path}/${client.keyId}`)).body.data;
    expect(Math.abs(Date.parse(revoked_at) - Date.now())).toBeLessThan(60_000);
    expect((await live.delete(`${path}/${client.keyId}`)).status).toBe(204);
    expect((await live.get(`${path}/${client.keyId}`)).body.data.revoked_at).toBe(revoked_at);
  });

  it('revoking an unknown key gets 404', async () => {
    expectError(await live.delete(`${path}/key_0000000000000000000000000`), 404);
  });

  it('a key that revokes itself gets 204, then 401', async () => {
    const client = await clientWithScope(live, 'admin');
    expect((await client.delete(`${path}/${client.keyId}`)).status).toBe(204);
    expectError(await client.get('/v1/agents'), 401);
  });

  it('revoking a key ends its waiting requests with 401', async () => {
    const client = await clientWithScope(live, 'read_only');
    await withSlowSource(async (id) => {
      const waiting = client.get(`${sources}/${id}?wait=60`);
      await sleep(100);
      const revokedAt = Date.now();
      await live.delete(`${path}/${client.keyId}`);
      expectError(await waiting, 401);
      expect(Date.now() - revokedAt).toBeLessThan(FAR_FROM_THE_WAIT_MS);
    });
  });

  it('revoking a key by the command line ends its waiting requests', async () => {
    const client = await clientWithScope(live, 'read_only');
    await withSlowSource(async (id) => {
      const waiting = client.get(`${sources}/${id}?wait=60`);
      const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
      await promisify(execFile)(process.execPath, [cli, 'keys', 'revoke', client.keyId], {
        env: { ...process.env, ...storageSettings(test.dataDir) },
      });
      const revokedAt = Date.now();
      expectError(await waiting, 401);
      expect(Date.now() - revokedAt).toBeLessThan(FAR_FROM_THE_WAIT_MS);
    });
  });

  it.each([
    ['a slow JSON body', 'application/json', '{"type":"text","name":"A",', '"content":"B"}'],
    [
      'a slow upload',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\ndocument\r\n--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello ',
      'world\r\n--x--\r\n',
    ],
  ])('ends %s with 401, and nothing is added', async (_, type, start, rest) => {
    const client = await clientWithScope(live, 'read_write');
    const before = await sourceCount();
    const answer = await rawRequest(
      live.baseUrl,
      (async function* () {
        yield rawHead(
          'POST',
          sources,
          client.key,
          `Content-Type: ${type}`,
          `Content-Length: ${start.length + rest.length}`,
          'Connection: close',
        );
        yield start;
        await sleep(150);
        await live.delete(`${path}/${client.keyId}`);
        await sleep(150);
        yield rest;
      })(),
    );
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text).error.code).toBe('unauthorized');
    expect(await sourceCount()).toBe(before);
  });

  it('nothing is written with a key after its revocation was answered', async () => {
    const client = await clientWithScope(live, 'read_write');
    const write = () => client.post(sources, { type: 'text', name: 'W', content: 'Text.' });
    const writeUntilRefused = async (): Promise<Answer> => {
      for (;;) {
        const answer = await write();
        if (answer.status !== 201) return answer;
      }
    };
    const refusals = Array.from({ length: 40 }, writeUntilRefused);
    expect((await write()).status).toBe(201);
    expect((await live.delete(`${path}/${client.keyId}`)).status).toBe(204);
    const after = await sourceCount();
    for (const answer of await Promise.all(refusals)) expectError(answer, 401);
    expect(await sourceCount()).toBe(after);
  });
});

describe('GET /v1/api-keys', () => {
  it('keys are listed newest first, including revoked ones', async () => {
    const first = await clientWithScope(live, 'read_only');
    await sleep(5);
    const second = await clientWithScope(live, 'admin');
    await live.delete(`${path}/${first.keyId}`);
    const [newest, next] = (await live.get(path)).body.data;
    expect(newest).toMatchObject({ id: second.keyId, scope: 'admin' });
    expect(newest).not.toHaveProperty('revoked_at');
    expect(next).toMatchObject({ id: first.keyId, revoked_at: expect.any(String) });
  });
});
