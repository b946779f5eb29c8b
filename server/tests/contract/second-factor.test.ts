import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../helpers/authenticator-app.ts';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner, tokenOf } from '../helpers/people.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const minute = 60_000;
const TOTP_PATH = '/v1/account/second-factor/totp';

let test: TestService;
let owner: Browser;
let ahead = 0;
beforeAll(async () => {
  test = await startTestService(
    { RATE_LIMITS: 'on', RATE_LIMIT_AUTH: '1000' },
    { now: () => Date.now() + ahead },
  );
  owner = await signUpOwner(test);
});
afterAll(() => test.stop());

const codeOf = (secret: string, steps = 0): string => codeAt(secret, Date.now() + ahead + steps * 30_000);

/** Every code works once: the next one is of the next step. */
const nextStep = (): void => {
  ahead += 30_000;
};

/** A member with two-step sign-in. */
async function signUpWithCode() {
  const person = await signUp(owner, 'member');
  const { secret } = (await person.post(TOTP_PATH)).body.data;
  const confirmed = await person.post(`${TOTP_PATH}/confirm`, { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  return { ...person, secret, recoveryCodes: confirmed.body.data.recovery_codes as string[] };
}

const signIn = (email: string, more: Record<string, unknown> = {}, password = PASSWORD) =>
  openBrowser(test.live.baseUrl).post('/v1/account/sign-in', { email, password, ...more });

const auditOf = async (action: string, accountId: string) =>
  (await owner.get(`/v1/audit-log?action=${action}&limit=100`)).body.data.filter(
    ({ subject_id }: { subject_id: string }) => subject_id === accountId,
  );

describe('POST /v1/account/second-factor/totp', () => {
  it('a new authenticator secret changes nothing until a code confirms it', async () => {
    const person = await signUp(owner, 'member');
    const { data } = (await person.post(TOTP_PATH)).body;
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.url).toContain(`secret=${data.secret}`);
    expect(data.url).toMatch(/^otpauth:\/\/totp\/Footnote:person-\d+%40example\.com\?issuer=Footnote/);
    expect((await signIn(person.email)).status).toBe(200);
    expectError(await person.post(`${TOTP_PATH}/confirm`, { code: '12345' }), 422, 'code');
    const code = codeOf(data.secret);
    const answers = await Promise.all([1, 2].map(() => person.post(`${TOTP_PATH}/confirm`, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { recovery_codes } = answers.find(({ status }) => status === 200)?.body.data ?? {};
    expect(new Set(recovery_codes).size).toBe(10);
    for (const each of recovery_codes) expect(each).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect((await person.get('/v1/account/second-factor')).body.data).toMatchObject({
      totp_enabled_at: expect.any(String),
      recovery_codes_left: 10,
      passkey_count: 0,
    });
    expectError(await person.post(TOTP_PATH), 409);
    expect(await auditOf('second_factor.enabled', person.accountId)).toHaveLength(1);
  });

  it('a code without a secret, and recovery codes without two-step sign-in, get 409', async () => {
    const person = await signUp(owner, 'member');
    expectError(await person.post(`${TOTP_PATH}/confirm`, { code: '123456' }), 409);
    expectError(await person.post('/v1/account/second-factor/recovery-codes'), 409);
  });
});

describe('POST /v1/account/sign-in with two-step sign-in', () => {
  it('the code is asked for only after the right password', async () => {
    const { email, secret } = await signUpWithCode();
    nextStep();
    const asked = await signIn(email);
    expectError(asked, 401, 'code');
    expect(asked.headers.getSetCookie()).toEqual([]);
    const wrong = await signIn(email, { code: codeOf(secret) }, 'another long password');
    expect(wrong.body.error.details).toBeUndefined();
    expect((await signIn(email, { code: codeOf(secret) })).status).toBe(200);
  });

  it('a code works once, one step early or late, and only for its account', async () => {
    const [one, other] = [await signUpWithCode(), await signUpWithCode()];
    nextStep();
    expectError(await signIn(one.email, { code: codeOf(other.secret) }), 401, 'code');
    const code = codeOf(one.secret);
    const both = await Promise.all([1, 2].map(() => signIn(one.email, { code })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectError(await signIn(one.email, { code }), 401, 'code');
    expectError(await signIn(one.email, { code: codeOf(one.secret, 2) }), 401, 'code');
    expect((await signIn(one.email, { code: codeOf(one.secret, 1) })).status).toBe(200);
    // A step that is older than the last one used is refused even within the skew.
    expectError(await signIn(one.email, { code: codeOf(one.secret, 0) }), 401, 'code');
    // Five wrong codes in ten minutes are all that an address gets.
    ahead += 12 * minute;
    expect((await signIn(one.email, { code: codeOf(one.secret, -1) })).status).toBe(200);
    await expect
      .poll(async () => (await auditOf('account.sign_in_failed', one.accountId)).length)
      .toBeGreaterThanOrEqual(4);
  });

  it('a recovery code works once, however it is typed, until new ones replace it', async () => {
    const { email, accountId, recoveryCodes, ...person } = await signUpWithCode();
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect((await signIn(email, { code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` })).status).toBe(200);
    expectError(await signIn(email, { code: first }), 401, 'code');
    const both = await Promise.all([1, 2].map(() => signIn(email, { code: second })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await person.get('/v1/account/second-factor')).body.data.recovery_codes_left).toBe(8);
    expect(await auditOf('account.recovery_code_used', accountId)).toHaveLength(2);
    const fresh = (await person.post('/v1/account/second-factor/recovery-codes')).body.data.recovery_codes;
    expectError(await signIn(email, { code: third }), 401, 'code');
    expect((await signIn(email, { code: fresh[0] })).status).toBe(200);
  });

  it('accepting an invitation into the account asks for the code too', async () => {
    const { email, secret } = await signUpWithCode();
    nextStep();
    const invited = await owner.post('/v1/invitations', { role: 'member', email });
    const accept = (more = {}) =>
      openBrowser(test.live.baseUrl).post('/v1/account/accept-invitation', {
        token: tokenOf(invited.body.data.link),
        email,
        password: PASSWORD,
        ...more,
      });
    expectError(await accept(), 401, 'code');
    expect((await accept({ code: codeOf(secret) })).status).toBe(201);
  });

  it('too many wrong codes in a day get 429, from any address', async () => {
    const { email, secret } = await signUpWithCode();
    const statuses: number[] = [];
    for (let index = 0; index < 32; index++) {
      ahead += 2 * minute;
      statuses.push((await signIn(email, { code: '000000' })).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30);
    expect(statuses.at(-1)).toBe(429);
    const refused = await signIn(email, { code: codeOf(secret) });
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toMatch(/Try again in 2\d hours, or use a passkey\./);
  });

  it("right codes don't count against the daily limit", async () => {
    const { email, secret } = await signUpWithCode();
    const browser = openBrowser(test.live.baseUrl);
    for (let index = 0; index < 20; index++) {
      nextStep();
      const body = { email, password: PASSWORD, code: codeOf(secret) };
      expect((await browser.post('/v1/account/sign-in', body)).status).toBe(200);
      nextStep();
      expect((await browser.post('/v1/account/confirm', { code: codeOf(secret) })).status).toBe(200);
    }
  });
});

describe('DELETE /v1/account/second-factor/totp', () => {
  it('turning two-step sign-in off needs the password, and then a password is enough', async () => {
    const person = await signUpWithCode();
    const off = (password: string) => person.call('DELETE', TOTP_PATH, { password });
    expectError(await off('another long password'), 422, 'password');
    expect((await off(PASSWORD)).status).toBe(204);
    expect((await signIn(person.email)).status).toBe(200);
    expect(await auditOf('second_factor.disabled', person.accountId)).toHaveLength(1);
    expect(await auditOf('account.confirmation_failed', person.accountId)).toHaveLength(1);
  });
});

it('no answer and no log line holds a secret or a code', async () => {
  const { secret, recoveryCodes, ...person } = await signUpWithCode();
  const lists = [
    '/v1/account',
    '/v1/account/second-factor',
    '/v1/members',
    '/v1/audit-log',
    '/v1/export?what=audit_log',
  ];
  const browsers = [person, person, owner, owner, owner];
  const texts = await Promise.all(lists.map(async (path, index) => (await browsers[index]?.get(path))?.body));
  const all = JSON.stringify(texts) + test.logs.join('');
  for (const each of [secret, ...recoveryCodes]) expect(all).not.toContain(each);
});
