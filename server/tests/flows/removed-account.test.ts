import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner, tokenOf } from '../helpers/people.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';
import { storageSettings } from '../helpers/test-storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

let test: TestService;
let owner: Browser;
/** Runs when a request has checked a password and is about to sign in: it reads the clock there, and waits for this. */
let beforeEntering = (): void => {};
beforeAll(async () => {
  const now = (): number => {
    if (/at enter \(/.test(new Error().stack ?? '')) beforeEntering();
    return Date.now();
  };
  test = await startTestService({}, { now });
  owner = await signUpOwner(test);
});
afterAll(() => test.stop());

const remove = (email: string): number | null =>
  spawnSync(process.execPath, [CLI, 'accounts', 'remove', email], {
    env: { ...process.env, ...storageSettings(test.dataDir) },
  }).status;

it('an account that is removed between the check of its password and the sign-in gets 401', async () => {
  const { email } = await signUp(owner, 'member');
  const { link } = (await owner.post('/v1/invitations', { role: 'viewer' })).body.data;
  const accept = (name?: string) =>
    openBrowser(test.live.baseUrl).post('/v1/account/accept-invitation', {
      token: tokenOf(link),
      email,
      name,
      password: PASSWORD,
    });
  let removed: number | null | undefined;
  beforeEntering = () => {
    beforeEntering = () => {};
    removed = remove(email);
  };
  expectError(await accept(), 401);
  expect(removed).toBe(0);
  // The link was not used up.
  expect((await accept('Ada')).status).toBe(201);
});
