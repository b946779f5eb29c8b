import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, signUp, signUpOwner } from '../helpers/people.ts';
import {
  type Person,
  providerSettings,
  type SignInProvider,
  signInByProvider,
  startSignInProvider,
} from '../helpers/sign-in-provider.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

let provider: SignInProvider;
let test: TestService;
let owner: Browser;
beforeAll(async () => {
  provider = await startSignInProvider();
  test = await startTestService({
    ...providerSettings(provider),
    OIDC_ALLOWED_DOMAINS: 'example.org, Example.NET',
  });
  owner = await signUpOwner(test);
});
afterAll(async () => {
  await test.stop();
  await provider.stop();
});

type How = Parameters<typeof signInByProvider>[3] & { baseUrl?: string };
const signInBy = (person: Person, { baseUrl = test.live.baseUrl, ...how }: How = {}) =>
  signInByProvider(provider, baseUrl, person, how);

describe('signing in by OpenID Connect', () => {
  it('sign-in offers the provider by its name', async () => {
    const { body } = await openBrowser(test.live.baseUrl).get('/v1/account/sign-in-methods');
    expect(body.data).toEqual({
      openid_connect: { name: 'Example' },
      has_accounts: true,
      command: expect.any(String),
    });
  });

  it('a confirmation makes the provider ask again, and a sign-in by it confirms', async () => {
    const start = `${test.live.baseUrl}/v1/account/oidc/start?fresh=true`;
    const answer = await fetch(start, { redirect: 'manual' });
    const asked = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const person = { sub: 'fresh', email: 'fresh@example.org' };
    const { browser } = await signInBy(person, { isFresh: true });
    expect((await browser.get('/v1/account/confirm')).status).toBe(200);
    // Passwords, codes and passkeys are for those whom no provider vouches for.
    expectError(
      await browser.post('/v1/account/confirm', { password: 'a long enough password' }),
      422,
      'password',
    );
    expectError(await browser.post('/v1/account/second-factor/totp'), 409);
    expectError(await browser.post('/v1/account/passkeys/options'), 409);
  });

  it("a provider sign-in older than five minutes doesn't confirm", async () => {
    const person = { sub: 'stale', email: 'stale@example.org' };
    const minutesAgo = (minutes: number) => ({ auth_time: Math.floor(Date.now() / 1_000) - minutes * 60 });
    for (const isFresh of [true, false]) {
      const { location, browser } = await signInBy(person, { isFresh, claims: minutesAgo(6) });
      expect(location).toBe('/');
      expectError(await browser.get('/v1/account/confirm'), 403, 'confirmation');
    }
    const { browser } = await signInBy(person, { isFresh: true, claims: minutesAgo(4) });
    expect((await browser.get('/v1/account/confirm')).status).toBe(200);
    // The provider that is asked to forget its session says that they came just now.
    provider.sessionSince = Date.now() - 3_600_000;
    const asked = await signInBy(person, { isFresh: true });
    expect((await asked.browser.get('/v1/account/confirm')).status).toBe(200);
    const silent = await signInBy(person);
    expectError(await silent.browser.get('/v1/account/confirm'), 403, 'confirmation');
    provider.sessionSince = undefined;
  });

  it('the request to the provider has PKCE, state and nonce', async () => {
    const answer = await fetch(`${test.live.baseUrl}/v1/account/oidc/start`, { redirect: 'manual' });
    const asked = new URL(answer.headers.get('location') ?? '');
    expect(asked.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'footnote',
      scope: 'openid email profile',
      redirect_uri: `${test.live.baseUrl}/v1/account/oidc/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^footnote_oidc=.*HttpOnly; SameSite=Lax$/);
  });

  it("signing in by the provider accepts the email's invitation and finds the same account later", async () => {
    await owner.post('/v1/invitations', { role: 'member', email: 'bo@example.com' });
    const person = { sub: '2', email: 'Bo@example.com', name: 'Bo' };
    const { location, browser } = await signInBy(person);
    expect(location).toBe('/');
    const { data } = (await browser.get('/v1/account')).body;
    expect(data).toMatchObject({ email: 'bo@example.com', name: 'Bo', has_password: false });
    expect(data.workspace.role).toBe('member');
    // By the identity: the provider may give them another address.
    const again = await signInBy({ ...person, email: 'bo@elsewhere.example' });
    expect((await again.browser.get('/v1/account')).body.data.id).toBe(data.id);
    const sandbox = await signInBy(person, { baseUrl: test.sandbox.baseUrl });
    expect((await sandbox.browser.get('/v1/agents')).status).toBe(200);
  });

  it('an email of an allowed domain joins without an invitation, as a viewer', async () => {
    for (const email of ['cy@example.org', 'cy@example.net']) {
      const { browser } = await signInBy({ sub: email, email });
      expect((await browser.get('/v1/account')).body.data.workspace.role).toBe('viewer');
    }
  });

  it('a signed-in person can connect the provider to their account', async () => {
    const { email, accountId, cookie } = await signUp(owner, 'admin');
    const { browser } = await signInBy({ sub: '4', email }, { from: cookie() });
    const { data } = (await browser.get('/v1/account')).body;
    expect(data).toMatchObject({ id: accountId, has_password: true });
    // Who has the address later, with another identity, is somebody else.
    expect((await signInBy({ sub: '5', email })).location).toBe('/sign-in#error=other_identity');
  });
});

describe('nobody is signed in', () => {
  const invited = { sub: '6', email: 'dee@example.org' };
  const failed = 'failed';

  it.each<[string, Person, Parameters<typeof signInBy>[1], string]>([
    ['without an invitation', { sub: '7', email: 'eve@evil.example' }, {}, 'not_invited'],
    ['of a domain that only ends alike', { sub: '8', email: 'eve@notexample.org' }, {}, 'not_invited'],
    ['with an address that is not verified', { ...invited, email_verified: false }, {}, 'email_not_verified'],
    ['with the token of another request', invited, { claims: { nonce: 'other' } }, failed],
    ['with the token of another service', invited, { claims: { aud: 'other' } }, failed],
    ['with the token of another provider', invited, { claims: { iss: 'https://evil.example' } }, failed],
    ['with a token that has expired', invited, { claims: { exp: 1 } }, failed],
    ['who did not begin here', invited, { withCookies: false }, 'not_begun_here'],
    [
      'with the answer to another request',
      invited,
      { tamper: (url) => new URL(url.href.replace(/state=[^&]+/, 'state=other')) },
      failed,
    ],
    [
      'with a code that the provider did not give',
      invited,
      { tamper: (url) => new URL(url.href.replace(/code=[^&]+/, 'code=other')) },
      failed,
    ],
  ])('%s', async (_, person, how, code) => {
    const { location, browser } = await signInBy(person, how);
    expect(location).toBe(`/sign-in#error=${code}`);
    expect(browser.cookie()).toBeUndefined();
  });
});

describe('the settings', () => {
  it.each([
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'a' }, 'must begin with https://'],
    [{ OIDC_DEFAULT_ROLE: 'owner' }, 'OIDC_DEFAULT_ROLE'],
  ])('%o stop the start', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
