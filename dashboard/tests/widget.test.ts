import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeChatServer, startFakeChatServer } from '../../server/tests/helpers/fake-chat-server.ts';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { lineOfToken, type Shop, startShop } from './start-shop.ts';

let browser: Browser;
let test: TestService;
let site: Shop;
let token: { id: string; token: string };
let tokens: string;
/** A service whose model pauses within a reply, and the path of its agent's tokens. */
let slow: TestService;
let slowTokens: string;
let model: FakeChatServer;
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
  site = await startShop();
  const { live } = test;
  await live.addText(
    'Lighthouse guide',
    'The lighthouse was built in 1874 by Ida Lund. It is open on Sundays.',
  );
  const agent = await live.post('/v1/agents', {
    name: 'Harbour desk',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
    welcome_message: 'Welcome to the harbour. What would you like to know?',
  });
  tokens = `/v1/agents/${agent.body.data.id}/tokens`;
  token = (await live.post(tokens, { name: 'Site', allowed_origins: [site.origin] })).body.data;
  site.setLine(lineOf(token.token));
  model = await startFakeChatServer();
  slow = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'fake',
    LLM_BASE_URL: `${model.origin}/v1`,
  });
  await slow.live.addText('Pier', 'The pier is 300 metres long.');
  const slowAgent = await slow.live.post('/v1/agents', {
    name: 'Pier desk',
    knowledge_base_ids: [await defaultKnowledgeBase(slow.live)],
  });
  slowTokens = `/v1/agents/${slowAgent.body.data.id}/tokens`;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.close();
  await test.stop();
  await slow.stop();
  await model.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const lineOf = (text: string, { live } = test): string => lineOfToken(text, live.baseUrl);

async function visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(site.origin);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

const opener = (page: Page) => page.getByRole('button', { name: 'Open chat' });
const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(
    `document.querySelector('footnote-chat').shadowRoot.activeElement?.matches(${JSON.stringify(selector)}) ?? false`,
  );

describe('the chat widget', () => {
  it('answers with its sources on a page of another origin', async () => {
    await using page = await visit();
    await opener(page).click();
    await page.getByText('Welcome to the harbour. What would you like to know?').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Message').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).getByText('Lighthouse guide').waitFor();
    await expect.poll(() => page.getByRole('log').innerText()).toContain('Ida Lund');
    await expect
      .poll(() => page.getByRole('button', { name: 'Source 1: Lighthouse guide' }).count())
      .toBeGreaterThan(0);
    await expect.poll(() => page.getByText(/^Reply: .*Ida Lund/).count()).toBe(1);
    await page.getByRole('button', { name: 'Good reply' }).click();
    await page.getByText('Thank you.').waitFor();
    await expectAccessible(page);
    const { body } = await test.live.get('/v1/conversations');
    expect(body.data).toHaveLength(1);
    expect((await test.live.get('/v1/overview')).body.data.ratings).toEqual({ up: 1, down: 0 });
  });

  it('takes a message once it is loaded, so that the welcome replaces none', async () => {
    await using page = await visit();
    const { promise: isTried, resolve: tried } = Promise.withResolvers<void>();
    await page.route(/\/v1\/widget\/[^/]+$/, async (route) => {
      await isTried;
      await route.continue().catch(() => undefined);
    });
    // It waits a few seconds for its settings, and then begins without them.
    await page.reload();
    await opener(page).click();
    await page.getByText('Loading').waitFor();
    expect(await page.getByLabel('Message').isVisible()).toBe(false);
    tried();
    await page.getByLabel('Message').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).getByText('Lighthouse guide').waitFor();
    expect(await page.getByText('Welcome to the harbour.').count()).toBe(1);
  });

  it('continues on the next page, until a new conversation is started', async () => {
    await using page = await visit();
    await opener(page).click();
    await page.getByLabel('Message').fill('When is the lighthouse open?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    await page.goto(`${site.origin}/other`);
    await page.getByText('When is the lighthouse open?').waitFor();
    await page.getByLabel('Message').fill('And who built it?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).nth(1).waitFor();
    const count = (await test.live.get('/v1/conversations')).body.data.length;
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => page.getByText('And who built it?').count()).toBe(0);
    await page.getByLabel('Message').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    expect((await test.live.get('/v1/conversations')).body.data).toHaveLength(count + 1);
  });

  it('keeps a footnote with the word before it at any width', async () => {
    await using page = await visit();
    await opener(page).click();
    await page.getByPlaceholder('Ask a question').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.locator('sup').first().waitFor();
    const apart = await page.evaluate<number[]>(
      `(() => {
        const reply = document.querySelector('footnote-chat').shadowRoot.querySelector('.reply');
        const apart = [];
        for (let width = 140; width < 340; width += 3) {
          reply.style.width = width + 'px';
          for (const note of reply.querySelectorAll('sup')) {
            const text = note.previousSibling;
            const end = document.createRange();
            end.setStart(text, text.length - 1);
            end.setEnd(text, text.length);
            const [word, mark] = [end.getBoundingClientRect(), note.getBoundingClientRect()];
            if (mark.left < word.right - 1) apart.push(width);
          }
        }
        return apart;
      })()`,
    );
    expect(apart).toEqual([]);
  });

  it('works by keyboard, keeps the focus inside, and returns it', async () => {
    await using page = await visit({ viewport: { width: 360, height: 640 }, colorScheme: 'dark' });
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Welcome to the harbour.').waitFor();
    await expect.poll(() => isFocused(page, 'textarea')).toBe(true);
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocused(page, '.panel *')).toBe(true);
    }
    expect(
      await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(page, '.launcher')).toBe(true);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('goes from a footnote to its source, and closes, by keyboard', async () => {
    await using page = await visit({ viewport: { width: 360, height: 640 } });
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, 'textarea')).toBe(true);
    await page.keyboard.type('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    const sources = page.getByRole('list', { name: 'Sources' });
    await sources.waitFor();
    await expect.poll(() => isFocused(page, 'textarea')).toBe(true);
    // After both rating buttons.
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+Tab');
    await expect.poll(() => isFocused(page, '[aria-label="Source 1: Lighthouse guide"]')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, 'li')).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Thank you.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(page, '.launcher')).toBe(true);
  });

  it('exposes its shadow tree to axe', async () => {
    await using page = await visit();
    await opener(page).click();
    await page.getByText('Welcome to the harbour.').waitFor();
    await page.evaluate(`{
      const faulty = document.createElement('button');
      document.querySelector('footnote-chat').shadowRoot.querySelector('header').append(faulty);
    }`);
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
  });

  it('shows an error, and retries', async () => {
    await using page = await visit();
    await opener(page).click();
    await page.getByText('Welcome to the harbour.').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Message').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText("The chat can't be reached.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('is refused on a page that its token does not allow, and tells the developer why', async () => {
    const elsewhere = await startShop();
    elsewhere.setLine(lineOf(token.token));
    await using page = await visit();
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    await page.goto(elsewhere.origin);
    await opener(page).click();
    await page.getByRole('alert').getByText("The chat can't be reached.").waitFor();
    expect(errors.join('\n')).toContain(`its allowed origins don't include ${elsewhere.origin}`);
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
    await elsewhere.close();
  });

  it('ends when its token is disabled', async () => {
    await using page = await visit();
    await opener(page).click();
    await page.getByText('Welcome to the harbour.').waitFor();
    await test.live.patch(`${tokens}/${token.id}`, { enabled: false });
    await page.getByLabel('Message').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await test.live.patch(`${tokens}/${token.id}`, { enabled: true });
  });
});

describe('a sentence that no source supports', () => {
  it('is taken back while the rest of the reply is written', async () => {
    const lenient = await startTestService({
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${model.origin}/v1`,
      GROUNDING: 'lenient',
    });
    onTestFinished(() => lenient.stop());
    const { live } = lenient;
    await live.addText('Pier', 'The pier is 300 metres long. The pier was built by fishermen.');
    const bases = [await defaultKnowledgeBase(live)];
    const agent = await live.post('/v1/agents', { name: 'Pier desk', knowledge_base_ids: bases });
    const made = await live.post(`/v1/agents/${agent.body.data.id}/tokens`, {
      name: 'Site',
      allowed_origins: [site.origin],
    });
    site.setLine(lineOf(made.body.data.token, lenient));
    onTestFinished(() => site.setLine(lineOf(token.token)));
    const words =
      'The pier is 300 metres long [1]. Our founder loves sailing on the lake [1]. The pier was built by fishermen [1]. And so';
    model.always({ pieces: words.match(/\s*\S+/g) ?? [], pauseMs: 20, hangsAfter: 24 });
    await using page = await visit();
    await opener(page).click();
    await page.getByLabel('Message').fill('How long is the pier?');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('The pier was built by fishermen').waitFor();
    expect(await log.getByText('Our founder').count()).toBe(0);
    await page.getByRole('button', { name: 'Stop' }).click();
  });
});

describe('a token that ends during a reply', () => {
  it.each([
    ['disabled', (path: string) => slow.live.patch(path, { enabled: false })],
    ['deleted', (path: string) => slow.live.delete(path)],
  ])('by being %s cuts off the reply, and the widget says so', async (_how, end) => {
    const { token: text, id } = (
      await slow.live.post(slowTokens, { name: 'Site', allowed_origins: [site.origin] })
    ).body.data;
    site.setLine(lineOf(text, slow));
    onTestFinished(() => site.setLine(lineOf(token.token)));
    model.always({
      pieces: Array.from({ length: 9 }, () => 'The pier is 300 metres long [1]. '),
      hangsAfter: 5,
    });
    const left = model.aborted();
    await using page = await visit();
    await opener(page).click();
    await page.getByLabel('Message').fill('How long is the pier?');
    await page.keyboard.press('Enter');
    const reply = page.getByRole('log').getByText('The pier is 300 metres long');
    await reply.waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect((await end(`${slowTokens}/${id}`)).status).toBeLessThan(300);
    await page.getByRole('alert').getByText('This chat is closed.').waitFor();
    await expect.poll(() => reply.count()).toBe(0);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await expect.poll(() => model.aborted()).toBe(left + 1);
    expect((await slow.live.get('/v1/conversations')).body.data).toEqual([]);
  });
});

describe('a reply with Markdown', () => {
  it('is rendered, with footnotes that lead to their source', async () => {
    const { token: text } = (
      await slow.live.post(slowTokens, { name: 'Site', allowed_origins: [site.origin] })
    ).body.data;
    site.setLine(lineOf(text, slow));
    onTestFinished(() => site.setLine(lineOf(token.token)));
    model.script({
      pieces: [
        'The **pier** is 300 metres long [1].\n\n',
        '1. The pier is *long* [1].\n2. The pier is `300` metres long [1].\n\n',
        '| Pier | Length |\n| The pier is long [1] | The pier is 300 metres long [1] |\n\n',
        '> The pier is 300 metres long [1].\n\n- The pier is long: <b>300</b> metres [1].',
      ],
    });
    await using page = await visit({ viewport: { width: 360, height: 740 } });
    await opener(page).click();
    await page.getByLabel('Message').fill('How long is the pier?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).waitFor();
    const log = page.getByRole('log');
    await expect.poll(() => log.locator('strong').innerText()).toBe('pier');
    await expect
      .poll(() => log.locator('li[value="2"]').innerText())
      .toMatch(/^The pier is 300 metres long\.\d+$/);
    await expect
      .poll(() => log.locator('td').last().innerText())
      .toMatch(/^The pier is 300 metres long\s*\d+$/);
    await expect
      .poll(() => log.locator('blockquote').innerText())
      .toMatch(/^The pier is 300 metres long\.\d+$/);
    await expect.poll(() => page.getByText(/^Reply: The pier is 300/).count()).toBe(1);
    expect(await log.locator('.text b').count()).toBe(0);
    const widths = 'document.querySelector("footnote-chat").shadowRoot.querySelector(".log")';
    expect(await page.evaluate(`${widths}.scrollWidth - ${widths}.clientWidth`)).toBe(0);
    await expectAccessible(page);
    await log.locator('blockquote').getByRole('button', { name: 'Source 1: Pier' }).click();
    await expect.poll(() => isFocused(page, '.sources li')).toBe(true);
  });
});

describe('GET /widget.js', () => {
  it('is allowed on every page, and answers 304 to a current copy', async () => {
    const url = `${test.live.baseUrl}/widget.js`;
    const first = await fetch(url);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});
