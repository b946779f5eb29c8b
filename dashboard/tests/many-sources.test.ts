import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/start-test-service.ts';
import { addSourceRows } from './add-source-rows.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const COUNT = 10_000;

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  await addSourceRows(service.dataDir, {
    knowledgeBaseId: await defaultKnowledgeBase(service.live),
    count: COUNT,
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});
vi.setConfig({ testTimeout: 120_000 });

describe('10,000 sources', () => {
  it('are scrolled through to the last with few rows on the page', async () => {
    const page = await openDashboard(browser, service.live, '/sources');
    await page.getByText('10,000 sources', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Letter 10000', exact: true }).waitFor();
    const rows = page.locator('tbody tr');
    const most = await page.evaluate<number>(`new Promise((resolve) => {
      let most = 0;
      const timer = setInterval(() => {
        scrollTo(0, document.body.scrollHeight);
        most = Math.max(most, document.querySelectorAll('tbody tr').length);
        if (!document.body.innerText.includes('That is all.')) return;
        clearInterval(timer);
        resolve(most);
      }, 20);
    })`);
    expect(most).toBeLessThan(60);
    await vi.waitFor(
      async () => {
        await page.keyboard.press('End');
        expect(await page.getByRole('link', { name: 'Letter 1', exact: true }).count()).toBe(1);
      },
      { timeout: 20_000 },
    );
    // All of them are there: so many rows a screen further up stand 5,000 before the last.
    await page.evaluate('scrollBy(0, -5000 * 64)');
    await page
      .getByRole('link', { name: /^Letter 50\d\d$/ })
      .first()
      .waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(60);
    await page.context().close();
  });

  it('are selected and tagged all at once', async () => {
    const page = await openDashboard(browser, service.live, '/sources?q=Letter%209');
    await page.getByText(/^\d+\+ sources$/).waitFor();
    await page.getByLabel('Select all that are loaded').click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('1,111 selected').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill('nine');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    await page.getByText('1,111 sources tagged.').waitFor({ timeout: 60_000 });
    const counts = (await service.live.get('/v1/knowledge-base/sources/counts')).body.data;
    expect(counts.tags).toEqual([{ tag: 'nine', count: 1_111 }]);
    await page.context().close();
  });

  it('are selected all at once on a screen of 360 px, by a finger too', async () => {
    const page = await openDashboard(browser, service.live, '/sources', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    await page.getByText('10,000 sources', { exact: true }).waitFor();
    await page.getByLabel('Select all that are loaded').tap();
    const bar = page.getByRole('toolbar', { name: 'Selected sources' });
    const all = bar.getByRole('button', { name: 'Select all 10,000' });
    await all.waitFor();
    await expectAccessible(page);
    // Nothing of it is cut off, and nothing lies over it.
    expect(await all.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    const edges = await bar.boundingBox();
    for (const button of await bar.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((edges?.x ?? 0) + (edges?.width ?? 0));
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((edges?.y ?? 0) + (edges?.height ?? 0));
    }
    await all.tap();
    await page.getByText('10,000 selected').waitFor({ timeout: 60_000 });
    await expect.poll(() => all.count()).toBe(0);
    await page.context().close();
  });
});
