import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authenticator, newAuthenticator } from '../helpers/authenticator.ts';
import { codeAt } from '../helpers/authenticator-app.ts';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner } from '../helpers/people.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const minute = 60_000;

let test: TestService;
let owner: Browser;
/** The live address by a name: browsers keep no passkeys for IP addresses. */
let url: string;
let ahead = 0;
beforeAll(async () => {
  test = await startTestService({}, { now: () => Date.now() + ahead });
  url = test.live.baseUrl.replace('127.0.0.1', 'localhost');
  owner = (await signUpOwner(test)).at(url);
});
afterAll(() => test.stop());

const optionsFor = async (browser: Browser) =>
  (await browser.post('/v1/account/passkey-sign-in/options')).body.data;

async function addPasskey(browser: Browser, authenticator = newAuthenticator(url)) {
  const options = (await browser.post('/v1/account/passkeys/options')).body.data;
  const credential = authenticator.create(options);
  const added = await browser.post('/v1/account/passkeys', { name: 'Laptop', credential });
  expect(added.status).toBe(201);
  return { authenticator, id: added.body.data.id as string, credential };
}

/** A member with a passkey. */
async function signUpWithPasskey() {
  const person = await signUp(owner, 'member');
  return { ...person, ...(await addPasskey(person)) };
}

const stranger = () => openBrowser(url);

async function signInBy(authenticator: Authenticator, lies?: Parameters<Authenticator['get']>[1]) {
  const browser = stranger();
  const credential = authenticator.get(await optionsFor(browser), lies);
  const answer = await browser.post('/v1/account/passkey-sign-in', { credential });
  return { browser, credential, answer };
}

describe('POST /v1/account/passkeys', () => {
  it('a passkey signs in without a password', async () => {
    const person = await signUp(owner, 'member');
    const options = (await person.post('/v1/account/passkeys/options')).body.data;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Footnote' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const authenticator = newAuthenticator(url);
    const body = { credential: authenticator.create(options) };
    const added = await person.post('/v1/account/passkeys', body);
    expect(added.body.data).toEqual({
      id: expect.stringMatching(/^pky_/),
      name: 'Passkey',
      created_at: expect.any(String),
      last_used_at: null,
    });
    // The options work once.
    expectError(await person.post('/v1/account/passkeys', body), 422, 'credential');
    const { answer, browser } = await signInBy(authenticator);
    expect(answer.status).toBe(200);
    expect(answer.body.data.email).toBe(person.email);
    expect((await browser.get('/v1/account')).body.data.id).toBe(person.accountId);
    const [listed] = (await browser.get('/v1/account/passkeys')).body.data;
    expect(listed.last_used_at).toEqual(expect.any(String));
    const actions = (await owner.get('/v1/audit-log?action=passkey.added')).body.data;
    expect(actions[0].subject_id).toBe(person.accountId);
  });

  it('several are listed oldest first', async () => {
    const person = await signUp(owner, 'member');
    for (const name of ['Laptop', 'Phone', 'Key']) {
      const options = (await person.post('/v1/account/passkeys/options')).body.data;
      const credential = newAuthenticator(url).create(options);
      expect((await person.post('/v1/account/passkeys', { name, credential })).status).toBe(201);
    }
    const { data } = (await person.get('/v1/account/passkeys')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Phone', 'Key']);
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['for another challenge', { challenge: 'AAAA' }],
  ])('422 for one %s', async (_, lies) => {
    const person = await signUp(owner, 'member');
    const options = (await person.post('/v1/account/passkeys/options')).body.data;
    const credential = newAuthenticator(url).create(options, lies);
    expectError(await person.post('/v1/account/passkeys', { credential }), 422, 'credential');
    expect((await person.get('/v1/account/passkeys')).body.data).toEqual([]);
  });

  it('a malformed passkey gets 422, a too long one 413 and a registered one 409', async () => {
    const { authenticator, ...person } = await signUpWithPasskey();
    const again = async (change: (response: Record<string, unknown>) => Record<string, unknown>) => {
      const options = (await person.post('/v1/account/passkeys/options')).body.data;
      const credential = authenticator.create(options);
      return await person.post('/v1/account/passkeys', {
        credential: { ...credential, response: change(credential.response) },
      });
    };
    const rubbish = Buffer.alloc(3_000, 0x5f).toString('base64url');
    expectError(await again((made) => ({ ...made, attestationObject: rubbish })), 422, 'credential');
    expectError(await again((made) => ({ ...made, attestationObject: '+/=' })), 422);
    expectError(await again((made) => ({ ...made, attestationObject: 'A'.repeat(40_000) })), 413);
    expectError(await again((made) => made), 409);
  });

  it('adding a passkey at an IP address gets 409', async () => {
    const person = await signUp(owner, 'member');
    expectError(await person.at(test.live.baseUrl).post('/v1/account/passkeys/options'), 409);
    expectError(await openBrowser(test.live.baseUrl).post('/v1/account/passkey-sign-in/options'), 409);
  });
});

describe('POST /v1/account/passkey-sign-in', () => {
  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['of another account', { userHandle: Buffer.from('acc_other').toString('base64url') }],
  ])('401 for an answer %s', async (_, lies) => {
    const { authenticator, accountId } = await signUpWithPasskey();
    const { answer, browser } = await signInBy(authenticator, lies);
    expectError(answer, 401);
    expect(browser.cookie()).toBeUndefined();
    await expect
      .poll(
        async () => (await owner.get('/v1/audit-log?action=account.sign_in_failed')).body.data[0]?.subject_id,
      )
      .toBe(accountId);
  });

  it('a replayed passkey answer gets 401, also in parallel and with the old cookie', async () => {
    const { authenticator } = await signUpWithPasskey();
    const jar: { cookie?: string; passkey?: string } = {};
    const browser = openBrowser(url, jar);
    const credential = authenticator.get(await optionsFor(browser));
    const kept = jar.passkey ?? '';
    const send = () =>
      openBrowser(url, { passkey: kept }).post('/v1/account/passkey-sign-in', { credential });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectError(await send(), 401);
  });

  it('a passkey sign-in gets 401 without options, after five minutes and when its counter goes back', async () => {
    const { authenticator } = await signUpWithPasskey();
    const credential = authenticator.get({ challenge: 'AAAA' });
    expectError(await stranger().post('/v1/account/passkey-sign-in', { credential }), 401);
    for (const made of ['x', 'A'.repeat(40), '%7B%7D', 'A'.repeat(3_000)]) {
      const forger = openBrowser(url, { passkey: `footnote_passkey=${made}` });
      expectError(await forger.post('/v1/account/passkey-sign-in', { credential }), 401);
    }
    const browser = stranger();
    const late = authenticator.get(await optionsFor(browser));
    ahead += 5 * minute;
    expectError(await browser.post('/v1/account/passkey-sign-in', { credential: late }), 401);
    expect((await signInBy(authenticator)).answer.status).toBe(200);
    authenticator.forget(2);
    expectError((await signInBy(authenticator)).answer, 401);
  });

  it('a removed passkey gets 401, and a removed person 403', async () => {
    const { authenticator, id, ...person } = await signUpWithPasskey();
    expect((await owner.delete(`/v1/members/${person.accountId}`)).status).toBe(204);
    expectError((await signInBy(authenticator)).answer, 403);
    const other = await signUpWithPasskey();
    expect((await other.delete(`/v1/account/passkeys/${other.id}`)).status).toBe(204);
    expectError((await signInBy(other.authenticator)).answer, 401);
    expectError(await other.delete(`/v1/account/passkeys/${other.id}`), 404);
  });

  it('a passkey needs no code even with two-step sign-in', async () => {
    const { authenticator, ...person } = await signUpWithPasskey();
    const { secret } = (await person.post('/v1/account/second-factor/totp')).body.data;
    const code = codeAt(secret, Date.now() + ahead);
    expect((await person.post('/v1/account/second-factor/totp/confirm', { code })).status).toBe(200);
    expect((await signInBy(authenticator)).answer.status).toBe(200);
  });
});

it('a passkey confirms only its own account', async () => {
  const one = await signUpWithPasskey();
  const other = await signUpWithPasskey();
  ahead += 16 * minute;
  expectError(await one.post('/v1/account/passkeys/options'), 403, 'confirmation');
  const confirmBy = async (authenticator: Authenticator) =>
    await one.post('/v1/account/confirm', { passkey: authenticator.get(await optionsFor(one)) });
  expectError(await confirmBy(other.authenticator), 422, 'passkey');
  expect((await confirmBy(one.authenticator)).status).toBe(200);
  expect((await one.post('/v1/account/passkeys/options')).status).toBe(200);
});

it('people can rename and remove only their own passkeys', async () => {
  const one = await signUpWithPasskey();
  const other = await signUpWithPasskey();
  const renamed = await one.patch(`/v1/account/passkeys/${one.id}`, { name: 'Key' });
  expect(renamed.body.data.name).toBe('Key');
  expectError(await one.patch(`/v1/account/passkeys/${other.id}`, { name: 'Key' }), 404);
  expectError(await one.delete(`/v1/account/passkeys/${other.id}`), 404);
  expect((await other.get('/v1/account/passkeys')).body.data).toMatchObject([{ name: 'Laptop' }]);
  expect(JSON.stringify((await one.get('/v1/account/passkeys')).body)).not.toContain(one.credential.id);
  expect((await one.post('/v1/account/sign-in', { email: one.email, password: PASSWORD })).status).toBe(200);
});
