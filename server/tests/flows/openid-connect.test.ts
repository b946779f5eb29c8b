import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import { type Browser, openBrowser, signUp, signUpOwner } from '../people.ts';
import {
  type Person,
  providerSettings,
  type SignInProvider,
  startSignInProvider,
} from '../sign-in-provider.ts';
import { startTestService, type TestService } from '../start-test-service.ts';

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

/** Goes to the provider and back as a browser does, with its cookies. Returns where it ends, and the browser. */
async function signInBy(
  person: Person,
  {
    claims = {},
    baseUrl = test.live.baseUrl,
    tamper = (url: URL) => url,
    withCookies = true,
  }: { claims?: object; baseUrl?: string; tamper?: (url: URL) => URL; withCookies?: boolean } = {},
): Promise<{ location: string; browser: Browser }> {
  provider.next = { person, claims: { ...claims } };
  const start = await fetch(`${baseUrl}/v1/account/oidc/start`, { redirect: 'manual' });
  const attempt = start.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
  const back = await fetch(tamper(new URL(there.headers.get('location') ?? '')), {
    redirect: 'manual',
    headers: { ...(withCookies && { cookie: attempt }), 'sec-fetch-site': 'cross-site' },
  });
  expect(back.status).toBe(302);
  const cookies = back.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const cookie = cookies.find((each) => each.startsWith('footnote_sign_in='));
  return {
    location: decodeURIComponent(back.headers.get('location') ?? ''),
    browser: openBrowser(baseUrl, { ...(cookie !== undefined && { cookie }) }),
  };
}

describe('signing in by OpenID Connect', () => {
  it('is offered by its name', async () => {
    const { body } = await openBrowser(test.live.baseUrl).get('/v1/account/sign-in-methods');
    expect(body.data).toEqual({ openid_connect: { name: 'Example' } });
  });

  it('asks the provider with PKCE, state and nonce', async () => {
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

  it('accepts the invitation for the address, and knows the person again', async () => {
    await owner.post('/v1/invitations', { role: 'member', email: 'bo@example.com' });
    const person = { sub: '2', email: 'Bo@example.com', name: 'Bo' };
    const { location, browser } = await signInBy(person);
    expect(location).toBe('/sign-in');
    const { data } = (await browser.get('/v1/account')).body;
    expect(data).toMatchObject({ email: 'bo@example.com', name: 'Bo', has_password: false });
    expect(data.workspace.role).toBe('member');
    // By the identity: the provider may give them another address.
    const again = await signInBy({ ...person, email: 'bo@elsewhere.example' });
    expect((await again.browser.get('/v1/account')).body.data.id).toBe(data.id);
    const sandbox = await signInBy(person, { baseUrl: test.sandbox.baseUrl });
    expect((await sandbox.browser.get('/v1/agents')).status).toBe(200);
  });

  it('takes an address of an allowed domain without an invitation, as a viewer', async () => {
    for (const email of ['cy@example.org', 'cy@example.net']) {
      const { browser } = await signInBy({ sub: email, email });
      expect((await browser.get('/v1/account')).body.data.workspace.role).toBe('viewer');
    }
  });

  it('is another way into an account that has a password', async () => {
    const { email, accountId } = await signUp(owner, 'admin');
    const { browser } = await signInBy({ sub: '4', email });
    const { data } = (await browser.get('/v1/account')).body;
    expect(data).toMatchObject({ id: accountId, has_password: true });
    // Who has the address later, with another identity, is somebody else.
    expect((await signInBy({ sub: '5', email })).location).toMatch(/belongs to somebody else/);
  });
});

describe('nobody is signed in', () => {
  const invited = { sub: '6', email: 'dee@example.org' };
  const failed = /^\/sign-in#error=Example did not sign you in/;

  it.each<[string, Person, Parameters<typeof signInBy>[1], RegExp]>([
    ['without an invitation', { sub: '7', email: 'eve@evil.example' }, {}, /Nobody has invited eve@evil/],
    ['of a domain that only ends alike', { sub: '8', email: 'eve@notexample.org' }, {}, /Nobody has invited/],
    ['with an address that is not verified', { ...invited, email_verified: false }, {}, /not verified/],
    ['with the token of another request', invited, { claims: { nonce: 'other' } }, failed],
    ['with the token of another service', invited, { claims: { aud: 'other' } }, failed],
    ['with the token of another provider', invited, { claims: { iss: 'https://evil.example' } }, failed],
    ['with a token that has expired', invited, { claims: { exp: 1 } }, failed],
    ['who did not begin here', invited, { withCookies: false }, /not begun here/],
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
  ])('%s', async (_, person, how, sentence) => {
    const { location, browser } = await signInBy(person, how);
    expect(location).toMatch(sentence);
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
