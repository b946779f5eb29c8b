import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner, tokenOf } from '../helpers/people.ts';
import { providerSettings, type SignInProvider, startSignInProvider } from '../helpers/sign-in-provider.ts';
import { createClient, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { addressesOf, OTHER_PASSWORD } from './prepare-addresses.ts';

let provider: SignInProvider;
let test: TestService;
let owner: Browser;
let ahead = 0;
beforeAll(async () => {
  provider = await startSignInProvider();
  test = await startTestService(providerSettings(provider), { now: () => Date.now() + ahead });
  owner = await signUpOwner(test);
});
afterAll(async () => {
  await test.stop();
  await provider.stop();
});

const { invite, accept, signIn, viaProvider, audited, memberOf, squat, tenant } = addressesOf({
  baseUrl: () => test.live.baseUrl,
  owner: () => owner,
  provider: () => provider,
});

describe('an address that somebody else has claimed without proof', () => {
  it("OpenID Connect doesn't lead an email's owner into an account that someone else made", async () => {
    const email = 'boss@corp.example';
    const squatter = await squat(email);
    expect(await memberOf(email)).toMatchObject({ email_proved: false, role: 'viewer' });
    await invite('admin', email);
    const boss = await viaProvider(email);
    expect(boss.location).toBe('/');
    const { data } = (await boss.browser.get('/v1/account')).body;
    expect(data).toMatchObject({
      email,
      name: 'The real one',
      has_password: false,
      has_identity: true,
      email_proved: true,
      workspace: { role: 'admin' },
    });
    // Neither the password nor the cookie of the one who made the account is worth anything.
    expectError(await signIn(email, PASSWORD), 401);
    expectError(await squatter.browser.get('/v1/account'), 401);
    expectError(await squatter.browser.post('/v1/api-keys', { name: 'Back door', scope: 'admin' }), 401);
    expect(await memberOf(email)).toMatchObject({ email_proved: true, role: 'admin' });
    const [entry] = await audited('account.reclaimed', squatter.id);
    expect(entry.details).toMatchObject({
      email,
      by: 'openid_connect',
      former_name: 'Ada',
      removed_role: 'viewer',
    });
  });

  it('taking over an account ends the running requests of its maker', async () => {
    const email = 'runs@corp.example';
    const squatter = await squat(email, 'member');
    await invite('member', email);
    const source = await squatter.browser.addText('Pier', 'The pier is 300 metres long.');
    const stream = await fetch(`${test.live.baseUrl}/v1/knowledge-base/changes`, {
      headers: { cookie: squatter.browser.cookie() ?? '' },
    });
    expect([source.status, stream.status]).toEqual(['indexed', 200]);
    expect((await viaProvider(email)).location).toBe('/');
    expect(await stream.text()).toContain('event: error');
  });

  it("an uninvited owner of the email doesn't take the account over, and the log says so", async () => {
    const email = 'uninvited@corp.example';
    const { id } = await squat(email);
    expect((await viaProvider(email)).location).toBe('/sign-in#error=account_unproved');
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    const [entry] = await audited('account.reclaim_refused', id);
    expect(entry.details).toMatchObject({ email, by: 'openid_connect', reason: 'account_unproved' });
  });

  it("an account isn't taken over if a workspace would lose its last owner", async () => {
    const email = 'lonely@corp.example';
    const squatter = await squat(email, 'owner');
    const made = await squatter.browser.post('/v1/workspaces', { name: 'Theirs alone' });
    expect(made.status).toBe(201);
    await invite('admin', email);
    expect((await viaProvider(email)).location).toBe('/sign-in#error=last_owner');
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await audited('account.reclaim_refused', squatter.id))[0].details).toMatchObject({
      reason: 'last_owner',
    });
    // Once another owner is there, the way is free.
    await squatter.browser.patch('/v1/account', { workspace_id: made.body.data.id });
    const second = await signUp(squatter.browser, 'owner');
    expect((await viaProvider(email)).location).toBe('/');
    expectError(await signIn(email, PASSWORD), 401);
    expect((await second.get('/v1/members')).body.data).toHaveLength(1);
  });

  it('two simultaneous sign-ins take an account over once', async () => {
    const email = 'twice@corp.example';
    const { id } = await squat(email);
    await invite('admin', email);
    const ways = await Promise.all([viaProvider(email), viaProvider(email)]);
    expect(ways.map(({ location }) => location)).toEqual(['/', '/']);
    for (const { browser } of ways)
      expect((await browser.get('/v1/account')).body.data).toMatchObject({
        id,
        workspace: { role: 'admin' },
        workspaces: [{ role: 'admin' }],
      });
    expect(await audited('account.reclaimed', id)).toHaveLength(1);
  });

  it('two simultaneous first sign-ins make one account', async () => {
    const email = 'new@corp.example';
    await invite('member', email);
    const ways = await Promise.all([viaProvider(email), viaProvider(email)]);
    const ids = await Promise.all(
      ways.map(async ({ browser }) => (await browser.get('/v1/account')).body.data?.id),
    );
    expect(ids[0]).toMatch(/^acc_/);
    expect(ids[1]).toBe(ids[0]);
  });
});

describe('a person who is signed in to the account already', () => {
  it('connecting a signed-in account to the provider loses nothing', async () => {
    const email = 'owner@example.com';
    expect((await owner.get('/v1/account')).body.data).toMatchObject({
      email_proved: false,
      has_identity: false,
    });
    const { location, browser } = await viaProvider(email, owner.cookie());
    expect(location).toBe('/');
    expect((await browser.get('/v1/account')).body.data).toMatchObject({
      email,
      has_password: true,
      has_identity: true,
      email_proved: true,
      workspace: { role: 'owner' },
    });
    // It is the same browser, so its earlier sign-in is over.
    owner = browser;
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    const { id } = (await owner.get('/v1/account')).body.data;
    expect((await audited('account.email_proved', id))[0].details).toEqual({ email, by: 'openid_connect' });
  });

  it("a person signed in to another account can't connect", async () => {
    const email = 'careful@corp.example';
    await squat(email);
    const other = await signUp(owner, 'member');
    expect((await viaProvider(email, other.cookie())).location).toBe('/sign-in#error=account_unproved');
  });
});

describe('an invitation to an address', () => {
  it('an invitation proves the email only in its own workspace', async () => {
    const email = 'cfo@corp.example';
    const eve = await tenant('eve@evil.example');
    const planted = openBrowser(test.live.baseUrl);
    const joined = await accept(planted, { token: await invite('viewer', email, eve), email });
    expect(joined.body.data).toMatchObject({ email_proved: false });
    expect((await eve.get('/v1/members')).body.data).toContainEqual(
      expect.objectContaining({ email, email_proved: true }),
    );
    await invite('admin', email);
    const cfo = await viaProvider(email);
    expect(cfo.location).toBe('/');
    const { data } = (await cfo.browser.get('/v1/account')).body;
    expect(data).toMatchObject({ email_proved: true, has_password: false });
    // Both workspaces meant this address.
    expect(data.workspaces.map(({ role }: { role: string }) => role).sort()).toEqual(['admin', 'viewer']);
    expectError(await signIn(email, PASSWORD), 401);
    expectError(await planted.get('/v1/account'), 401);
  });

  it('an invited owner can come by OpenID Connect later', async () => {
    const { email, accountId, ...earlier } = await signUp(owner, 'member');
    const { location, browser } = await viaProvider(email);
    expect(location).toBe('/');
    expect((await browser.get('/v1/account')).body.data).toMatchObject({
      id: accountId,
      has_password: false,
      email_proved: true,
      workspace: { role: 'member' },
    });
    expectError(await earlier.get('/v1/account'), 401);
    expectError(await signIn(email, PASSWORD), 401);
  });

  it("an invitation of an expired admin key doesn't work", async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await test.live.post('/v1/api-keys', { name: 'Short', scope: 'admin', expires_at });
    const key = createClient(test.live.baseUrl, made.body.data.key);
    const email = 'late@corp.example';
    const { link } = (await key.post('/v1/invitations', { role: 'viewer', email })).body.data;
    const browser = openBrowser(test.live.baseUrl);
    const token = tokenOf(link);
    expect((await browser.post('/v1/account/invitation', { token })).status).toBe(200);
    ahead += 2 * 3_600_000;
    try {
      expectError(await browser.post('/v1/account/invitation', { token }), 422, 'token');
      expectError(await accept(browser, { token, email }), 422, 'token');
      expect((await viaProvider(email)).location).toBe('/sign-in#error=not_invited');
    } finally {
      ahead = 0;
    }
  });
});

describe('without OpenID Connect', () => {
  it("an open invitation isn't accepted for an email with its own invitation", async () => {
    const email = 'expected@corp.example';
    const elsewhere = await tenant('other@evil.example');
    await invite('admin', email, elsewhere);
    const early = openBrowser(test.live.baseUrl);
    // What another workspace expects is no concern of this one.
    const joined = await accept(early, { token: await invite('viewer'), email: 'one@corp.example' });
    expect(joined.status).toBe(201);
    const own = await invite('admin', email);
    const browser = openBrowser(test.live.baseUrl);
    const answer = await accept(browser, { token: await invite('viewer'), email });
    expectError(answer, 422, 'email');
    expect(answer.body.error.message).toContain('its own invitation');
    expect((await accept(browser, { token: own, email })).status).toBe(201);
    expect(await memberOf(email)).toMatchObject({ email_proved: true });
    // Now that the address is proved here, links for anybody are as good as others.
    await invite('admin', email);
    expect((await accept(browser, { token: await invite('viewer'), email })).status).toBe(201);
  });

  it("an open invitation reveals nothing about other workspaces' invitations", async () => {
    const email = 'secret-plan@corp.example';
    await invite('admin', email, await tenant('planner@evil.example'));
    const browser = openBrowser(test.live.baseUrl);
    expect((await accept(browser, { token: await invite('viewer'), email })).status).toBe(201);
  });

  it('the owner of a squatted email gets in by the link made for it', async () => {
    const email = 'squatted@corp.example';
    const squatter = await squat(email, 'member');
    const token = await invite('admin', email);
    const browser = openBrowser(test.live.baseUrl);
    const mine = { token, email, name: 'Bo', password: OTHER_PASSWORD };
    // The answer says that a claim would work.
    const offered = await accept(browser, mine);
    expectError(offered, 401);
    expect(offered.body.error.details).toMatchObject([{ field: 'claim' }]);
    expect((await squatter.browser.get('/v1/account')).status).toBe(200);
    const weak = await accept(browser, { ...mine, claim: true, password: 'password1234' });
    expectError(weak, 422, 'password');
    const claimed = await accept(browser, { ...mine, claim: true });
    expect(claimed.status).toBe(201);
    expect(claimed.body.data).toMatchObject({
      id: squatter.id,
      name: 'Bo',
      email_proved: false,
      workspace: { role: 'admin' },
    });
    expect(await memberOf(email)).toMatchObject({ email_proved: true });
    expectError(await squatter.browser.get('/v1/account'), 401);
    expectError(await signIn(email, PASSWORD), 401);
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(200);
    expect((await audited('account.reclaimed', squatter.id))[0].details).toMatchObject({ by: 'invitation' });
    expect(await audited('account.email_proved', squatter.id)).toEqual([]);
  });

  it("the right password with the email's own link proves it in the workspace", async () => {
    const email = 'early@corp.example';
    const early = await squat(email);
    expect(await memberOf(email)).toMatchObject({ email_proved: false });
    const joined = await accept(early.browser, { token: await invite('member', email), email });
    expect(joined.body.data).toMatchObject({ id: early.id, workspace: { role: 'member' } });
    expect(await memberOf(email)).toMatchObject({ email_proved: true });
    expect((await early.browser.get('/v1/account')).status).toBe(200);
  });

  it('of two simultaneous claims of an account one succeeds', async () => {
    const email = 'contested@corp.example';
    await squat(email);
    const token = await invite('admin', email);
    const claims = await Promise.all(
      ['one more secret sentence', 'two more secret sentences'].map((password) =>
        accept(openBrowser(test.live.baseUrl), { token, email, password, claim: true }),
      ),
    );
    const statuses = claims.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    expect([401, 403, 409, 422]).toContain(statuses[1]);
  });
});
