import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { chooseFilter } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

const LONG_NAME = 'What the museum of boats asks of those who visit it, '.repeat(3).trim();

let browser: Browser;
let test: TestService;
let agentPath: string;
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
  const { live } = test;
  await live.addText(
    'Lighthouse guide',
    'The lighthouse was built in 1874 by Ida Lund. It is open on Sundays.',
  );
  await live.addText(
    'Harbour rules',
    'Boats of guests lie at the north pier and pay twelve crowns for a night.',
  );
  await live.addText(LONG_NAME, 'The museum of boats is closed on Mondays.');
  // The last step of the first run.
  await live.post('/v1/api-keys', { name: 'Site', scope: 'read_only' });
  const agent = await live.post('/v1/agents', {
    name: 'Harbour desk',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
  });
  agentPath = `/v1/agents/${agent.body.data.id}`;
  const ask = async (message: string) => (await live.post(`${agentPath}/chat`, { message })).body.data;
  const { session_id, message_id } = await ask('Who built the lighthouse?');
  await ask('When is the lighthouse open?');
  await ask('When is the museum of boats closed?');
  await ask('Which tram goes to the airport?');
  await live.post(`${agentPath}/conversations/${session_id}/messages/${message_id}/feedback`, {
    rating: 'up',
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

async function visit(options: DashboardOptions = {}): Promise<Page & AsyncDisposable> {
  const page = await openDashboard(browser, test.live, '/', options);
  page.setDefaultTimeout(40_000);
  return page;
}

const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

describe('the overview', () => {
  it('shows charts, and the same numbers as tables', async () => {
    await using page = await visit();
    await page.getByText('Messages answered').waitFor();
    const facts = await page.getByText('Messages answered').locator('xpath=../..').innerText();
    expect(facts).toMatch(/Messages answered\s+4/);
    expect(facts).toMatch(/Unanswered\s+25%/);
    expect(facts).toMatch(/1 good, 0 bad/);
    expect(facts).toMatch(/Knowledge gaps\s+1/);
    const messages = panel(page, 'Messages');
    await messages.locator('svg path').first().waitFor();
    await messages.getByText('Show data').click();
    const today = messages.getByRole('row').last();
    await expect.poll(() => today.getByRole('cell').allInnerTexts()).toEqual(['3', '1']);
    await panel(page, 'Time to reply').locator('svg circle').first().waitFor();
    await panel(page, 'Most cited sources').getByRole('link', { name: 'Lighthouse guide' }).waitFor();
    await panel(page, 'Indexing').getByText('Queue empty.').waitFor();
    await expectAccessible(page);
  });

  it('counts test chats only when asked to', async () => {
    const metadata = { channel: 'dashboard' };
    await test.live.post(`${agentPath}/chat`, { message: 'Is this only a trial?', metadata });
    await using page = await visit();
    const facts = page.getByText('Messages answered').locator('xpath=../..');
    await expect.poll(() => facts.innerText()).toMatch(/Messages answered\s+4/);
    await page.getByRole('switch', { name: 'Include test chats' }).click();
    await expect.poll(() => facts.innerText()).toMatch(/Messages answered\s+5/);
  });

  it('covers the chosen period', async () => {
    await using page = await visit();
    const rows = panel(page, 'Messages').locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(30);
    await chooseFilter(page, 'Period', 'Last 7 days');
    await expect.poll(() => rows.count()).toBe(7);
  });

  it.each([360, 1280])(
    'fits a screen of %i pixels, also with a source that has a long name',
    async (width) => {
      await using page = await visit({ viewport: { width, height: 740 } });
      await page.getByText('Messages answered').waitFor();
      await panel(page, 'Messages').locator('svg path').first().waitFor();
      await panel(page, 'Most cited sources').getByRole('link', { name: LONG_NAME }).waitFor();
      expect(
        await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBe(0);
    },
  );

  it('shows an error, and retries', async () => {
    await using page = await visit({ role: 'viewer' });
    await page.getByText('Messages answered').waitFor();
    // The page also asks by itself, so it is the click that mends the service.
    await page.route('**/v1/overview*', async (route) => {
      if (await page.evaluate<boolean>('globalThis.hasAskedAgain === true')) return await route.continue();
      await route.fulfill({
        status: 500,
        json: { error: { code: 'internal_error', message: 'Something broke.', request_id: 'req_1' } },
      });
    });
    await page.reload();
    await page.getByRole('alert').getByText('Something broke.').waitFor();
    await expectAccessible(page);
    await page.evaluate(`addEventListener('click', () => { globalThis.hasAskedAgain = true }, true)`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Messages answered').waitFor();
  });
});
