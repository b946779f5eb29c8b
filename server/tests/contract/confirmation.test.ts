import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner } from '../helpers/people.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let test: TestService;
let owner: Browser;
let ahead = 0;
beforeAll(async () => {
  test = await startTestService({}, { now: () => Date.now() + ahead });
  owner = await signUpOwner(test);
});
afterAll(() => test.stop());

const ORIGIN = 'https://shop.example';
const baseOf = async (): Promise<string> =>
  (await test.live.get('/v1/workspace')).body.data.default_knowledge_base_id;
const confirm = (browser: Browser, password = PASSWORD) => browser.post('/v1/account/confirm', { password });

describe('a session', () => {
  const read = (browser: Browser) => browser.get('/v1/account');

  it('a session ends after 12 hours without use, and the 401 says why', async () => {
    const person = await signUp(owner, 'member');
    ahead += 11 * hour;
    expect((await read(person)).status).toBe(200);
    ahead += 11.9 * hour;
    expect((await read(person)).status).toBe(200);
    ahead += 12 * hour + minute;
    expectError(await read(person), 401, 'session');
  });

  it('a session ends 30 days after it began, even if it is used', async () => {
    const person = await signUp(test.live, 'member');
    const until = ahead + 30 * day;
    while (ahead + 11 * hour < until) {
      ahead += 11 * hour;
      expect((await read(person)).status).toBe(200);
    }
    ahead = until + 1;
    expectError(await read(person), 401, 'session');
  });

  it('a session ends when the same browser signs in again', async () => {
    const person = await signUp(test.live, 'member');
    const before = person.cookie() ?? '';
    expect(
      (await person.post('/v1/account/sign-in', { email: person.email, password: PASSWORD })).status,
    ).toBe(200);
    expect(person.cookie()).not.toBe(before);
    expectError(await openBrowser(test.live.baseUrl, { cookie: before }).get('/v1/account'), 401);
    expect((await person.get('/v1/account/sign-ins')).body.data).toHaveLength(1);
  });
});

describe('POST /v1/account/confirm', () => {
  it('after 15 minutes only actions that could hand over the workspace need a confirmation', async () => {
    await owner.post('/v1/account/sign-in', { email: 'owner@example.com', password: PASSWORD });
    const viewer = await signUp(owner, 'viewer');
    const hook = (await owner.post('/v1/webhooks', { url: 'https://example.com/' })).body.data.id;
    const spare = (await owner.post('/v1/workspaces', { name: 'Spare' })).body.data.id;
    const actions = [
      () => owner.post('/v1/api-keys', { name: 'A', scope: 'admin' }),
      () => owner.post('/v1/api-keys', { name: 'A', scope: 'read_only' }),
      () => owner.post('/v1/invitations', { role: 'viewer' }),
      () => owner.post('/v1/invitations', { role: 'admin' }),
      () => owner.post('/v1/invitations', { role: 'owner' }),
      () => owner.patch(`/v1/members/${viewer.accountId}`, { role: 'admin' }),
      () => owner.get('/v1/export?what=sources'),
      () => owner.post('/v1/webhooks', { url: 'https://example.com/' }),
      () => owner.patch(`/v1/webhooks/${hook}`, { url: 'https://thief.example/' }),
      () => owner.post(`/v1/webhooks/${hook}/rotate-secret`),
      () => owner.post('/v1/account/second-factor/totp'),
      () => owner.delete(`/v1/workspaces/${spare}?name=Spare`),
    ];
    ahead += 15 * minute + 1;
    for (const act of actions) {
      const refused = await act();
      expectError(refused, 403, 'confirmation');
      expect(refused.body.error.message).toContain('POST /v1/account/confirm');
    }
    expect((await owner.patch('/v1/workspace', { name: 'Renamed' })).status).toBe(200);
    expectError(await owner.get('/v1/account/confirm'), 403, 'confirmation');
    const confirmed = await confirm(owner);
    expect(confirmed.status).toBe(200);
    const { confirmed_until } = confirmed.body.data;
    expect((await owner.get('/v1/account/confirm')).body.data.confirmed_until).toBe(confirmed_until);
    for (const act of actions) expect((await act()).status).toBeLessThan(300);
  });

  it("changes that grant more need a confirmation; changes that take away don't", async () => {
    await confirm(owner);
    const spare = (await owner.post('/v1/agents', { name: 'A', knowledge_base_ids: [await baseOf()] })).body
      .data;
    const agent = `/v1/agents/${spare.id}`;
    const token = await owner.post(`${agent}/tokens`, { name: 'W', allowed_origins: [ORIGIN] });
    const webhook = (await owner.post('/v1/webhooks', { url: 'https://example.com/' })).body.data.id;
    const adminKey = (await owner.post('/v1/api-keys', { name: 'A', scope: 'admin' })).body.data.id;
    const [admin, other, viewer] = [
      await signUp(owner, 'admin'),
      await signUp(owner, 'admin'),
      await signUp(owner, 'viewer'),
    ];
    const adopted = await signUp(owner, 'member');
    const path = `${agent}/tokens/${token.body.data.id}`;
    ahead += 15 * minute + 1;
    const harmless = [
      () => owner.patch('/v1/workspace', { members_may_publish: false, token_budget: { per_day: 1000 } }),
      () => owner.patch(agent, { name: 'B', token_budget: { per_day: 1000, per_month: null } }),
      () => owner.patch(path, { enabled: false, token_budget: { per_day: 1000 } }),
      () => owner.patch(`/v1/webhooks/${webhook}`, { enabled: false }),
      () => owner.patch(`/v1/webhooks/${webhook}`, { description: 'Mine' }),
      () => owner.patch(`/v1/members/${viewer.accountId}`, { role: 'member' }),
      () => owner.delete(`/v1/members/${viewer.accountId}`),
    ];
    for (const act of harmless) expect((await act()).status).toBeLessThan(300);
    const actions = [
      () => owner.patch('/v1/workspace', { members_may_publish: true }),
      () => owner.patch('/v1/workspace', { token_budget: { per_day: null } }),
      () => owner.patch(agent, { token_budget: { per_day: 1001 } }),
      () => owner.patch(path, { enabled: true }),
      () => owner.patch(path, { token_budget: { per_day: null } }),
      () => owner.post(`${agent}/tokens`, { name: 'W', allowed_origins: [ORIGIN] }),
      () => owner.patch(`/v1/webhooks/${webhook}`, { url: 'https://example.org/' }),
      () => owner.patch(`/v1/webhooks/${webhook}`, { events: null }),
      () => owner.patch(`/v1/webhooks/${webhook}`, { enabled: true }),
      () => owner.patch(`/v1/members/${admin.accountId}`, { role: 'viewer' }),
      () => owner.delete(`/v1/members/${other.accountId}`),
      () => owner.delete(`/v1/members/${adopted.accountId}?adopt=true`),
      () => owner.delete(`/v1/api-keys/${adminKey}?adopt=true`),
    ];
    for (const act of actions) expectError(await act(), 403, 'confirmation');
    await confirm(owner);
    for (const act of actions) expect((await act()).status).toBeLessThan(300);
    // People leave without it.
    const leaving = await signUp(test.live, 'admin');
    ahead += 15 * minute + 1;
    expect((await leaving.delete(`/v1/members/${leaving.accountId}`)).status).toBe(204);
  });

  it('a stored idempotent answer needs a confirmation too', async () => {
    await confirm(owner);
    const agent = (await owner.post('/v1/agents', { name: 'A', knowledge_base_ids: [await baseOf()] })).body
      .data.id;
    await owner.patch(`/v1/agents/${agent}`, { token_budget: { per_day: 5 } });
    const again = [
      () => owner.call('POST', '/v1/api-keys', { name: 'A', scope: 'admin' }, { 'idempotency-key': 'key' }),
      () =>
        owner.call(
          'POST',
          `/v1/agents/${agent}/tokens`,
          { name: 'W', allowed_origins: [ORIGIN] },
          { 'idempotency-key': 'token' },
        ),
      () => owner.call('POST', '/v1/invitations', { role: 'member' }, { 'idempotency-key': 'invitation' }),
    ];
    for (const act of again) expect((await act()).status).toBe(201);
    ahead += 15 * minute + 1;
    for (const act of again) expectError(await act(), 403, 'confirmation');
    await confirm(owner);
    for (const act of again) expect((await act()).headers.get('idempotency-replayed')).toBe('true');
  });

  it('API keys need no confirmation', async () => {
    ahead += hour;
    expect((await test.live.post('/v1/api-keys', { name: 'A', scope: 'admin' })).status).toBe(201);
    expect((await test.live.get('/v1/export?what=sources')).status).toBe(200);
    expectError(await test.live.post('/v1/account/confirm', { password: PASSWORD }), 403);
  });

  it('a wrong password, two proofs and no proof get 422, and the audit log has the wrong password', async () => {
    const person = await signUp(test.live, 'member');
    expectError(await confirm(person, 'another long password'), 422, 'password');
    expectError(
      await person.post('/v1/account/confirm', { password: PASSWORD, code: '123456' }),
      422,
      'password',
    );
    expectError(await person.post('/v1/account/confirm', {}), 400, 'password');
    expectError(await person.post('/v1/account/confirm', { code: '123456' }), 422, 'code');
    const log = (await test.live.get('/v1/audit-log?action=account.confirmation_failed')).body.data;
    expect(log.map(({ details }: { details: { wrong: string } }) => details.wrong)).toEqual([
      'code',
      'password',
    ]);
  });

  it('a confirmation counts only in its own browser', async () => {
    const person = await signUp(test.live, 'admin');
    ahead += 16 * minute;
    const elsewhere = openBrowser(test.live.baseUrl);
    await elsewhere.post('/v1/account/sign-in', { email: person.email, password: PASSWORD });
    expect((await elsewhere.post('/v1/api-keys', { name: 'A', scope: 'admin' })).status).toBe(201);
    expectError(await person.post('/v1/api-keys', { name: 'A', scope: 'admin' }), 403, 'confirmation');
    const answers = await Promise.all([confirm(person), confirm(person)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // At the sandbox address too.
    const sandbox = person.at(test.sandbox.baseUrl);
    expect((await sandbox.post('/v1/api-keys', { name: 'A', scope: 'admin' })).status).toBe(201);
  });
});
