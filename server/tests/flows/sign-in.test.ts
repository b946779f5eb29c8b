import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, PASSWORD, signUp, signUpOwner } from '../helpers/people.ts';
import { freePort } from '../helpers/server-process.ts';
import { createClient, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

const email = 'owner@example.com';

describe('behind https', () => {
  let test: TestService;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    test = await startTestService({
      PORT: String(port),
      LIVE_BASE_URL: 'https://kb.example.com',
      SANDBOX_BASE_URL: 'https://sandbox.kb.example.com',
    });
  });
  afterAll(() => test.stop());

  it('behind https the cookie is host-only and Secure, and the Origin is the public one', async () => {
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = createClient(baseUrl, '');
    const origin = 'https://kb.example.com';
    const token = test.service.firstKeys?.ownerToken;
    const fields = { token, email, name: 'Ada', password: PASSWORD };
    const path = '/v1/account/accept-invitation';
    expectError(await client.call('POST', path, fields, { origin: baseUrl }), 403);
    const joined = await client.call('POST', path, fields, { origin });
    const [cookie = ''] = joined.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-footnote_sign_in=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).not.toContain('Domain');
    const headers = { cookie: cookie.split(';')[0] ?? '', origin };
    const invited = await client.call('POST', '/v1/invitations', { role: 'viewer' }, headers);
    expect(invited.body.data.link).toMatch(/^https:\/\/kb\.example\.com\/join#token=/);
    const plain = { ...headers, cookie: headers.cookie.replace('__Host-', '') };
    expectError(await client.call('GET', '/v1/account', undefined, plain), 401);
  });
});

describe('a password that was hashed with less effort', () => {
  let test: TestService;
  let owner: Browser;
  beforeAll(async () => {
    test = await startTestService();
    owner = await signUpOwner(test);
  });
  afterAll(() => test.stop());

  it('an outdated password hash is replaced when its owner signs in', async () => {
    const person = await signUp(owner, 'member');
    const nonce = Buffer.alloc(16, 7);
    const weak = { message: PASSWORD, nonce, memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 };
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const tag = encode(argon2Sync('argon2id', weak));
    const live = await openStoreBesideServer({ ...storageBeside(test.dataDir), environment: 'live' });
    const [workspaceId = 'ws_1'] = await live.workspaceIds();
    const stored = async () => (await live.people.accounts.findByEmail(person.email))?.password_hash;
    await live.workspace(workspaceId).transaction((tx) =>
      tx.accounts.update(person.accountId as `acc_${string}`, {
        password_hash: `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${tag}`,
      }),
    );
    const signIn = () => person.post('/v1/account/sign-in', { email: person.email, password: PASSWORD });
    expect((await signIn()).status).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn()).status).toBe(200);
    await live.close();
  });
});
