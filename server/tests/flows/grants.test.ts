import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { signUp, tokenOf } from '../helpers/people.ts';
import { createClient, type TestService } from '../helpers/start-test-service.ts';
import { ALL, type GrantsPlace, invite, NONE, openGrantsPlace, uses } from './prepare-grants.ts';

let test: TestService;
let owner: GrantsPlace['owner'];
let makeGrants: GrantsPlace['makeGrants'];
let accept: GrantsPlace['accept'];
beforeAll(async () => {
  ({ test, owner, makeGrants, accept } = await openGrantsPlace());
});
afterAll(() => test.stop());

describe('an admin who is removed', () => {
  it("a removed admin can't come back by their own invitation", async () => {
    const mallory = await signUp(owner, 'admin');
    const { link } = await invite(mallory);
    expect((await owner.delete(`/v1/members/${mallory.accountId}`)).status).toBe(204);
    expectError(await accept(link, mallory.email), 422, 'token');
    expectError(await owner.post('/v1/account/invitation', { token: tokenOf(link) }), 422, 'token');
    expectError(await owner.get(`/v1/members/${mallory.accountId}`), 404);
  });

  it('a removed admin leaves no working key, token, webhook or invitation in either environment', async () => {
    const mallory = await signUp(owner, 'admin');
    const live = await makeGrants(mallory, 'live');
    const sandbox = await makeGrants(mallory.at(test.sandbox.baseUrl), 'sandbox');
    // Made with a key of theirs, which is no less theirs.
    const further = await makeGrants(live.client, 'live', 'read_only');
    const { id, link } = await invite(live.client);
    const grants = await owner.get(`/v1/members/${mallory.accountId}/grants`);
    expect(new Set(grants.body.data.map((grant: { id: string }) => grant.id))).toEqual(
      new Set([...[live, sandbox, further].flatMap((made) => [made.keyId, made.tokenId, made.hook]), id]),
    );
    for (const [made, admin] of [
      [live, test.live],
      [sandbox, test.sandbox],
      [further, test.live],
    ] as const)
      expect(await uses(made, admin)).toEqual(ALL);

    expect((await owner.delete(`/v1/members/${mallory.accountId}`)).status).toBe(204);

    expect(await uses(live, test.live)).toEqual(NONE);
    expect(await uses(sandbox, test.sandbox)).toEqual(NONE);
    expect(await uses(further, test.live)).toEqual(NONE);
    expectError(await accept(link, 'eve@example.com'), 422, 'token');
    const webhook = (await test.live.get(`/v1/webhooks/${live.hook}`)).body.data;
    expect(webhook.disabled_reason).toContain('removed');
    const entries = (await owner.get('/v1/audit-log?action=member.removed')).body.data;
    expect(entries[0].subject_id).toBe(mallory.accountId);
    expect(new Set(entries[0].details.ended)).toEqual(
      new Set(grants.body.data.map((grant: { id: string }) => grant.id)),
    );
    const revoked = (await test.sandbox.get('/v1/audit-log?action=key.revoked')).body.data;
    expect(revoked[0]).toMatchObject({ subject_id: sandbox.keyId, actor: { type: 'account' } });
    const events = (await test.live.get('/v1/events?type=key.revoked')).body.data;
    expect(events.map((event: { data: { id: string } }) => event.data.id)).toEqual(
      expect.arrayContaining([live.keyId, further.keyId]),
    );
  });

  it('adopt=true hands keys, tokens and webhooks to the remover, but no invitation', async () => {
    const ada = await signUp(owner, 'admin');
    const live = await makeGrants(ada, 'live');
    const sandbox = await makeGrants(ada.at(test.sandbox.baseUrl), 'sandbox');
    const { link } = await invite(ada);
    expect((await owner.delete(`/v1/members/${ada.accountId}?adopt=true`)).status).toBe(204);
    expect(await uses(live, test.live)).toEqual(ALL);
    expect(await uses(sandbox, test.sandbox)).toEqual(ALL);
    expectError(await accept(link, ada.email), 422, 'token');
    const { id } = (await owner.get('/v1/account')).body.data;
    expect((await test.live.get(`/v1/api-keys/${live.keyId}`)).body.data.created_by).toBe(id);
    expect((await test.sandbox.get(`/v1/webhooks/${sandbox.hook}`)).body.data.created_by).toBe(id);
    const [entry] = (await owner.get('/v1/audit-log?action=member.removed')).body.data;
    expect(entry.details.handed_over).toEqual(expect.arrayContaining([live.keyId, sandbox.tokenId]));
    expect(entry.details.ended).toHaveLength(1);
  });

  it('hands nothing to themselves, and is not told of grants when they are a viewer', async () => {
    const ada = await signUp(owner, 'admin');
    expectError(await ada.delete(`/v1/members/${ada.accountId}?adopt=true`), 422, 'adopt');
    expectError(await owner.delete(`/v1/members/${ada.accountId}?adopt=yes`), 422, 'adopt');
    const viewer = await signUp(owner, 'viewer');
    expectError(await viewer.get(`/v1/members/${ada.accountId}/grants`), 403);
    expect((await viewer.get(`/v1/members/${viewer.accountId}/grants`)).body.data).toEqual([]);
  });

  it('leaving a workspace ends what the member made', async () => {
    const ada = await signUp(owner, 'admin');
    const live = await makeGrants(ada, 'live');
    expect((await ada.delete(`/v1/members/${ada.accountId}`)).status).toBe(204);
    expect(await uses(live, test.live)).toEqual(NONE);
  });

  it('a refused removal ends nothing', async () => {
    const admin = await signUp(owner, 'admin');
    const boss = await signUp(owner, 'owner');
    const live = await makeGrants(boss, 'live');
    const sandbox = await makeGrants(boss.at(test.sandbox.baseUrl), 'sandbox');
    expectError(await admin.delete(`/v1/members/${boss.accountId}`), 403);
    expect(await uses(live, test.live)).toEqual(ALL);
    expect(await uses(sandbox, test.sandbox)).toEqual(ALL);
  });

  it('an admin removed by their own key loses that key too', async () => {
    const ada = await signUp(owner, 'admin');
    const live = await makeGrants(ada, 'live');
    expect((await live.client.delete(`/v1/members/${ada.accountId}`)).status).toBe(204);
    expect(await uses(live, test.live)).toEqual(NONE);
  });

  it("invitations made during the removal don't let the admin back in", async () => {
    const mallory = await signUp(owner, 'admin');
    const inviting = Array.from({ length: 20 }, () => mallory.post('/v1/invitations', { role: 'admin' }));
    const removed = owner.delete(`/v1/members/${mallory.accountId}`);
    const made = (await Promise.all(inviting)).filter(({ status }) => status === 201);
    expect((await removed).status).toBe(204);
    for (const { body } of made) expectError(await accept(body.data.link, mallory.email), 422, 'token');
    const pending = (await owner.get('/v1/invitations?limit=100')).body.data;
    expect(pending.filter((each: { created_by: string }) => each.created_by === mallory.accountId)).toEqual(
      [],
    );
  });
});

describe('the key of a member who is removed', () => {
  it("a removed member's key can't adopt itself or what it would end with", async () => {
    const bob = await signUp(owner, 'admin');
    const live = await makeGrants(bob, 'live');
    const below = await makeGrants(live.client, 'live');
    const sandbox = await makeGrants(bob.at(test.sandbox.baseUrl), 'sandbox');
    const path = `/v1/members/${bob.accountId}`;
    for (const { client } of [live, below]) {
      expectError(await client.delete(`${path}?adopt=true`), 422, 'adopt');
      expectError(await client.patch(`${path}?adopt=true`, { role: 'member' }), 422, 'adopt');
    }
    expect(await uses(sandbox, test.sandbox)).toEqual(ALL);
    expect((await below.client.delete(path)).status).toBe(204);
    for (const made of [live, below]) expect(await uses(made, test.live)).toEqual(NONE);
    expect(await uses(sandbox, test.sandbox)).toEqual(NONE);
  });

  it("another member's key adopts nothing in the sandbox, where everything ends", async () => {
    const bob = await signUp(owner, 'admin');
    const live = await makeGrants(bob, 'live');
    const sandbox = await makeGrants(bob.at(test.sandbox.baseUrl), 'sandbox');
    const below = await makeGrants(sandbox.client, 'sandbox');
    const other = await makeGrants(test.live, 'live');
    expect((await other.client.delete(`/v1/members/${bob.accountId}?adopt=true`)).status).toBe(204);
    expect(await uses(live, test.live)).toEqual(ALL);
    for (const made of [sandbox, below]) expect(await uses(made, test.sandbox)).toEqual(NONE);
  });

  it('a key never belongs to itself or to a key made with it', async () => {
    const bob = await signUp(owner, 'admin');
    const first = await makeGrants(bob, 'live');
    const second = await makeGrants(first.client, 'live');
    const third = await makeGrants(second.client, 'live');
    expect((await third.client.delete(`/v1/api-keys/${first.keyId}?adopt=true`)).status).toBe(204);
    const ids = (await owner.get(`/v1/members/${bob.accountId}/grants`)).body.data.map(
      (grant: { id: string }) => grant.id,
    );
    expect(ids).toEqual(expect.arrayContaining([second.keyId, third.keyId, second.hook]));
    expect((await owner.delete(`/v1/members/${bob.accountId}`)).status).toBe(204);
    expect(await uses(third, test.live)).toEqual(NONE);
  });
});

describe('a member with a lower role', () => {
  it('a lower role keeps only the grants that it allows', async () => {
    const boss = await signUp(owner, 'owner');
    const asOwner = await invite(boss, 'owner');
    const asAdmin = await invite(boss, 'admin');
    const adminKey = await makeGrants(boss, 'live');
    const { key: readKey } = (await boss.post('/v1/api-keys', { name: 'R', scope: 'read_only' })).body.data;
    const path = `/v1/members/${boss.accountId}`;
    expect((await owner.get(`${path}/grants?role=admin`)).body.data).toEqual([
      expect.objectContaining({ id: asOwner.id, type: 'invitation', environment: 'live' }),
    ]);

    expect((await owner.patch(path, { role: 'admin' })).status).toBe(200);
    expectError(await accept(asOwner.link, 'o@example.com'), 422, 'token');
    expect(await uses(adminKey, test.live)).toEqual(ALL);
    expect((await owner.get(`/v1/invitations/${asAdmin.id}`)).status).toBe(200);

    expect((await owner.patch(path, { role: 'member' })).status).toBe(200);
    expectError(await accept(asAdmin.link, 'a@example.com'), 422, 'token');
    expect(await uses(adminKey, test.live)).toEqual(NONE);
    expect((await createClient(test.live.baseUrl, readKey).get('/v1/limits')).status).toBe(200);
    const [entry] = (await owner.get('/v1/audit-log?action=member.updated')).body.data;
    expect(entry.details).toMatchObject({
      role: { from: 'admin', to: 'member' },
      ended: expect.arrayContaining([asAdmin.id, adminKey.keyId, adminKey.tokenId, adminKey.hook]),
    });
  });

  it('a higher role ends no grants', async () => {
    const ada = await signUp(owner, 'admin');
    const live = await makeGrants(ada, 'live');
    expect((await owner.patch(`/v1/members/${ada.accountId}`, { role: 'owner' })).status).toBe(200);
    expect(await uses(live, test.live)).toEqual(ALL);
  });
});

describe('a role that another request changes meanwhile', () => {
  it('concurrent role changes leave no grant above the final role', async () => {
    const ada = await signUp(owner, 'viewer');
    const path = `/v1/members/${ada.accountId}`;
    const body = JSON.stringify({ role: 'member' });
    const slow = request(`${test.live.baseUrl}${path}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${test.service.firstKeys?.live.secret}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    const answered = once(slow, 'response');
    slow.flushHeaders();
    // The service has read the member by now, and waits for the body.
    expect((await owner.patch(path, { role: 'admin' })).status).toBe(200);
    const live = await makeGrants(ada, 'live');
    const sandbox = await makeGrants(ada.at(test.sandbox.baseUrl), 'sandbox');
    slow.end(body);
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(200);
    expect((await owner.get(path)).body.data.role).toBe('member');
    expect(await uses(live, test.live)).toEqual(NONE);
    expect(await uses(sandbox, test.sandbox)).toEqual(NONE);
  });
});
