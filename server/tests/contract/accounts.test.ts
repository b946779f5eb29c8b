import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Browser,
  join,
  openBrowser,
  PASSWORD,
  signUp,
  signUpOwner,
  tokenOf,
} from '../helpers/people.ts';
import { createClient, startTestService, type TestService } from '../helpers/start-test-service.ts';

const hour = 3_600_000;
const day = 24 * hour;
let test: TestService;
let owner: Browser;
let ahead = 0;
beforeAll(async () => {
  test = await startTestService({}, { now: () => Date.now() + ahead });
  owner = await signUpOwner(test);
});
afterAll(() => test.stop());

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/v1/account/sign-in', { email, password });

describe('the link of the first start', () => {
  it('the link of the first start makes the owner, whose cookie works at both addresses', async () => {
    const workspace = { id: expect.stringMatching(/^ws_/), name: 'My workspace', role: 'owner' };
    expect((await owner.get('/v1/account')).body.data).toEqual({
      id: expect.stringMatching(/^acc_[0-9a-z]{25}$/),
      email: 'owner@example.com',
      name: 'Ada',
      has_password: true,
      has_identity: false,
      email_proved: false,
      environment: 'live',
      base_urls: { live: expect.stringMatching(/^http:/), sandbox: expect.stringMatching(/^http:/) },
      has_language_model: false,
      workspace: { ...workspace, members_may_publish: false },
      workspaces: [workspace],
      created_at: expect.any(String),
    });
    const sandbox = owner.at(test.sandbox.baseUrl);
    const added = await sandbox.addText('Pier', 'The pier is 300 metres long.');
    expect(added.status).toBe('indexed');
    const question = { query: 'How long is the pier?' };
    expect((await sandbox.post('/v1/query', question)).body.data.results[0].source_id).toBe(added.id);
    expect((await owner.post('/v1/query', question)).body.data.total).toBe(0);
    expect((await sandbox.get('/v1/account')).body.data.environment).toBe('sandbox');
  });

  it('the link of the first start works once', async () => {
    const token = test.service.firstKeys?.ownerToken ?? '';
    expectError(await join(openBrowser(test.live.baseUrl), token, 'b@example.com'), 422, 'token');
  });
});

describe('POST /v1/account/invitation', () => {
  it('an invitation names the workspace, the role and the invited address', async () => {
    const { body } = await owner.post('/v1/invitations', { role: 'viewer', email: 'Eve@Example.com' });
    const token = tokenOf(body.data.link);
    const answer = await openBrowser(test.live.baseUrl).post('/v1/account/invitation', { token });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      workspace: { id: expect.stringMatching(/^ws_/), name: 'My workspace' },
      role: 'viewer',
      email: 'eve@example.com',
      expires_at: body.data.expires_at,
      is_first_account: false,
    });
  });

  it('the link of the first start is marked as that of the first account', async () => {
    const fresh = await startTestService();
    const token = fresh.service.firstKeys?.ownerToken ?? '';
    const look = () => openBrowser(fresh.live.baseUrl).post('/v1/account/invitation', { token });
    expect((await look()).body.data).toMatchObject({ role: 'owner', is_first_account: true });
    await signUp(fresh.live, 'member');
    expect((await look()).body.data).toMatchObject({ role: 'owner', is_first_account: false });
    await fresh.stop();
  });

  it('a revoked, expired or unknown invitation gets 422', async () => {
    const { data } = (await owner.post('/v1/invitations', { role: 'viewer' })).body;
    expect((await owner.delete(`/v1/invitations/${data.id}`)).status).toBe(204);
    const late = (await owner.post('/v1/invitations', { role: 'viewer' })).body.data;
    const nobody = openBrowser(test.live.baseUrl);
    const look = (link: string) => nobody.post('/v1/account/invitation', { token: tokenOf(link) });
    expectError(await look(data.link), 422, 'token');
    expectError(await look('#token=x'), 422, 'token');
    expect((await look(late.link)).status).toBe(200);
    ahead = 7 * day + 1;
    expectError(await look(late.link), 422, 'token');
    expectError(await join(nobody, tokenOf(late.link), 'late@example.com'), 422, 'token');
    ahead = 0;
  });
});

describe('POST /v1/account/accept-invitation', () => {
  it('accepting an invitation makes a signed-in account whose cookie scripts cannot read', async () => {
    const { body } = await owner.post('/v1/invitations', { role: 'member' });
    expect(body.data.link).toMatch(new RegExp(`^${test.live.baseUrl}/join#token=[\\w-]{43}$`));
    const browser = openBrowser(test.live.baseUrl);
    const { status, headers, body: joined } = await join(browser, tokenOf(body.data.link), 'Bo@Example.com');
    expect(status).toBe(201);
    const cookie = headers.getSetCookie()[0];
    expect(cookie).toMatch(/^footnote_sign_in=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(joined.data).toMatchObject({ email: 'bo@example.com', workspace: { role: 'member' } });
    expect((await browser.get('/v1/account')).body.data).toEqual(joined.data);
  });

  it('a password that is too short, too long or the email gets 422, and so does an address that was not invited', async () => {
    const { body } = await owner.post('/v1/invitations', { role: 'member', email: 'cy@example.com' });
    const token = tokenOf(body.data.link);
    const browser = openBrowser(test.live.baseUrl);
    const accept = (fields: Record<string, unknown>) =>
      browser.post('/v1/account/accept-invitation', {
        token,
        email: 'cy@example.com',
        name: 'Cy',
        password: PASSWORD,
        ...fields,
      });
    expectError(await accept({ password: 'a'.repeat(11) }), 422, 'password');
    expectError(await accept({ password: 'a'.repeat(201) }), 422, 'password');
    expectError(await accept({ password: 'Cy@example.com' }), 422, 'password');
    expectError(await accept({ email: 'other@example.com' }), 422, 'email');
    expectError(await accept({ email: 'cy' }), 422, 'email');
    expectError(await accept({ name: undefined }), 422, 'name');
    expect((await accept({})).status).toBe(201);
  });

  it('a common password gets 422 with the reason', async () => {
    const { body } = await owner.post('/v1/invitations', { role: 'member' });
    const accept = (password: string) =>
      openBrowser(test.live.baseUrl).post('/v1/account/accept-invitation', {
        token: tokenOf(body.data.link),
        email: 'grace@example.com',
        name: 'Grace Hopper',
        password,
      });
    for (const password of [
      'password1234',
      '123456789012',
      'aaaaaaaaaaaa',
      'footnote1234',
      'qwertyuiop12',
      'gracehopper1',
    ]) {
      const answer = await accept(password);
      expectError(answer, 422, 'password');
      expect(answer.body.error.message).toMatch(/too easy to guess, because .*; use a few unrelated words/);
    }
    expect((await accept('nanoseconds of copper wire')).status).toBe(201);
  });

  it('an existing account joins by its password and keeps the higher of two roles', async () => {
    const { email, accountId } = await signUp(owner, 'member');
    const token = tokenOf((await owner.post('/v1/invitations', { role: 'viewer' })).body.data.link);
    const browser = openBrowser(test.live.baseUrl);
    const wrong = { token, email, password: 'another long password' };
    expectError(await browser.post('/v1/account/accept-invitation', wrong), 401);
    const joined = await join(browser, token, email);
    expect(joined.status).toBe(201);
    expect(joined.body.data).toMatchObject({ id: accountId, workspace: { role: 'member' } });
  });

  it('of many simultaneous requests exactly one uses an invitation', async () => {
    const token = tokenOf((await owner.post('/v1/invitations', { role: 'viewer' })).body.data.link);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        join(openBrowser(test.live.baseUrl), token, `racer-${index}@example.com`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});

describe('POST /v1/account/sign-in', () => {
  it('sign-in answers 200 with the account, whatever the case of the email', async () => {
    const browser = openBrowser(test.live.baseUrl);
    const { status, body } = await signIn(browser, 'OWNER@example.com');
    expect(status).toBe(200);
    expect(body.data).toEqual((await owner.get('/v1/account')).body.data);
    expect((await browser.get('/v1/agents')).status).toBe(200);
  });

  it('a wrong password and an unknown email get the same 401', async () => {
    const browser = openBrowser(test.live.baseUrl);
    const wrong = await signIn(browser, 'owner@example.com', 'a wrong long password');
    const nobody = await signIn(browser, 'nobody@example.com');
    for (const answer of [wrong, nobody]) expectError(answer, 401);
    expect(wrong.body.error.message).toBe(nobody.body.error.message);
    expect(browser.cookie()).toBeUndefined();
  });

  it('each browser has its own sign-in, which ends after 12 hours without use', async () => {
    const person = await signUp(owner, 'member');
    const [used, unused] = [openBrowser(test.live.baseUrl), openBrowser(test.live.baseUrl)];
    for (const browser of [used, unused]) await signIn(browser, person.email);
    ahead = 8 * hour;
    expect((await used.get('/v1/account')).status).toBe(200);
    ahead = 13 * hour;
    const { error } = (await unused.get('/v1/account')).body;
    expect(error).toMatchObject({ code: 'unauthorized', details: [{ field: 'session', reason: 'expired' }] });
    expect((await used.get('/v1/account')).status).toBe(200);
    ahead = 0;
  });
});

describe('GET /v1/account', () => {
  it('GET /v1/account tells a member whether members may publish in this environment', async () => {
    const person = await signUp(owner, 'member');
    const mayPublish = async (at: Browser) =>
      (await at.get('/v1/account')).body.data.workspace.members_may_publish;
    await owner.patch('/v1/workspace', { members_may_publish: true });
    expect(await mayPublish(person)).toBe(true);
    expect(await mayPublish(person.at(test.sandbox.baseUrl))).toBe(false);
    await owner.patch('/v1/workspace', { members_may_publish: false });
    expect(await mayPublish(person)).toBe(false);
  });
});

describe('POST /v1/account/sign-out', () => {
  it('signing out answers 204 and the cookie stops working', async () => {
    const person = await signUp(owner, 'member');
    const cookie = person.cookie() ?? '';
    const answer = await person.post('/v1/account/sign-out');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^footnote_sign_in=;.*Expires=Thu, 01 Jan 1970/);
    const { error } = (await openBrowser(person.baseUrl, { cookie }).get('/v1/account')).body;
    expect(error).toMatchObject({ code: 'unauthorized', details: [{ field: 'session', reason: 'ended' }] });
    expectError(await openBrowser(test.sandbox.baseUrl, { cookie }).get('/v1/agents'), 401);
  });
});

describe('PATCH /v1/account', () => {
  it('PATCH /v1/account changes the name', async () => {
    const person = await signUp(owner, 'viewer');
    // Also those who may only read.
    const changed = await person.patch('/v1/account', { name: 'Grace' });
    expect(changed.body.data.name).toBe('Grace');
  });

  it('a new password needs the old one and ends all other sign-ins', async () => {
    const person = await signUp(owner, 'member');
    const other = openBrowser(test.live.baseUrl);
    await signIn(other, person.email);
    const password = 'another long password';
    const change = (current_password: string | undefined) =>
      person.patch('/v1/account', { password, current_password });
    expectError(await change('a wrong long password'), 422, 'current_password');
    const failed = await owner.get(
      `/v1/audit-log?action=account.confirmation_failed&actor_id=${person.accountId}`,
    );
    expect(failed.body.data.map(({ details }: { details: unknown }) => details)).toEqual([
      { wrong: 'current_password', address: expect.any(String) },
    ]);
    const asAddress = await person.patch('/v1/account', {
      password: person.email.toUpperCase(),
      current_password: PASSWORD,
    });
    expect(asAddress.body.error.message).toBe('password: must not be your email address.');
    expectError(await change(undefined), 400, 'current_password');
    const easy = await person.patch('/v1/account', {
      password: 'password1234',
      current_password: PASSWORD,
    });
    expectError(easy, 422, 'password');
    expect((await other.get('/v1/account')).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expectError(await other.get('/v1/account'), 401);
    expect((await person.get('/v1/account')).status).toBe(200);
    expectError(await signIn(other, person.email), 401);
    expect((await signIn(other, person.email, password)).status).toBe(200);
  });

  it('switching to a foreign workspace gets 422', async () => {
    expectError(await owner.patch('/v1/account', { workspace_id: 'ws_1' }), 422, 'workspace_id');
  });
});

describe('/v1/account/sign-ins', () => {
  it('the list of sign-ins names the browsers, and one of them can be ended', async () => {
    const person = await signUp(owner, 'member');
    const other = openBrowser(test.live.baseUrl);
    await other.call(
      'POST',
      '/v1/account/sign-in',
      { email: person.email, password: PASSWORD },
      { 'user-agent': 'Lynx' },
    );
    const { data } = (await person.get('/v1/account/sign-ins')).body;
    expect(data).toHaveLength(2);
    expect(data.filter((each: { is_current: boolean }) => each.is_current)).toHaveLength(1);
    const lynx = data.find((each: { user_agent: string }) => each.user_agent === 'Lynx');
    expectError(await owner.delete(`/v1/account/sign-ins/${lynx.id}`), 404);
    expect((await other.get('/v1/account')).status).toBe(200);
    expect((await person.delete(`/v1/account/sign-ins/${lynx.id}`)).status).toBe(204);
    expectError(await other.get('/v1/account'), 401);
    expect((await person.get('/v1/account')).status).toBe(200);
  });
});

describe('an API key', () => {
  it('an API key gets 403 from endpoints for people', async () => {
    for (const path of ['/v1/account', '/v1/account/sign-ins', '/v1/workspaces'])
      expectError(await test.live.get(path), 403);
    expectError(await test.live.post('/v1/workspaces', { name: 'A' }), 403);
  });

  it('a sandbox key cannot read members', async () => {
    for (const path of ['/v1/members', '/v1/invitations', '/v1/members/acc_1'])
      expectError(await test.sandbox.get(path), 403);
    expectError(await test.sandbox.post('/v1/invitations', { role: 'admin' }), 403);
  });

  it('an API key takes precedence over a cookie', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expectError(await owner.call('GET', '/v1/account', undefined, headers), 401);
  });
});

describe('a request by cookie', () => {
  const write = (headers: Record<string, string | undefined>) =>
    fetch(`${test.live.baseUrl}/v1/knowledge-bases`, {
      method: 'POST',
      headers: {
        cookie: owner.cookie() ?? '',
        'content-type': 'application/json',
        ...(headers as Record<string, string>),
      },
      body: '{"name":"A"}',
    });
  const own = () => test.live.baseUrl;

  it.each<[string, () => Record<string, string>, number]>([
    ['its own origin', () => ({ origin: own() }), 201],
    ['no origin, from the same origin', () => ({ 'sec-fetch-site': 'same-origin' }), 201],
    ['another origin', () => ({ origin: 'https://evil.example' }), 403],
    ['another port of the host', () => ({ origin: test.sandbox.baseUrl }), 403],
    ['another scheme', () => ({ origin: own().replace('http:', 'https:') }), 403],
    ['a hidden origin', () => ({ origin: 'null', 'sec-fetch-site': 'same-origin' }), 403],
    ['no origin, from the same site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['no origin, from another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['neither', () => ({}), 403],
  ])('that changes something, with %s', async (_, headers, status) => {
    expect((await write(headers())).status).toBe(status);
  });

  it('a cookie does not authenticate a read for another site', async () => {
    const read = (site: string) =>
      owner.call('GET', '/v1/agents', undefined, { origin: own(), 'sec-fetch-site': site });
    expectError(await read('cross-site'), 401);
    for (const site of ['same-origin', 'same-site', 'none']) expect((await read(site)).status).toBe(200);
  });

  it('a sign-in from another site is refused', async () => {
    const body = { email: 'owner@example.com', password: PASSWORD };
    const foreign = { origin: 'https://evil.example' };
    const answer = await openBrowser(own()).call('POST', '/v1/account/sign-in', body, foreign);
    expectError(answer, 403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    // A program that is no browser says nothing of where it comes from.
    expect((await createClient(own(), '').post('/v1/account/sign-in', body)).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'once' };

  it('an Idempotency-Key makes one invitation, also when the retry goes to the other address', async () => {
    for (const browser of [owner, owner.at(test.sandbox.baseUrl)]) {
      const make = () => browser.call('POST', '/v1/invitations', { role: 'viewer' }, key);
      const [first, second] = [await make(), await make()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body.data).toEqual(first.body.data);
    }
  });

  it('an Idempotency-Key is accepted where no one is signed in yet', async () => {
    const body = { email: 'owner@example.com', password: PASSWORD };
    const browser = openBrowser(test.live.baseUrl);
    expect((await browser.call('POST', '/v1/account/sign-in', body, key)).status).toBe(200);
  });
});

describe('no secret of a person', () => {
  it('the log holds no secret of a person', () => {
    const log = test.logs.join('');
    expect(log.length).toBeGreaterThan(1_000);
    for (const secret of [PASSWORD, test.service.firstKeys?.ownerToken, owner.cookie()?.split('=')[1]])
      expect(log).not.toContain(secret);
  });
});
