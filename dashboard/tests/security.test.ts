import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeAt } from '../../server/tests/helpers/authenticator-app.ts';
import { PASSWORD } from '../../server/tests/helpers/people.ts';
import { providerSettings, startSignInProvider } from '../../server/tests/helpers/sign-in-provider.ts';
import {
  createClient,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const minute = 60_000;
const hour = 60 * minute;

let browser: Browser;
let service: TestService;
let ahead = 0;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService({}, { now: () => Date.now() + ahead });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

/** A host name, because browsers keep no passkeys for IP addresses. */
const visit = (path: string): Promise<Page & AsyncDisposable> => {
  const { live } = service;
  const named = createClient(live.baseUrl.replace('127.0.0.1', 'localhost'), live.key);
  return openDashboard(browser, named, path);
};

const codeOf = (secret: string): string => codeAt(secret, Date.now() + ahead);

const emailOf = async (page: Page): Promise<string> =>
  (await (await page.request.get(`${new URL(page.url()).origin}/v1/account`)).json()).data.email;

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${new URL(page.url()).origin}/settings/security`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** An authenticator that accepts everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('two-step sign-in', () => {
  it('is turned on with a QR code, asks for a code at sign-in, and is turned off', async () => {
    await using page = await visit('/settings/security');
    const email = await emailOf(page);
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' });
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await dialog.locator('code').first().textContent()) ?? '';
    await expectAccessible(page);
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('That code is wrong.').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    const shown = (await codes.locator('code').textContent()) ?? '';
    expect(shown.split('\n')).toHaveLength(10);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await codes.getByRole('button', { name: "I've saved them" }).click();
    await page.getByText('10 of 10 recovery codes left').waitFor();
    expect(await page.getByText('Turned on').textContent()).toMatch(/^Turned on just now$/);

    await page.getByRole('button', { name: 'Create new recovery codes' }).click();
    const replace = page.getByRole('dialog', { name: 'Replace recovery codes?' });
    await replace.getByText('The old ones stop working.').waitFor();
    await expectAccessible(page);
    await replace.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Create new recovery codes' }).click();
    await replace.getByRole('button', { name: 'Replace codes' }).click();
    await codes.waitFor();
    const renewed = (await codes.locator('code').textContent()) ?? '';
    expect(renewed).not.toBe(shown);
    await codes.getByRole('button', { name: "I've saved them" }).click();

    await signOut(page);
    await typePassword(page, email);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    const focused = "document.activeElement?.getAttribute('autocomplete')";
    await expect.poll(() => page.evaluate(focused)).toBe('one-time-code');
    await expectAccessible(page);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('That code is wrong or already used').waitFor();
    ahead += 30_000;
    await page.getByLabel('Code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();

    await page.getByRole('button', { name: 'Turn off' }).click();
    const question = page.getByRole('dialog', { name: 'Turn off two-step sign-in?' });
    await question.getByLabel('Current password').fill(PASSWORD);
    await question.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on', exact: true }).waitFor();
  });
});

describe('passkeys', () => {
  it('can be added, used to sign in and confirm, renamed and removed', async () => {
    await using page = await visit('/settings/security');
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Chrome on Linux');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('button', { name: 'Rename Laptop' }).waitFor();
    await expectAccessible(page);

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
    await page.getByText('Last used').first().waitFor();

    ahead += 16 * minute;
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    await page
      .getByRole('dialog', { name: 'Remove passkey Laptop?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    const question = page.getByRole('dialog', { name: "Confirm it's you" });
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('You have no passkeys.').waitFor();
  });

  it('are not offered at an IP address', async () => {
    await using page = await openDashboard(browser, service.live, '/settings/security');
    await page.getByText('Passkeys need HTTPS and a host name').waitFor();
    expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
    await signOut(page);
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  });
});

describe('"Confirm it\'s you"', () => {
  it('asks before creating an admin key, and creates it after the right password', async () => {
    await using page = await visit('/settings/api-keys');
    ahead += 16 * minute;
    await page
      .getByRole('button', { name: /create/i })
      .first()
      .click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('Name').fill('Deploy');
    await dialog.getByLabel(/^admin/i).check();
    await dialog.getByRole('button', { name: /create/i }).click();
    const question = page.getByRole('dialog', { name: "Confirm it's you" });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByLabel('Password').fill('another long password');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.getByText('That password is wrong.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText("Nothing was done, because you didn't confirm it's you.").waitFor();
    await dialog.getByRole('button', { name: /create/i }).click();
    await question.getByLabel('Password').fill(PASSWORD);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByText(/svc_live_/)
      .first()
      .waitFor();
  });

  it('asks before a download', async () => {
    await using page = await visit('/settings/data');
    ahead += 16 * minute;
    await page.getByRole('button', { name: /sources/i }).click();
    const question = page.getByRole('dialog', { name: "Confirm it's you" });
    await question.getByLabel('Password').fill(PASSWORD);
    const download = page.waitForEvent('download');
    await question.getByRole('button', { name: 'Confirm' }).click();
    expect((await download).suggestedFilename()).toMatch(/^sources-live-.*\.ndjson$/);
  });
});

it('an ended session shows why, and returns to the same page after signing in', async () => {
  await using page = await visit('/settings/security');
  const email = await emailOf(page);
  ahead += 13 * hour;
  await page.reload();
  await page.getByText('Your session has expired. Sessions end after 12 hours without use').waitFor();
  await expectAccessible(page);
  await typePassword(page, email);
  await page.getByRole('heading', { name: 'Security' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/security');
});

it('a person without a password confirms at the provider, and returns to the page', async () => {
  const provider = await startSignInProvider();
  const other = await startTestService(
    { ...providerSettings(provider), OIDC_ALLOWED_DOMAINS: 'example.org', OIDC_DEFAULT_ROLE: 'admin' },
    { now: () => Date.now() + ahead },
  );
  provider.next = { person: { sub: '1', email: 'ada@example.org', name: 'Ada' } };
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  try {
    await page.goto(`${other.live.baseUrl}/settings/data`);
    await page.getByRole('link', { name: 'Sign in with Example' }).click();
    await page.getByRole('heading', { name: 'Data & retention' }).waitFor();
    ahead += 16 * minute;
    await page.getByRole('button', { name: 'Download Audit log' }).click();
    const question = page.getByRole('dialog', { name: "Confirm it's you" });
    await question.getByRole('link', { name: 'Sign in again' }).click();
    await question.waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Audit log' }).click();
    expect(await (await download).failure()).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/settings/data');
  } finally {
    await context.close();
    await other.stop();
    await provider.stop();
  }
});
