import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../server/tests/helpers/people.ts';
import {
  type Client,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let service: TestService;
let live: Client;
let browser: Browser;
let agentId: string;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  live = service.live;
  await live.addText('Lighthouse', 'The lighthouse was built in 1874 by Ida Lund.');
  const knowledge_base_ids = [(await live.get('/v1/workspace')).body.data.default_knowledge_base_id];
  agentId = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

const visit = (path: string) => openDashboard(browser, live, path);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session ended' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const endSession = (page: Page) => page.context().clearCookies();
async function signIn(page: Page): Promise<void> {
  await dialog(page).getByLabel('Password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('a session that ends while something is typed', () => {
  it('asks to sign in over the page, and then saves what was typed', async () => {
    await using page = await visit(`/agents/${agentId}`);
    const fallback = page.getByLabel('Fallback message');
    await fallback.fill('Ask the keeper of the lighthouse.');
    await endSession(page);
    await press(page, 'Save changes');
    await dialog(page).waitFor();
    await expectAccessible(page);
    await dialog(page).getByLabel('Password').fill('not the password');
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog(page).getByText('The email address or password is wrong.').waitFor();
    await signIn(page);
    await page.getByText('Saved. The test chat uses it now.').waitFor();
    expect((await live.get(`/v1/agents/${agentId}`)).body.data.fallback_message).toBe(
      'Ask the keeper of the lighthouse.',
    );
    await expect.poll(() => fallback.inputValue()).toBe('Ask the keeper of the lighthouse.');
  });

  it('leaves it on the page if the person does not sign in now, and asks again at the next attempt', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.getByLabel('Welcome message').fill('Ahoy!');
    await endSession(page);
    await press(page, 'Save changes');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('Your session ended. Sign in to go on.').waitFor();
    await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('Ahoy!');
    await press(page, 'Save changes');
    await signIn(page);
    await page.getByText('Saved. The test chat uses it now.').waitFor();
  });

  it('keeps a dialog with its text open', async () => {
    await using page = await visit('/sources?add=text');
    await page.getByRole('dialog').getByLabel('Name').fill('Tides');
    await page.getByRole('textbox', { name: 'Text' }).fill('High water is at noon.');
    await endSession(page);
    await press(page, 'Add text');
    await signIn(page);
    await page.getByText('Tides was added.').waitFor();
    const { data } = (await live.get('/v1/knowledge-base/sources?q=Tides')).body;
    expect(data).toHaveLength(1);
  });

  it('answers the question that was asked in the test chat', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.getByLabel('Message', { exact: true }).fill('Who built the lighthouse?');
    await endSession(page);
    await page.keyboard.press('Enter');
    await signIn(page);
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    await expect.poll(() => page.getByRole('log').innerText()).toContain('Ida Lund');
  });

  it('goes on by itself after a sign-in in another tab', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.getByLabel('Welcome message').fill('Moin!');
    const cookies = await page.context().cookies();
    // A count of the menu that is read just now would ask first, and cover the button.
    await page.route('**/v1/**', async (route) => {
      if (route.request().method() !== 'GET') await route.continue();
    });
    await endSession(page);
    await press(page, 'Save changes');
    await dialog(page).waitFor();
    await page.unroute('**/v1/**');
    await page.context().addCookies(cookies);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByText('Saved. The test chat uses it now.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
  });
});

describe('a person who signs out', () => {
  it('is not asked to sign in again over the page', async () => {
    await using page = await visit('/agents');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
  });
});
