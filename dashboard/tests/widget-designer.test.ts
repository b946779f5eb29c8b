import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { A_LOGO } from '../../server/tests/helpers/agent-operations.ts';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';
import { lineOfToken, type Shop, startShop } from './start-shop.ts';

let browser: Browser;
let service: TestService;
let shop: Shop;
let agent: string;
let token: string;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  shop = await startShop();
  const { live } = service;
  await live.addText('Ferry', 'The ferry to the island leaves at nine in the morning.');
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  agent = (await live.post('/v1/agents', { name: 'Ferry desk', knowledge_base_ids })).body.data.id;
  const site = { name: 'Shop', allowed_origins: [shop.origin] };
  token = (await live.post(`/v1/agents/${agent}/tokens`, site)).body.data.token;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await shop.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

/** Opens the page with the widget. */
async function visitShop(attributes = ''): Promise<Page & AsyncDisposable> {
  shop.setLine(lineOfToken(token, service.live.baseUrl, attributes));
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(shop.origin);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

const accentOf = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "getComputedStyle(document.querySelector('footnote-chat').shadowRoot.querySelector('.root')).getPropertyValue('--accent').trim()",
  );

describe('the design of the widget', () => {
  it('is changed beside a preview that is the widget, saved, and seen by visitors', async () => {
    await using page = await openDashboard(browser, service.live, `/agents/${agent}?part=widget`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.getByLabel('Colour', { exact: true }).fill('#ffe066');
    await page.getByText("It's pale, so the widget darkens it on light pages.").waitFor();
    await page.getByRole('button', { name: 'Use #1f6f54' }).click();
    await expect.poll(() => accentOf(page)).toBe('#1f6f54');
    await page.getByRole('radio', { name: 'Part of the page' }).check();
    await page.getByLabel('Starter questions').fill('When does the ferry leave?\nWhere is the pier?');
    await page.getByLabel('Greeting').fill('Ask the ferry desk.');
    await preview.getByText('Ask the ferry desk.').waitFor();
    await preview.getByRole('button', { name: 'When does the ferry leave?' }).click();
    await preview.getByText('This is a preview.').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(A_LOGO, 'base64') });
    await page.getByText('Logo saved.').waitFor();
    await page.getByRole('img', { name: 'Current logo' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.getByText('Choose a PNG, JPEG or WebP image.').waitFor();
    await chooseOption(page, 'Texts for', 'Deutsch');
    await page.getByLabel('Greeting').fill('Frag den Fährschalter.');
    await preview.getByText('Frag den Fährschalter.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save design' }).click();
    await page.getByText('Design saved.').waitFor();

    await using visitor = await visitShop();
    await visitor.getByText('Ask the ferry desk.').waitFor();
    expect(await accentOf(visitor)).toBe('#1f6f54');
    expect(await visitor.getByRole('button', { name: 'Open chat' }).count()).toBe(0);
    await visitor.getByRole('button', { name: 'When does the ferry leave?' }).click();
    await visitor.getByRole('button', { name: 'Good reply' }).waitFor();
    await expectAccessible(visitor);

    await using german = await visitShop(' data-lang="de"');
    await german.getByText('Frag den Fährschalter.').waitFor();
  });

  it('is overridden by the line of HTML: a search bar opens the chat with the question', async () => {
    await using page = await visitShop(' data-mode="search" data-color="#7a3fa0"');
    await page.getByRole('searchbox', { name: 'Message' }).fill('When does the ferry leave?');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Good reply' }).waitFor();
    expect(await accentOf(page)).toBe('#7a3fa0');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
