import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, signUp } from '../../server/tests/helpers/people.ts';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../../server/tests/helpers/test-storage.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let browser: Browser;
let test: TestService;
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000 });

async function visit(path: string): Promise<Page & AsyncDisposable> {
  const page = await openDashboard(browser, test.live, path);
  page.setDefaultTimeout(60_000);
  return page;
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('a service that restarts', () => {
  it('keeps the open page, and opens a new one as soon as it is back', async () => {
    const dataDir = newDataDir();
    const before = await startTestService({ DATA_DIR: dataDir });
    const page = await openDashboard(browser, before.live, '/');
    page.setDefaultTimeout(60_000);
    await heading(page, 'Get your first answer').waitFor();
    await before.stop();
    await link(page, 'Agents').click();
    await page.getByText("The service isn't responding.").waitFor();
    await link(page, 'Footnote').waitFor();
    const after = await startTestService({
      DATA_DIR: dataDir,
      PORT: new URL(before.live.baseUrl).port,
      SANDBOX_PORT: new URL(before.sandbox.baseUrl).port,
    });
    await heading(page, 'Agents').waitFor();
    await page.getByText('No agents yet').waitFor();
    await expect.poll(() => page.getByText("The service isn't responding.").count()).toBe(0);
    await page.context().close();
    await after.stop();
    await removeDataDir(dataDir);
  });
});

describe('a page', () => {
  it('loads from a service on the same machine without a network', async () => {
    await using page = await visit('/settings/limits');
    await page.getByText('Sizes and counts').waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await link(page, 'Knowledge bases').click();
    await page.getByText('Default', { exact: true }).first().waitFor();
    await link(page, 'Agents').click();
    await page.getByRole('button', { name: 'Create agent' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Harbour desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await heading(page, 'Harbour desk').waitFor();
  });

  it('retries a request without a response', async () => {
    await using page = await visit('/settings/limits');
    await page.getByText('Sizes and counts').waitFor();
    await page.clock.install();
    let asked = 0;
    await page.route('**/v1/workspace', (route) => {
      asked++;
      return asked === 1 ? undefined : route.continue();
    });
    await link(page, 'General').click();
    await expect.poll(() => asked, { timeout: 60_000 }).toBe(1);
    await page.clock.fastForward(70_000);
    await heading(page, 'This workspace').waitFor();
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(5_000);
          return await page.getByText('Environment', { exact: true }).count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    expect(asked).toBeGreaterThan(1);
  });

  it('asks to sign in when the session was ended elsewhere, and goes on afterwards', async () => {
    const member = await signUp(test.live, 'admin');
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const enter = async (): Promise<void> => {
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await page.goto(`${test.live.baseUrl}/settings/limits`);
    await enter();
    await page.getByText('Sizes and counts').waitFor();
    for (const { id, is_current } of (await member.get('/v1/account/sign-ins')).body.data)
      if (!is_current) await member.delete(`/v1/account/sign-ins/${id}`);
    await link(page, 'API keys').click();
    const dialog = page.getByRole('dialog', { name: 'Your session ended' });
    await dialog.getByText('You were signed out.').waitFor();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(page, 'API keys').waitFor();
    await context.close();
  });
});
