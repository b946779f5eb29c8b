import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { chooseOption } from './choose.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const visit = (path: string): Promise<Page & AsyncDisposable> => openDashboard(browser, service.live, path);

describe('the look', () => {
  it('is chosen in the settings, as in the account menu, and remembered', async () => {
    await using page = await visit('/settings/appearance');
    await page.getByRole('radio', { name: 'Dark' }).check();
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await expect.poll(theme).toBe('dark');
    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    await chooseOption(page, 'Language', 'Deutsch');
    await page.getByRole('heading', { level: 1, name: 'Sprache und Design' }).waitFor();
    expect(await theme()).toBe('dark');
  });
});

describe('an address that moved', () => {
  it.each([
    ['export', 'data', 'Data & retention'],
    ['account', 'profile', 'Profile'],
  ])('leads from %s to %s', async (from, to, title) => {
    await using page = await visit(`/settings/${from}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/settings/${to}`);
  });
});
