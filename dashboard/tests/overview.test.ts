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

/** The text of a tile. */
const tile = (page: Page, name: string): Promise<string> =>
  page.locator('dl').getByText(name, { exact: true }).locator('xpath=..').innerText();

describe('the overview', () => {
  it('shows charts, and the same numbers as tables', async () => {
    await using page = await visit();
    await expect
      .poll(() => tile(page, 'Conversations'))
      .toMatch(/Conversations\s+4\s+No earlier data\s+4 messages/);
    expect(await tile(page, 'Answered')).toMatch(/75%\s+No earlier data\s+1 unanswered/);
    expect(await tile(page, 'Helpful')).toMatch(/100%\s+No earlier data\s+1 good, 0 bad/);
    expect(await tile(page, 'Time to reply, p95')).toMatch(/\d ms/);
    const messages = panel(page, 'Messages');
    await messages.locator('svg path').first().waitFor();
    await messages.getByText('Show data').click();
    const today = messages.getByRole('row').last();
    await expect.poll(() => today.getByRole('cell').allInnerTexts()).toEqual(['3', '1']);
    await panel(page, 'Time to reply').locator('svg circle').first().waitFor();
    await panel(page, 'Most cited sources').getByRole('link', { name: 'Lighthouse guide' }).waitFor();
    await page.getByRole('region', { name: 'Indexing' }).getByText('Queue empty.').waitFor();
    await expectAccessible(page);
  });

  it('counts test chats only when asked to', async () => {
    const metadata = { channel: 'dashboard' };
    await test.live.post(`${agentPath}/chat`, { message: 'Is this only a trial?', metadata });
    await using page = await visit();
    await expect.poll(() => tile(page, 'Conversations')).toContain('4 messages');
    await page.getByRole('switch', { name: 'Include test chats' }).click();
    await expect.poll(() => tile(page, 'Conversations')).toContain('5 messages');
    // The URL keeps it.
    await page.reload();
    await expect.poll(() => tile(page, 'Conversations')).toContain('5 messages');
  });

  it('leads from a bar to its conversations, by mouse and by keyboard, and back to the same filters', async () => {
    await using page = await visit();
    await chooseFilter(page, 'Agent', 'Harbour desk');
    await chooseFilter(page, 'Channel', 'API');
    const bars = page.getByRole('group', { name: 'Messages' });
    await bars.getByRole('link').last().click();
    await page.getByRole('heading', { name: 'Conversations' }).waitFor();
    const rows = page.locator('li a[href^="/conversations/agt_"], tbody a[href^="/conversations/agt_"]');
    await expect.poll(() => rows.count()).toBe(4);
    expect(page.url()).toMatch(/agent=agt_\w+&channel=api&replied=/);
    await page.goBack();
    await expect.poll(() => tile(page, 'Conversations')).toContain('4 messages');
    const bands = page.getByRole('group', { name: 'Confidence' });
    await bands.getByRole('link').last().focus();
    await page.keyboard.press('Home');
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.getAttribute("aria-label")'))
      .toMatch(/^0–10%: 1 Replies/);
    await page.keyboard.press('Enter');
    await page.getByText('Which tram goes to the airport?').first().waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: /Remove filter Confidence/ }).click();
    await expect.poll(() => rows.count()).toBe(4);
    await expectAccessible(page);
  });

  it('says what changed since the period before, also where less is better', async () => {
    await using page = await visit({ role: 'viewer' });
    await page.route('**/v1/overview?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const { data } = body;
      Object.assign(data, { conversations: 6, latency_p95_ms: 1_000, mean_confidence: 0.8 });
      Object.assign(data.previous, { conversations: 8, latency_p95_ms: 2_000, mean_confidence: 0.75 });
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    await expect.poll(() => tile(page, 'Conversations')).toContain('25% fewer');
    expect(await tile(page, 'Avg. confidence')).toContain('5 points higher');
    expect(await tile(page, 'Time to reply, p95')).toContain('50% faster');
    const tone = (words: string) =>
      page.getByText(words).evaluate((element) => element.className.match(/text-(good|bad)/)?.[1]);
    expect([await tone('25% fewer'), await tone('50% faster')]).toEqual(['bad', 'good']);
  });

  it('lists what needs attention, each with the way to it, and says if all is good', async () => {
    await using page = await visit();
    const attention = panel(page, 'Needs attention');
    await attention.getByRole('link', { name: '1 new knowledge gap' }).click();
    await page.getByRole('heading', { name: 'Knowledge gaps' }).waitFor();
    await page.route('**/v1/overview/attention', (route) => route.fulfill({ json: { data: { items: [] } } }));
    await page.goto(`${test.live.baseUrl}/`);
    await attention.getByText('All good').waitFor();
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
      await page.getByText('Avg. confidence').waitFor();
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
    await page.getByText('Avg. confidence').waitFor();
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
    await page.getByText('Avg. confidence').waitFor();
  });
});
