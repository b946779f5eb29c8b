import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { htmlPage, startTestSite, type TestSite } from '../../server/tests/helpers/test-site.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { lineOfToken, type Shop, startShop } from './start-shop.ts';

let browser: Browser;
let web: TestSite;
let service: TestService;
let shop: Shop;
let token: string;
beforeAll(async () => {
  browser = await openBrowser();
  web = await startTestSite();
  web.set('/ferry', htmlPage({ title: 'Ferry', text: 'The ferry to the island leaves at nine. '.repeat(6) }));
  service = await startTestService({ URL_FETCH_ALLOW_HOSTS: web.host });
  shop = await startShop();
  const { live } = service;
  const source = { type: 'url', name: 'Ferry times', url: web.url('/ferry') };
  const { id } = (await live.post('/v1/knowledge-base/sources', source)).body.data;
  await live.get(`/v1/knowledge-base/sources/${id}?wait=30`);
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  const agent = (await live.post('/v1/agents', { name: 'Ferry desk', knowledge_base_ids })).body.data;
  const site = { name: 'Shop', allowed_origins: [shop.origin] };
  token = (await live.post(`/v1/agents/${agent.id}/tokens`, site)).body.data.token;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await shop.close();
  await web.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

/** Opens the chat on a page with these styles. */
async function visit({
  styles,
  attributes,
  ...options
}: {
  styles?: string;
  attributes?: string;
  colorScheme?: 'light' | 'dark';
} = {}): Promise<Page & AsyncDisposable> {
  shop.setLine(lineOfToken(token, service.live.baseUrl, attributes), styles);
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(shop.origin);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('heading', { name: 'Ferry desk' }).waitFor();
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

/** A computed style of the title. */
const styleOf = (page: Page, name: string): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('footnote-chat').shadowRoot.querySelector('h2')).getPropertyValue('${name}').trim()`,
  );

describe('a source of a reply in the widget', () => {
  it('opens if it is a web page', async () => {
    await using page = await visit();
    await page.getByLabel('Message').fill('When does the ferry to the island leave?');
    await page.keyboard.press('Enter');
    const sources = page.getByRole('list', { name: 'Sources' });
    const link = sources.getByRole('link', { name: /^Ferry times/ }).first();
    const opened = page.context().waitForEvent('page');
    await link.click();
    await (await opened).getByRole('heading', { name: 'Ferry' }).waitFor();
    expect((await opened).url()).toContain(web.url('/ferry'));
  });
});

describe('the colours of the widget', () => {
  it.each([
    ['a light page', {}, 'dark', '#ffffff'],
    ['a dark page', { styles: 'body { background: #111 }' }, 'light', '#1c2025'],
    ['a page that follows the system', { styles: ':root { color-scheme: light dark }' }, 'dark', '#1c2025'],
    ['a line that asks for dark', { attributes: ' data-theme="dark"' }, 'light', '#1c2025'],
    [
      'a line that asks for light',
      { attributes: ' data-theme="light"', styles: 'body { background: #111 }' },
      'dark',
      '#ffffff',
    ],
  ] as const)('are those of %s', async (_, options, system, panel) => {
    await using page = await visit({ ...options, colorScheme: system });
    expect(await styleOf(page, '--panel')).toBe(panel);
  });

  it('are readable in the dark too', async () => {
    const styles = 'body { background: #111; color: #eee } a { color: #9cf }';
    await using page = await visit({ styles, colorScheme: 'dark' });
    await expectAccessible(page, ['dark']);
  });

  it('change with the page', async () => {
    await using page = await visit({ styles: '.night { background: #111 }' });
    expect(await styleOf(page, '--panel')).toBe('#ffffff');
    await page.evaluate("document.body.className = 'night'");
    await expect.poll(() => styleOf(page, '--panel')).toBe('#1c2025');
  });
});

describe('the styles of a page', () => {
  it('do not reach into the widget, not even those for all elements', async () => {
    await using page = await visit({
      styles:
        '* { letter-spacing: 4px !important; --accent: red !important; text-transform: uppercase; line-height: 3 }',
    });
    expect(await styleOf(page, 'letter-spacing')).toBe('normal');
    expect(await styleOf(page, 'text-transform')).toBe('none');
    expect(await styleOf(page, 'line-height')).toBe('22px');
    expect(await styleOf(page, '--accent')).toBe('#2b5c8a');
  });
});
