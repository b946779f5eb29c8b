import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Browser,
  confirmed,
  openBrowser,
  PASSWORD,
  signUp,
  signUpOwner,
  tokenOf,
} from '../helpers/people.ts';
import { type Answer, startTestService, type TestService } from '../helpers/start-test-service.ts';

const minute = 60_000;
const hour = 60 * minute;
const WRONG = 'a wrong long password';
const AUTH_LIMIT = 60;

let test: TestService;
let owner: Browser;
let ahead = 0;
beforeAll(async () => {
  const settings = { RATE_LIMITS: 'on', RATE_LIMIT_AUTH: String(AUTH_LIMIT), TRUST_PROXY: '1' };
  test = await startTestService(settings, { now: () => Date.now() + ahead });
  owner = await signUpOwner(test);
});
beforeEach(() => {
  ahead += 2 * hour;
});
afterAll(() => test.stop());

type Attempt = { from?: string; baseUrl?: string; cookie?: string | undefined };

const attempt = (
  email: string,
  password: string,
  { from = '192.0.2.1', baseUrl = test.live.baseUrl, cookie }: Attempt = {},
): Promise<Answer> =>
  openBrowser(baseUrl).call(
    'POST',
    '/v1/account/sign-in',
    { email, password },
    { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) },
  );

const deviceOf = ({ headers }: Answer): string | undefined =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('footnote_device='))
    ?.split(';')[0];

const count = (answers: Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** Guesses from so many addresses, 12 from each. */
async function guess(email: string, addresses: number, how: Attempt = {}): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 1; index <= addresses; index++)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 12 }, () => attempt(email, WRONG, { from: `198.51.100.${index}`, ...how })),
      )),
    );
  return answers;
}

describe('attempts to sign in from one address', () => {
  it('attempts from one address are limited for all accounts, right or wrong', async () => {
    const { email } = await signUp(owner, 'member');
    const answers = await Promise.all(
      Array.from({ length: AUTH_LIMIT + 5 }, (_, index) => attempt(`${index}@example.com`, PASSWORD)),
    );
    expect(count(answers, 401)).toBe(AUTH_LIMIT);
    expect(count(answers, 429)).toBe(5);
    const refused = await attempt(email, PASSWORD);
    expectError(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // Others are not.
    expect((await attempt(email, PASSWORD, { from: '192.0.2.2' })).status).toBe(200);
    ahead += minute;
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  it('attempts from one address lock out no one at another address', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signUp(owner, 'member')));
    for (const { email } of people) {
      const answers = await Promise.all(Array.from({ length: 21 }, () => attempt(email, WRONG)));
      expect(count(answers, 401)).toBe(5);
      ahead += minute;
    }
    for (const { email } of people) {
      expect((await attempt(email, PASSWORD, { from: '192.0.2.9' })).status).toBe(200);
      // From the same address, the account stays closed for ten minutes.
      expectError(await attempt(email, PASSWORD), 429);
    }
    ahead += 10 * minute;
    for (const { email } of people) expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  it('malformed attempts count too', async () => {
    const malformed = (body: unknown) =>
      openBrowser(test.live.baseUrl).call('POST', '/v1/account/sign-in', body, {
        'x-forwarded-for': '192.0.2.3',
      });
    const bodies = ['{', {}, { email: 1 }, { email: 'a@example.com', password: 'x', more: true }];
    const answers = await Promise.all(
      Array.from({ length: AUTH_LIMIT }, (_, index) => malformed(bodies[index % bodies.length])),
    );
    expect(count(answers, 400) + count(answers, 422)).toBe(AUTH_LIMIT);
    expectError(await malformed('{'), 429);
  });

  it("successful attempts don't count against the account", async () => {
    const { email } = await signUp(owner, 'member');
    for (let index = 0; index < 15; index++) expect((await attempt(email, PASSWORD)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, WRONG)));
    expect([count(answers, 401), count(answers, 429)]).toEqual([5, 7]);
  });
});

describe('an address that has sent too many requests', () => {
  const from = '192.0.2.77';
  const junk = async (path: string, headers: Record<string, string> = {}) => {
    const send = () =>
      openBrowser(test.live.baseUrl).call('POST', path, '{', { 'x-forwarded-for': from, ...headers });
    return await Promise.all(Array.from({ length: AUTH_LIMIT + 5 }, send));
  };

  it('a limited address still lets known browsers sign in, up to a shared limit', async () => {
    const { email } = await signUp(owner, 'member');
    const other = await signUp(owner, 'member');
    const cookie = deviceOf(await attempt(email, PASSWORD));
    await junk('/v1/account/sign-in');
    expectError(await attempt(email, PASSWORD, { from }), 429);
    expect((await attempt(email, PASSWORD, { from, cookie })).status).toBe(200);
    const [issuedAt, signature] = (cookie ?? '').split('.');
    for (const forged of [`${cookie}x`, `${issuedAt}.${signature}`, `${issuedAt}.${signature}.`])
      expectError(await attempt(email, PASSWORD, { from, cookie: forged }), 429);
    // A cookie that is passed around is worth one count.
    await junk('/v1/account/sign-in', { cookie: cookie ?? '' });
    const second = deviceOf(await attempt(other.email, PASSWORD));
    expectError(await attempt(other.email, PASSWORD, { from, cookie: second }), 429);
    expect((await attempt(email, PASSWORD, { cookie })).status).toBe(200);
  });

  it('a limited address can still open and accept invitations, up to a limit', async () => {
    const email = `invited-${ahead}@example.com`;
    const token = tokenOf(
      (await confirmed(owner, () => owner.post('/v1/invitations', { role: 'viewer', email }))).body.data.link,
    );
    const post = (path: string, body: unknown) =>
      openBrowser(test.live.baseUrl).call('POST', path, body, { 'x-forwarded-for': from });
    await junk('/v1/account/invitation');
    expectError(await post('/v1/account/invitation', { token: 'x'.repeat(40) }), 429);
    expectError(await post('/v1/account/invitation', { token: 1 }), 429);
    expect((await post('/v1/account/invitation', { token })).status).toBe(200);
    const large = { token, more: 'x'.repeat(40_000) };
    expectError(await post('/v1/account/invitation', large), 413);
    const joined = await post('/v1/account/accept-invitation', {
      token,
      email,
      name: 'A',
      password: PASSWORD,
    });
    expect(joined.status).toBe(201);
    expectError(await post('/v1/account/invitation', { token }), 429);
    const again = tokenOf(
      (await confirmed(owner, () => owner.post('/v1/invitations', { role: 'viewer', email }))).body.data.link,
    );
    const opened = await Promise.all(
      Array.from({ length: AUTH_LIMIT + 5 }, () => post('/v1/account/invitation', { token: again })),
    );
    expect([count(opened, 200), count(opened, 429)]).toEqual([AUTH_LIMIT, 5]);
  });
});

describe('attempts to sign in from many addresses', () => {
  it('an account takes 12 guesses in ten minutes, both environments together', async () => {
    const { email } = await signUp(owner, 'member');
    const live = await guess(email, 2);
    const sandbox = await guess(email, 4, { baseUrl: test.sandbox.baseUrl });
    expect(count(live, 401)).toBe(10);
    // The first two addresses have used up their five already.
    expect(count(sandbox, 401)).toBe(2);
    expectError(await attempt(email, PASSWORD, { from: '203.0.113.1' }), 429);
    const nobody = await guess('nobody@example.com', 4);
    // No one learns by this whether there is an account.
    expect(count(nobody, 401)).toBe(12);
    ahead += 10 * minute;
    expect((await attempt(email, PASSWORD, { from: '203.0.113.1' })).status).toBe(200);
  });

  it('an account takes fewer than 100 guesses in any 60 minutes', async () => {
    const { email } = await signUp(owner, 'member');
    const cookie = deviceOf(await attempt(email, PASSWORD));
    const tried: number[] = [];
    const begin = ahead;
    while (ahead - begin < 2 * hour) {
      const answers = [...(await guess(email, 3)), ...(await guess(email, 1, { cookie }))];
      for (let index = 0; index < count(answers, 401); index++) tried.push(ahead);
      ahead += 5 * minute;
    }
    const most = Math.max(
      ...tried.map((from) => tried.filter((at) => at >= from && at < from + hour).length),
    );
    expect(most).toBeGreaterThan(60);
    expect(most).toBeLessThan(100);
  });

  it("guesses don't lock out the owner's known browser until the password changes", async () => {
    const { email } = await signUp(owner, 'member');
    const first = await attempt(email, PASSWORD);
    const cookie = deviceOf(first);
    const set = first.headers.getSetCookie().find((each) => each.startsWith('footnote_device='));
    expect(set).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const other = await signUp(owner, 'member');
    const foreign = deviceOf(await attempt(other.email, PASSWORD));
    await guess(email, 10);
    ahead += minute;
    expectError(await attempt(email, PASSWORD), 429);
    for (const bad of [foreign, `${cookie}x`, 'footnote_device=1.x', 'footnote_device=9999999999999.'])
      expectError(await attempt(email, PASSWORD, { cookie: bad, from: '203.0.113.7' }), 429);
    const again = await attempt(email, PASSWORD, { cookie });
    expect(again.status).toBe(200);
    // It is no sign-in by itself.
    const alone = await openBrowser(test.live.baseUrl, { cookie: cookie ?? '' }).get('/v1/account');
    expectError(alone, 401);
    // It has a count of its own.
    const known = await Promise.all(Array.from({ length: 12 }, () => attempt(email, WRONG, { cookie })));
    expect([count(known, 401), count(known, 429)]).toEqual([5, 7]);
    ahead += hour;
    const { headers } = await attempt(email, PASSWORD, { cookie });
    const signedIn = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const browser = openBrowser(test.live.baseUrl, { cookie: signedIn });
    const password = 'another long password';
    const changed = await browser.patch('/v1/account', { password, current_password: PASSWORD });
    expect(changed.status).toBe(200);
    await guess(email, 10);
    ahead += minute;
    expectError(await attempt(email, password, { cookie }), 429);
    expect((await attempt(email, password, { cookie: deviceOf(changed) })).status).toBe(200);
  });

  it("guesses don't stop password changes or joining", async () => {
    const person = await signUp(owner, 'member');
    await guess(person.email, 10);
    ahead += minute;
    const wrong = { password: 'another long password', current_password: WRONG };
    for (let index = 0; index < 5; index++) expectError(await person.patch('/v1/account', wrong), 422);
    expectError(await person.patch('/v1/account', wrong), 429);
    ahead += hour;
    const right = { ...wrong, current_password: PASSWORD };
    expect((await person.patch('/v1/account', right)).status).toBe(200);
  });

  it('guesses at an invitation count the same', async () => {
    const person = await signUp(owner, 'member');
    const token = tokenOf(
      (await confirmed(owner, () => owner.post('/v1/invitations', { role: 'viewer' }))).body.data.link,
    );
    const join = (password: string) =>
      openBrowser(test.live.baseUrl).call(
        'POST',
        '/v1/account/accept-invitation',
        { token, email: person.email, password },
        { 'x-forwarded-for': '192.0.2.1' },
      );
    const answers = await Promise.all(Array.from({ length: 12 }, () => join(WRONG)));
    expect([count(answers, 401), count(answers, 429)]).toEqual([5, 7]);
    expectError(await attempt(person.email, PASSWORD), 429);
    ahead += 30 * minute;
    expect((await join(PASSWORD)).status).toBe(201);
  });

  it("a refused new password doesn't count as a guess", async () => {
    const token = tokenOf(
      (await confirmed(owner, () => owner.post('/v1/invitations', { role: 'viewer' }))).body.data.link,
    );
    const join = (password: string) =>
      openBrowser(test.live.baseUrl).call('POST', '/v1/account/accept-invitation', {
        token,
        name: 'New',
        email: 'new@example.com',
        password,
      });
    for (let index = 0; index < 7; index++) expectError(await join('password1234'), 422, 'password');
    expect((await join(PASSWORD)).status).toBe(201);
  });
});
