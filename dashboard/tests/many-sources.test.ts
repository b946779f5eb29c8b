import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { addSourceRows } from './add-source-rows.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';
import { turnTab } from './turn-tab.ts';

const COUNT = 10_000;
const api = '/v1/knowledge-base/sources';

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

/** Scrolls towards a row, as far as the list is loaded. */
const scrollToRow = async (page: Page, row: number): Promise<void> => {
  await expect
    .poll(() =>
      page.evaluate<number>(`(() => {
        scrollTo(0, ${row} * 40);
        return scrollY;
      })()`),
    )
    .toBeGreaterThanOrEqual((row - 2) * 40);
};

async function rename(from: string, to: string): Promise<void> {
  const [source] = (await service.live.get(`${api}?q=${encodeURIComponent(from)}`)).body.data;
  expect((await service.live.patch(`${api}/${source.id}`, { name: to })).status).toBe(200);
}

describe('10,000 sources', () => {
  it('scroll to the last with few rows in the DOM', async () => {
    const page = await openDashboard(browser, service.live, '/sources');
    await page.getByText('10,000 sources', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Letter 10000', exact: true }).waitFor();
    const rows = page.locator('tbody tr');
    const most = await page.evaluate<number>(`new Promise((resolve) => {
      let most = 0;
      const timer = setInterval(() => {
        scrollTo(0, document.body.scrollHeight);
        most = Math.max(most, document.querySelectorAll('tbody tr').length);
        if (!document.body.innerText.includes('End of list.')) return;
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
      { timeout: 30_000 },
    );
    // The list has its full height: halfway up are the rows 5,000 before the last.
    await page.evaluate('scrollBy(0, -5000 * 40)');
    await page
      .getByRole('link', { name: /^Letter 50\d\d$/ })
      .first()
      .waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(60);
    await page.context().close();
  });

  it('are all selected and tagged at once', async () => {
    const page = await openDashboard(browser, service.live, '/sources?q=Letter%209');
    await page.getByText(/^\d+\+ sources$/).waitFor();
    await page.getByLabel('Select all loaded').click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('1,111 selected').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill('nine');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    await page.getByText('1,111 sources tagged.').waitFor({ timeout: 60_000 });
    const counts = (await service.live.get(`${api}/counts`)).body.data;
    expect(counts.tags).toEqual([{ tag: 'nine', count: 1_111 }]);
    await page.context().close();
  });

  it('are up to date after a while in another tab, even while loading more', async () => {
    const page = await openDashboard(browser, service.live, '/sources');
    const linkTo = (name: string) => page.getByRole('link', { name, exact: true });
    await linkTo('Letter 10000').waitFor();
    await turnTab(page, 'hidden');
    await rename('Letter 9850', 'Letter 9850, changed before');
    // Refetches are slow.
    const isHeld = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The stream opens again without a place to go on from, so that the list is read again.
    await page.route(`**/v1/knowledge-base/changes?*`, async (route) =>
      route.continue({ url: `${service.live.baseUrl}/v1/knowledge-base/changes` }),
    );
    await page.route(`**${api}?*cursor=*`, async (route) => {
      isHeld.resolve();
      await release.promise;
      await route.continue().catch(() => undefined);
    });
    await turnTab(page, 'visible');
    await isHeld.promise;
    // The first page is refetched by now.
    await rename('Letter 9995', 'Letter 9995, changed meanwhile');
    await linkTo('Letter 9995, changed meanwhile').waitFor();
    await scrollToRow(page, 150);
    await linkTo('Letter 9848').waitFor();
    release.resolve();
    await scrollToRow(page, 250);
    await linkTo('Letter 9748').waitFor();
    await scrollToRow(page, 150);
    await linkTo('Letter 9850, changed before').waitFor();
    await scrollToRow(page, 0);
    await linkTo('Letter 9995, changed meanwhile').waitFor();
    await page.context().close();
  });

  it('are not reloaded on the way back from one, and stay up to date', async () => {
    const page = await openDashboard(browser, service.live, '/sources');
    const linkTo = (name: string) => page.getByRole('link', { name, exact: true });
    await linkTo('Letter 10000').waitFor();
    await scrollToRow(page, 150);
    await scrollToRow(page, 250);
    await linkTo('Letter 9748').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // The data is a minute old.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await linkTo('Letter 9748').click();
    await page.getByRole('heading', { name: 'Letter 9748' }).waitFor();
    await rename('Letter 9745', 'Letter 9745, changed meanwhile');
    await linkTo('All sources').click();
    await linkTo('Letter 9745, changed meanwhile').waitFor();
    await rename('Letter 9746', 'Letter 9746, changed after that');
    await linkTo('Letter 9746, changed after that').waitFor();
    expect(requests.filter((url) => /\/sources\?|\/changes\b/.test(url))).toEqual([]);
    await page.context().close();
  });

  it('are all selected at once at 360 px, by touch too', async () => {
    const page = await openDashboard(browser, service.live, '/sources', {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    await page.getByText('10,000 sources', { exact: true }).waitFor();
    await page.getByLabel('Select all loaded').tap();
    const bar = page.getByRole('toolbar', { name: 'Selected sources' });
    const all = bar.getByRole('button', { name: 'Select all 10,000' });
    await all.waitFor();
    await expectAccessible(page);
    // It is neither clipped nor covered.
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
