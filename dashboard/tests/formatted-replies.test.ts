import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeChatServer, startFakeChatServer } from '../../server/tests/helpers/fake-chat-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';
import { stopReply } from './stop-reply.ts';

const REPLY = `## Before you start

The **pump** is oiled every spring [1].

1. **Open** the valve before you start [1].
   - Turn it left until it clicks [1].
2. The pump costs 300 euros [1].

| Part | Costs |
| --- | ---: |
| Valve | The valve costs 90 euros [1] |
| Pump | The pump costs 300 euros [1] |

\`\`\`sh
pump --oil
pump --start
\`\`\`

> **The pump is 300 metres long [1].**

More is at https://example.org/guide for everybody [1].`;

let browser: Browser;
let service: TestService;
let live: Client;
let model: FakeChatServer;
let agentId: string;
beforeAll(async () => {
  browser = await openBrowser();
  model = await startFakeChatServer();
  service = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'fake',
    LLM_BASE_URL: `${model.origin}/v1`,
    GROUNDING: 'lenient',
  });
  live = service.live;
  await live.addText(
    'Pump manual',
    'The pump is oiled every spring. Open the valve before you start. Turn it left until it clicks. The valve costs 90 euros. The pump costs 300 euros. Run pump --oil and then pump --start. The pump is 300 metres long. More is at https://example.org/guide for everybody.',
  );
  const made = await live.post('/v1/agents', {
    name: 'Pump desk',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
  });
  agentId = made.body.data.id;
  model.always({ pieces: REPLY.match(/.{1,7}/gs) ?? [] });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await model?.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

/** The rendered reply: lists, cells and code with their text and footnote numbers. */
async function expectFormatted(page: Page): Promise<void> {
  const log = page.locator('#content');
  await expect.poll(() => log.locator('strong').allTextContents()).toContain('pump');
  await expect
    .poll(() => log.locator('li[value]').first().innerText())
    .toMatch(/^Open the valve before you start\.\s*\d+\s*Turn/);
  await expect.poll(() => log.locator('td').last().innerText()).toMatch(/^The pump costs 300 euros\s*\d+$/);
  await expect
    .poll(() => log.locator('th').allInnerTexts())
    .toEqual([expect.stringMatching(/^Part/), expect.stringMatching(/^Costs/)]);
  await expect
    .poll(() => log.locator('li[value] li').innerText())
    .toMatch(/^Turn it left until it clicks\.\s*\d+$/);
  await expect.poll(() => log.locator('pre').innerText()).toContain('pump --oil\npump --start');
  await expect
    .poll(() => log.locator('blockquote strong').innerText())
    .toMatch(/^The pump is 300 metres long\.\s*\d+$/);
  // Each cited place has one number, in the order of the reply.
  const numbers = [...new Set((await log.locator('sup').allInnerTexts()).map(Number))];
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const link = log.getByRole('link', { name: 'https://example.org/guide' });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await link.getAttribute('title')).toBe('Links to https://example.org/guide');
  // Headings are below those of the page.
  await log.getByRole('heading', { name: 'Before you start', level: 3 }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
}

describe('a sentence that no source supports', () => {
  it('is taken back while the rest of the reply is written', async () => {
    const words =
      'The pump is oiled every spring [1]. Our founder loves sailing on the lake [1]. The valve costs 90 euros [1]. And so';
    const before = model.requests().length;
    model.script({ pieces: words.match(/\s*\S+/g) ?? [], pauseMs: 20, hangsAfter: 23 });
    await using page = await openDashboard(browser, live, `/agents/${agentId}`);
    await page.getByLabel('Message', { exact: true }).fill('How is the pump oiled?');
    await page.keyboard.press('Enter');
    await page.getByText('The valve costs 90 euros').waitFor();
    expect(await page.getByText('Our founder').count()).toBe(0);
    expect(await page.getByText('The pump is oiled every spring.').count()).toBe(1);
    await stopReply(page);
    expect(model.requests()).toHaveLength(before + 1);
  });
});

describe('a reply with Markdown', () => {
  it('is rendered in the test chat and in the transcript', async () => {
    await using page = await openDashboard(browser, live, `/agents/${agentId}`, {
      viewport: { width: 360, height: 740 },
    });
    await page.getByLabel('Message', { exact: true }).fill('How is the pump oiled?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    await expectFormatted(page);
    await expect
      .poll(() => page.getByText('The agent replied:').textContent())
      .toContain('The pump is oiled');
    await expectAccessible(page);

    const [conversation] = (await live.get(`/v1/agents/${agentId}/conversations`)).body.data;
    await page.goto(`${live.baseUrl}/conversations/${agentId}/${conversation.session_id}`);
    await page.locator('blockquote').waitFor();
    await expectFormatted(page);
    await expectAccessible(page);
  });

  it('is rendered while it is written, and stays when stopped', async () => {
    model.script({ pieces: REPLY.split(/(?<=\n)/), hangsAfter: 12 });
    await using page = await openDashboard(browser, live, `/agents/${agentId}`);
    await page.getByLabel('Message', { exact: true }).fill('How is the pump oiled?');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log');
    await expect.poll(() => log.locator('strong').allTextContents()).toEqual(['pump', 'Open']);
    await expect.poll(() => log.locator('td').first().innerText()).toBe('Valve');
    await stopReply(page);
    expect(await log.locator('strong').allTextContents()).toEqual(['pump', 'Open']);
  });

  it("leaves a visitor's own Markdown as typed", async () => {
    const { session_id } = (
      await live.post(`/v1/agents/${agentId}/chat`, { message: '**How** is the pump oiled?\n- now' })
    ).body.data;
    await using page = await openDashboard(browser, live, `/conversations/${agentId}/${session_id}`);
    await page.getByText('**How** is the pump oiled?').waitFor();
  });

  it('never runs or loads anything', async () => {
    const { body } = await live.post(`/v1/agents/${agentId}/chat`, {
      message: 'How is the pump oiled?',
      session_id: 'hostile',
    });
    await using page = await openDashboard(browser, live, '/conversations');
    const text =
      '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) ![b](https://example.org/b.png) <b>c</b>';
    // The service removes such content; a transcript does not rely on that.
    await page.context().route('**/messages*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const message of json.data)
        if (message.role === 'agent') Object.assign(message, { text, citations: [] });
      await route.fulfill({ response, json });
    });
    await page.goto(`${live.baseUrl}/conversations/${agentId}/${body.data.session_id}`);
    await page
      .getByText('<img src=x onerror="document.title=1"> [a](javascript:alert(1)) b <b>c</b>')
      .waitFor();
    expect(await page.locator('#content img, #content b, #content a[href^="javascript"]').count()).toBe(0);
  });
});
