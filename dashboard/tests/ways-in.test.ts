import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  join,
  openBrowser as openClient,
  PASSWORD,
  signUpOwner,
  tokenOf,
} from '../../server/tests/helpers/people.ts';
import {
  providerSettings,
  type SignInProvider,
  startSignInProvider,
} from '../../server/tests/helpers/sign-in-provider.ts';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';

let browser: Browser;
let provider: SignInProvider;
let test: TestService;
let owner: Awaited<ReturnType<typeof signUpOwner>>;
beforeAll(async () => {
  browser = await openBrowser();
  provider = await startSignInProvider();
  test = await startTestService(providerSettings(provider));
  owner = await signUpOwner(test);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
  await provider.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000 });

async function visit(path: string): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${test.live.baseUrl}${path}`);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

const alertOf = async (page: Page): Promise<string | null> => await page.getByRole('alert').textContent();

const invite = async (role: string, email?: string): Promise<string> => {
  const answer = await test.live.post('/v1/invitations', { role, email });
  return tokenOf(answer.body.data.link);
};

/** Joins by a link without an address. */
async function squat(email: string): Promise<void> {
  const joined = await join(openClient(test.live.baseUrl), await invite('viewer'), email);
  expect(joined.status).toBe(201);
}

describe('the sign-in page', () => {
  it('shows why a sign-in through the provider failed', async () => {
    provider.next = { person: { sub: 'eve', email: 'eve@evil.example' } };
    await using page = await visit('/sign-in');
    await page.getByRole('link', { name: 'Sign in with Example' }).click();
    await page.waitForURL('**/sign-in#error=not_invited');
    expect(await alertOf(page)).toBe(
      'No one has invited your email address. Ask an admin for an invitation to it.',
    );
  });

  it.each([
    ['#error=Your%20account%20is%20locked.%20Call%20%2B1%20900%20555%200100'],
    ['#error=%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D1%22%3E'],
    ['#error=__proto__'],
    ['#error=constructor'],
    ['#error='],
  ])('ignores an unknown fragment: %s', async (fragment) => {
    await using page = await visit(`/sign-in${fragment}`);
    await page.getByRole('alert').waitFor();
    expect(await alertOf(page)).toBe("The sign-in didn't work. Try again.");
    expect(await page.locator('main').textContent()).not.toMatch(/900|<img|proto|constructor/);
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('signs in through the provider', async () => {
    await invite('member', 'bo@example.com');
    provider.next = { person: { sub: 'bo', email: 'bo@example.com', name: 'Bo' } };
    await using page = await visit('/sign-in');
    await page.getByRole('link', { name: 'Sign in with Example' }).click();
    await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
  });
});

describe('the join page', () => {
  it('tells another owner that they were invited, not that they set up the service', async () => {
    const { link } = (await owner.post('/v1/invitations', { role: 'owner' })).body.data;
    await using page = await visit(`/join#token=${tokenOf(link)}`);
    await page.getByRole('heading', { name: 'Join My workspace' }).waitFor();
    await page.getByText('You were invited as owner.').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('first account');
  });

  it('accepts an existing account', async () => {
    const email = 'ann@example.com';
    await squat(email);
    await using page = await visit(`/join#token=${await invite('member')}`);
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('quite another secret sentence');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page
      .getByText('This email address already has an account. Enter its password, or use another address.')
      .waitFor();
    await page.getByRole('button', { name: 'I have an account' }).click();
    expect(await page.getByLabel('Your name').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Email').fill('no-one@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join My workspace' }).click();
    await page.getByText('No account has this email address.').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Join My workspace' }).click();
    await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
  });

  it('lets the owner of an address take over an account someone else created with it', async () => {
    const email = 'squatted@example.com';
    await squat(email);
    await using page = await visit(`/join#token=${await invite('admin', email)}`);
    await page.getByLabel('Your name').fill('The real one');
    await page.getByLabel('Password').fill('quite another secret sentence');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This email address has an account with another password').waitFor();
    await page.getByRole('button', { name: 'Take over account' }).click();
    await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
    await page.goto(`${test.live.baseUrl}/settings/profile`);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('The real one');
  });

  it('offers no takeover of an account with a verified address, and says what to do', async () => {
    const email = 'proved@example.com';
    expect((await join(openClient(test.live.baseUrl), await invite('viewer', email), email)).status).toBe(
      201,
    );
    await using page = await visit(`/join#token=${await invite('admin', email)}`);
    await page.getByLabel('Your name').fill('Somebody');
    await page.getByLabel('Password').fill('quite another secret sentence');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This email address already has an account. Enter its password.').waitFor();
    expect(await page.getByRole('button', { name: 'Take over account' }).count()).toBe(0);
  });

  it('shows why a password is too easy to guess', async () => {
    await using page = await visit(`/join#token=${await invite('viewer')}`);
    await page.getByLabel('Your name').fill('Cy');
    await page.getByLabel('Email').fill('cy@example.com');
    await page.getByLabel('Password').fill('password1234');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('That password is easy to guess: ').waitFor();
  });
});

describe('the account page', () => {
  it('connects it with the provider, and the member list shows verified addresses', async () => {
    const email = 'dee@example.com';
    const token = await invite('admin');
    expect((await join(openClient(test.live.baseUrl), token, email)).status).toBe(201);
    provider.next = { person: { sub: 'dee', email, name: 'Dee' } };
    await using page = await visit('/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: email });
    await page.goto(`${test.live.baseUrl}/settings/members`);
    await row.getByText('Email not verified').waitFor();
    await page.goto(`${test.live.baseUrl}/settings/profile`);
    await page.getByRole('link', { name: 'Connect with Example' }).click();
    await page.waitForURL('**/settings/profile');
    await expect.poll(() => page.getByRole('link', { name: 'Connect with Example' }).count()).toBe(0);
    await page.goto(`${test.live.baseUrl}/settings/members`);
    await row.waitFor();
    await expect.poll(() => row.getByText('Email not verified').count()).toBe(0);
  });
});
