import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let browser: Browser;
let test: TestService;
let agent: string;
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
  const { live } = test;
  await live.addText('Lighthouse guide', 'The lighthouse was built in 1874 by Ida Lund.');
  const made = await live.post('/v1/agents', {
    name: 'Harbour desk',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
  });
  agent = made.body.data.id;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

const rootOf = (page: Page): Promise<{ lang: string; dir: string }> =>
  page.evaluate('({ lang: document.documentElement.lang, dir: document.documentElement.dir })');

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('the dashboard in Arabic', () => {
  const PAGES = [
    '/',
    '/sources',
    '/sources/connectors',
    '/sources/crawls',
    '/knowledge-bases',
    '/agents',
    '/playground?q=lighthouse',
    '/pinned-answers',
    '/evaluations',
    '/conversations',
    '/gaps',
    '/settings/members',
    '/settings/api-keys',
    '/settings/usage',
    '/settings/profile',
    '/settings/security',
    '/settings/appearance',
    '/settings/data',
  ];

  it.each([390, 1440])('is read from right to left, and never scrolls sideways, at %i px', async (width) => {
    await using page = await openDashboard(browser, test.live, '/', {
      locale: 'ar-EG',
      viewport: { width, height: 900 },
    });
    for (const path of [...PAGES, `/agents/${agent}`]) {
      await page.goto(`${test.live.baseUrl}${path}`);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await rootOf(page), path).toEqual({ lang: 'ar', dir: 'rtl' });
      expect(await page.locator('main h1').first().textContent(), path).toMatch(/\p{Script=Arabic}|Harbour/u);
      expect(await overflowOf(page), path).toBe(0);
      await expectAccessible(page, ['light']);
    }
  });

  it('has its menu on the right', async () => {
    await using page = await openDashboard(browser, test.live, '/sources', { locale: 'ar' });
    const menu = await page.getByRole('navigation').first().boundingBox();
    const main = await page.getByRole('main').boundingBox();
    expect(menu?.x).toBeGreaterThan(main?.x ?? Number.POSITIVE_INFINITY);
  });

  it('has a tooltip at its button', async () => {
    await using page = await openDashboard(browser, test.live, '/sources', { locale: 'ar' });
    await page.getByRole('button', { name: 'طي الشريط الجانبي' }).click();
    const button = page.getByRole('button', { name: 'توسيع الشريط الجانبي' });
    await button.hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.waitFor();
    const [at, box] = [await button.boundingBox(), await tooltip.boundingBox()];
    if (!at || !box) throw new Error('Neither is shown.');
    expect(box.x).toBeGreaterThan(at.x - box.width);
    expect(box.x).toBeLessThan(at.x + at.width);
    expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  });

  it('opens a cited source on the left', async () => {
    const { data } = (
      await test.live.post(`/v1/agents/${agent}/chat`, { message: 'When was the lighthouse built?' })
    ).body;
    await using page = await openDashboard(browser, test.live, `/conversations/${agent}/${data.session_id}`, {
      locale: 'ar',
      viewport: { width: 1440, height: 900 },
    });
    await page.locator('#content sup a').first().click();
    const sheet = page.getByRole('dialog', { name: 'Lighthouse guide' });
    await sheet.getByText('built in 1874').first().waitFor();
    expect((await sheet.boundingBox())?.x).toBe(0);
    await expectAccessible(page, ['light']);
  });

  it('keeps what people wrote apart from its sentences', async () => {
    const { id } = await test.live.addText('report (1).pdf', 'The ferry is painted green.');
    await using page = await openDashboard(browser, test.live, `/sources/${id}`, { locale: 'ar' });
    await page.locator('main h1').waitFor();
    await page.goto(`${test.live.baseUrl}/sources`);
    await expect.poll(() => page.locator('main').innerHTML()).toContain('\u2068report (1).pdf\u2069');
  });
});

describe('the language of the dashboard', () => {
  it("is the browser's, until one is chosen in the account menu, which is remembered", async () => {
    await using page = await openDashboard(browser, test.live, '/sources', { locale: 'de-AT' });
    await page.getByRole('heading', { level: 1, name: 'Quellen' }).waitFor();
    expect(await rootOf(page)).toEqual({ lang: 'de', dir: 'ltr' });
    await page.getByRole('button', { name: 'Ihr Konto' }).click();
    await page.getByRole('menuitem', { name: 'Sprache' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    expect(await rootOf(page)).toEqual({ lang: 'en', dir: 'ltr' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
  });

  it('is English in a browser whose languages there are not', async () => {
    await using page = await openDashboard(browser, test.live, '/sources', { locale: 'fi' });
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    expect(await rootOf(page)).toEqual({ lang: 'en', dir: 'ltr' });
  });

  it('decides how numbers and dates are written', async () => {
    await using page = await openDashboard(browser, test.live, '/settings/limits', { locale: 'de' });
    await expect.poll(() => page.locator('main').textContent()).toContain('5.000.000 Zeichen');
  });
});

describe('a name within a sentence', () => {
  it('is shown letter by letter, even if it looks like an escape', async () => {
    const name = 'annual\\u202efdp.exe \\x41 {name} #';
    await test.live.addText(name, 'The pier is 300 metres long.');
    await using page = await openDashboard(browser, test.live, '/sources');
    await expect
      .poll(() => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).count())
      .toBe(1);
  });
});

describe('the language of the chat widget', () => {
  /** A page of another origin, with the widget. */
  async function openSite(attributes: { page: string; script?: string; locale?: string }): Promise<Page> {
    const server = createServer((_request, response) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-security-policy', "default-src 'none'; script-src http:; connect-src http:")
        .end(
          `<!doctype html><html lang="${attributes.page}"><head><title>A shop</title><script src="${test.live.baseUrl}/widget.js" data-token="${token}" ${attributes.script ?? ''} async></script></head><body><main><h1>A shop</h1></main></body></html>`,
        ),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const made = await test.live.post(`/v1/agents/${agent}/tokens`, {
      name: 'Site',
      allowed_origins: [origin],
    });
    const token = made.body.data.token;
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      ...(attributes.locale && { locale: attributes.locale }),
    });
    onTestFinished(async () => {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const page = await context.newPage();
    page.setDefaultTimeout(40_000);
    await page.goto(origin);
    return page;
  }

  it("is the page's, from right to left too", async () => {
    const page = await openSite({ page: 'ar' });
    await page.getByRole('button', { name: 'فتح المحادثة' }).click();
    await page.getByRole('textbox', { name: 'الرسالة' }).waitFor();
    const root = page.locator('footnote-chat .root');
    expect(await root.getAttribute('dir')).toBe('rtl');
    expect(await root.getAttribute('lang')).toBe('ar');
    await expectAccessible(page);
  });

  it('is what the line says, if it says one', async () => {
    const page = await openSite({ page: 'en', script: 'data-lang="de-CH"' });
    await page.getByRole('button', { name: 'Chat öffnen' }).waitFor();
  });

  it("is the browser's on a page in a language that there is not", async () => {
    const page = await openSite({ page: 'fi', locale: 'de' });
    await page.getByRole('button', { name: 'Chat öffnen' }).waitFor();
  });

  it('is English otherwise', async () => {
    const page = await openSite({ page: '', locale: 'fi' });
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
  });
});
