import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { signUp } from '../helpers/people.ts';
import type { TestService } from '../helpers/start-test-service.ts';
import { ALL, type GrantsPlace, invite, NONE, openGrantsPlace, uses } from './prepare-grants.ts';

let test: TestService;
let owner: GrantsPlace['owner'];
let makeGrants: GrantsPlace['makeGrants'];
let accept: GrantsPlace['accept'];
beforeAll(async () => {
  ({ test, owner, makeGrants, accept } = await openGrantsPlace());
});
afterAll(() => test.stop());

describe('a key that is revoked', () => {
  it("an invitation made with a revoked key doesn't work", async () => {
    const { client, keyId } = await makeGrants(test.live, 'live');
    const { link } = await invite(client);
    expect((await owner.delete(`/v1/api-keys/${keyId}`)).status).toBe(204);
    expectError(await accept(link, 'mallory@example.com'), 422, 'token');
  });

  it('revoking a key ends what was made with it, and with keys made with it', async () => {
    const leaked = await makeGrants(test.live, 'live');
    const second = await makeGrants(leaked.client, 'live');
    const third = await makeGrants(second.client, 'live');
    const listed = (await owner.get(`/v1/api-keys/${leaked.keyId}/grants`)).body.data;
    expect(listed.map((grant: { id: string }) => grant.id).sort()).toEqual(
      [second, third].flatMap((made) => [made.keyId, made.tokenId, made.hook]).sort(),
    );
    expect((await owner.delete(`/v1/api-keys/${leaked.keyId}`)).status).toBe(204);
    expect(await uses(second, test.live)).toEqual(NONE);
    expect(await uses(third, test.live)).toEqual(NONE);
    const [entry] = (await owner.get('/v1/audit-log?action=key.revoked')).body.data;
    expect(entry).toMatchObject({
      subject_id: leaked.keyId,
      details: { ended: expect.arrayContaining([second.keyId, third.hook]) },
    });
  });

  it('a replacement key may revoke the key that made it and takes its place', async () => {
    const old = await makeGrants(test.live, 'live');
    const made = await makeGrants(old.client, 'live');
    const replacement = await makeGrants(old.client, 'live');
    expect((await replacement.client.delete(`/v1/api-keys/${old.keyId}`)).status).toBe(204);
    expect((await old.client.get('/v1/limits')).status).toBe(401);
    expect(await uses(made, test.live)).toEqual(ALL);
    expect(await uses(replacement, test.live)).toEqual(ALL);
    const makerOf = async (id: string) => (await owner.get(`/v1/api-keys/${id}`)).body.data.created_by;
    expect(await makerOf(made.keyId)).toBe(replacement.keyId);
    // And so again.
    const next = await makeGrants(replacement.client, 'live');
    expect((await next.client.delete(`/v1/api-keys/${replacement.keyId}`)).status).toBe(204);
    expect(await uses(made, test.live)).toEqual(ALL);
    expect(await makerOf(made.keyId)).toBe(next.keyId);
    // Whoever ends the last of them ends it all.
    expect((await owner.delete(`/v1/api-keys/${next.keyId}`)).status).toBe(204);
    expect(await uses(made, test.live)).toEqual(NONE);
  });

  it('a key that revokes itself leaves what was made with it', async () => {
    const old = await makeGrants(test.live, 'live');
    const replacement = await makeGrants(old.client, 'live');
    expect((await old.client.delete(`/v1/api-keys/${old.keyId}`)).status).toBe(204);
    expect(await uses(replacement, test.live)).toEqual(ALL);
  });

  it('adopt=false ends everything in a rotation, including the asking key', async () => {
    const old = await makeGrants(test.live, 'live');
    const replacement = await makeGrants(old.client, 'live');
    expect((await replacement.client.delete(`/v1/api-keys/${old.keyId}?adopt=false`)).status).toBe(204);
    expect(await uses(replacement, test.live)).toEqual(NONE);
  });

  it('adopt=true hands everything but invitations to the asking key', async () => {
    const old = await makeGrants(test.live, 'live');
    const made = await makeGrants(old.client, 'live');
    const { link } = await invite(old.client, 'viewer');
    expectError(await old.client.delete(`/v1/api-keys/${old.keyId}?adopt=true`), 422, 'adopt');
    expectError(await owner.delete(`/v1/api-keys/${old.keyId}?adopt=perhaps`), 422, 'adopt');
    expect((await owner.delete(`/v1/api-keys/${old.keyId}?adopt=true`)).status).toBe(204);
    expect(await uses(made, test.live)).toEqual(ALL);
    expectError(await accept(link, 'guest@example.com'), 422, 'token');
  });

  it('a rotation keeps no invitation', async () => {
    const [alone, replaced] = [await makeGrants(test.live, 'live'), await makeGrants(test.live, 'live')];
    const replacement = await makeGrants(replaced.client, 'live');
    const links = [await invite(alone.client), await invite(replaced.client)].map(({ link }) => link);
    expect((await alone.client.delete(`/v1/api-keys/${alone.keyId}`)).status).toBe(204);
    expect((await replacement.client.delete(`/v1/api-keys/${replaced.keyId}`)).status).toBe(204);
    for (const link of links) expectError(await accept(link, 'mallory@example.com'), 422, 'token');
  });

  const grantsOf = async (keyId: string): Promise<string[]> =>
    (await owner.get(`/v1/api-keys/${keyId}/grants`)).body.data.map((grant: { id: string }) => grant.id);

  it('grants of a key that revoked itself can be ended later', async () => {
    const leaked = await makeGrants(test.live, 'live');
    const made = await makeGrants(leaked.client, 'live');
    const further = await makeGrants(made.client, 'live');
    expect((await made.client.delete(`/v1/api-keys/${made.keyId}`)).status).toBe(204);
    expect((await leaked.client.delete(`/v1/api-keys/${leaked.keyId}`)).status).toBe(204);
    expect((await grantsOf(leaked.keyId)).sort()).toEqual(
      [made.tokenId, made.hook, further.keyId, further.tokenId, further.hook].sort(),
    );
    // A repetition of the revocation leaves the replacement alone.
    expect((await owner.delete(`/v1/api-keys/${leaked.keyId}`)).status).toBe(204);
    expect(await uses(further, test.live)).toEqual(ALL);
    expect((await owner.delete(`/v1/api-keys/${leaked.keyId}?adopt=false`)).status).toBe(204);
    expect(await uses(further, test.live)).toEqual(NONE);
    expect(await grantsOf(leaked.keyId)).toEqual([]);
  });

  it('grants that others took over from a revoked key can be ended later', async () => {
    const leaked = await makeGrants(test.live, 'live');
    const made = await makeGrants(leaked.client, 'live');
    const accomplice = await makeGrants(test.live, 'live');
    expect((await accomplice.client.delete(`/v1/api-keys/${leaked.keyId}?adopt=true`)).status).toBe(204);
    const further = await makeGrants(made.client, 'live');
    expect((await owner.delete(`/v1/api-keys/${made.keyId}?adopt=true`)).status).toBe(204);
    expect(await grantsOf(leaked.keyId)).toEqual(expect.arrayContaining([further.keyId, further.hook]));
    expect((await owner.delete(`/v1/api-keys/${leaked.keyId}?adopt=false`)).status).toBe(204);
    expect(await uses(further, test.live)).toEqual(NONE);
    expect((await accomplice.client.get('/v1/limits')).status).toBe(200);
  });

  it("members who joined by a revoked key's invitations are listed and stay", async () => {
    const leaked = await makeGrants(test.live, 'live');
    const guest = await signUp(leaked.client, 'admin');
    const later = await signUp(owner, 'viewer');
    const { link } = await invite(leaked.client, 'admin');
    expect((await accept(link, later.email)).status).toBe(201);
    expect((await owner.delete(`/v1/api-keys/${leaked.keyId}`)).status).toBe(204);
    const { data } = (await owner.get(`/v1/api-keys/${leaked.keyId}/grants`)).body;
    expect(data).toEqual(
      [guest, later].map(({ accountId }) => ({
        id: accountId,
        type: 'member',
        name: 'Ada',
        environment: 'live',
        created_by: leaked.keyId,
      })),
    );
    expect((await owner.get(`/v1/members/${guest.accountId}`)).status).toBe(200);
  });

  it('keys handed over in a circle each end once', async () => {
    const first = await makeGrants(test.live, 'live');
    const second = await makeGrants(first.client, 'live');
    const third = await makeGrants(second.client, 'live');
    // The second takes over the first, which made it.
    expect((await second.client.delete(`/v1/api-keys/${third.keyId}?adopt=true`)).status).toBe(204);
    const listed = (await owner.get(`/v1/api-keys/${first.keyId}/grants`)).body.data;
    expect(listed.map((grant: { id: string }) => grant.id)).toContain(second.keyId);
    expect((await owner.delete(`/v1/api-keys/${first.keyId}`)).status).toBe(204);
    expect(await uses(second, test.live)).toEqual(NONE);
  });
});
