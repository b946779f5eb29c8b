import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner } from '../helpers/people.ts';
import { providerSettings, type SignInProvider, startSignInProvider } from '../helpers/sign-in-provider.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { addressesOf, OTHER_PASSWORD } from './prepare-addresses.ts';

let provider: SignInProvider;
let test: TestService;
let owner: Browser;
beforeAll(async () => {
  provider = await startSignInProvider();
  test = await startTestService(providerSettings(provider));
  owner = await signUpOwner(test);
});
afterAll(async () => {
  await test.stop();
  await provider.stop();
});

const { invite, accept, signIn, viaProvider, audited, squat, tenant } = addressesOf({
  baseUrl: () => test.live.baseUrl,
  owner: () => owner,
  provider: () => provider,
});

describe('a claim by the link of an invitation', () => {
  const claim = async (email: string, by: Client, role = 'viewer') =>
    await accept(openBrowser(test.live.baseUrl), {
      token: await invite(role, email, by),
      email,
      password: OTHER_PASSWORD,
      claim: true,
    });
  const wrong = async (email: string, by: Client) =>
    await accept(openBrowser(test.live.baseUrl), {
      token: await invite('viewer', email, by),
      email,
      password: OTHER_PASSWORD,
    });

  it("a claim by an admin can't get an owner's account; by an owner it can, except the last owner's", async () => {
    const email = 'bob@corp.example';
    const bob = await squat(email, 'owner');
    const mallory = await signUp(owner, 'admin');
    for (const by of [mallory, test.live]) {
      const answer = await claim(email, by);
      expectError(answer, 403);
      expect(answer.body.error.message).toContain('footnote accounts reset-password');
      // Not even that it is an owner.
      expect(answer.body.error.message).not.toContain('owner');
      expect((await wrong(email, by)).body.error.details).toBeUndefined();
    }
    expect((await bob.browser.get('/v1/account')).body.data.workspace.role).toBe('owner');
    expect((await audited('account.reclaim_refused', bob.id))[0].details).toMatchObject({
      by: 'invitation',
      reason: 'not_claimable',
    });
    const byOwner = await claim(email, owner);
    expect(byOwner.status).toBe(201);
    expect(byOwner.body.data).toMatchObject({ id: bob.id, workspace: { role: 'viewer' } });
    expectError(await bob.browser.get('/v1/account'), 401);
  });

  it("a claim never gets the last owner's account", async () => {
    const last = await tenant('last@corp.example');
    const answer = await claim('last@corp.example', last, 'owner');
    expectError(answer, 403);
    expect(answer.body.error.message).not.toContain('owner');
    expect((await last.get('/v1/account')).body.data.workspace.role).toBe('owner');
  });

  it("a claim of another workspace's account is answered like a wrong password", async () => {
    const email = 'dave@corp.example';
    const dave = await squat(email, 'member');
    const eve = await tenant('eve2@evil.example');
    const [claimed, plain] = [await claim(email, eve), await wrong(email, eve)];
    expectError(claimed, 401);
    expect({ ...claimed.body.error, request_id: '' }).toEqual({ ...plain.body.error, request_id: '' });
    expect(claimed.body.error.details).toBeUndefined();
    // Nor when it is a member of both.
    const other = await tenant('eve3@evil.example');
    await accept(dave.browser, { token: await invite('viewer', undefined, other), email });
    expectError(await claim(email, other), 401);
    expect((await dave.browser.get('/v1/account')).body.data.workspaces).toHaveLength(2);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect(await audited('account.reclaim_refused', dave.id)).toEqual([]);
  });

  it('a claim gets no account with a proved email, and none by a link without an email', async () => {
    const here = await signUp(owner, 'member');
    expectError(await claim(here.email, owner, 'admin'), 403);
    expect((await signIn(here.email, PASSWORD)).status).toBe(200);
    const email = 'connected@corp.example';
    await invite('member', email);
    const { browser } = await viaProvider(email);
    expectError(await claim(email, owner), 403);
    expectError(await claim(email, await tenant('eve4@evil.example')), 401);
    expect((await browser.get('/v1/account')).status).toBe(200);
    const unproved = 'anybody@corp.example';
    await squat(unproved);
    const byOpenLink = { email: unproved, password: OTHER_PASSWORD, claim: true };
    const token = await invite('admin');
    expectError(await accept(openBrowser(test.live.baseUrl), { ...byOpenLink, token }), 401);
  });
});
