import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import type { DashboardOptions } from './open-dashboard.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000 });

let agent: string;
beforeAll(async () => {
  const id = (await live.addText('Refund policy', 'Refunds are paid within 14 days.')).id;
  await live.get(`/v1/knowledge-base/sources/${id}?wait=30`);
  const bases = (await live.get('/v1/knowledge-bases')).body.data;
  agent = (
    await live.post('/v1/agents', {
      name: 'Shop assistant',
      knowledge_base_ids: [bases[0].id],
      handover: 'on_request',
    })
  ).body.data.id;
  await ask('How long do refunds take?', 'refunds');
}, 120_000);

const ask = (message: string, session_id: string) =>
  live.post(`/v1/agents/${agent}/chat`, { message, session_id });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  await field.waitFor();
  return field;
}

describe('the command palette', () => {
  it('opens by Ctrl+K, and goes to a page by a few letters and Enter', async () => {
    await using page = await visit('/agents');
    await heading(page, 'Agents').waitFor();
    // While it still looks for sources too.
    const asked = Promise.withResolvers<void>();
    await page.route('**/sources?q=webh*', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await (await openPalette(page)).fill('webh');
    await palette(page).getByRole('option', { name: 'Create webhook' }).waitFor();
    await palette(page).getByRole('status').waitFor();
    await expectAccessible(page);
    asked.resolve();
    await page.getByRole('combobox').fill('knowledge g');
    await palette(page).getByRole('option', { name: 'Knowledge gaps', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Knowledge gaps').waitFor();
    await palette(page).waitFor({ state: 'detached' });
  });

  it.each([
    ['a source', 'refund', 'Refund policy', /\/sources\/src_/],
    ['an agent', 'shop ass', 'Shop assistant', /\/agents\/agt_/],
    ['a conversation', 'how long do', 'How long do refunds take?', /\/conversations\/agt_.*\/refunds/],
    ['a knowledge base', 'default', 'Default', /\/knowledge-bases\/kb_/],
  ])('finds %s by its name', async (_, typed, name, url) => {
    await using page = await visit('/agents');
    await heading(page, 'Agents').waitFor();
    await (await openPalette(page)).fill(typed);
    await palette(page).getByRole('option', { name, exact: true }).click();
    await page.waitForURL(url);
  });

  it('opens the dialog that creates something, on another page and on the same', async () => {
    await using page = await visit('/sources');
    await heading(page, 'Sources').waitFor();
    for (const _ of ['from another page', 'on the same page']) {
      await (await openPalette(page)).fill('create api');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Create key' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('switches the theme', async () => {
    await using page = await visit('/agents', { colorScheme: 'light' });
    await heading(page, 'Agents').waitFor();
    await (await openPalette(page)).fill('dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('has the pages that were left last', async () => {
    await using page = await visit('/agents');
    await menu(page).getByRole('link', { name: 'Knowledge bases' }).click();
    await heading(page, 'Knowledge bases').waitFor();
    await openPalette(page);
    await palette(page)
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: 'Agents' })
      .click();
    await heading(page, 'Agents').waitFor();
  });

  it('says so when nothing is found', async () => {
    await using page = await visit('/agents');
    await heading(page, 'Agents').waitFor();
    await (await openPalette(page)).fill('zzzzzz');
    await palette(page).getByText('Nothing found.').waitFor();
  });

  it('offers a viewer nothing that creates', async () => {
    await using page = await visit('/agents', { role: 'viewer' });
    await heading(page, 'Agents').waitFor();
    await openPalette(page);
    await palette(page).getByRole('option', { name: 'Use dark theme' }).waitFor();
    expect(
      await palette(page)
        .getByRole('option', { name: /Create|Add|Invite/ })
        .count(),
    ).toBe(0);
  });
});

describe('single keys', () => {
  it('go to a page after G', async () => {
    await using page = await visit('/agents');
    await heading(page, 'Agents').waitFor();
    for (const [key, name] of [
      ['s', 'Sources'],
      ['k', 'Knowledge bases'],
      ['c', 'Conversations'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading(page, name).waitFor();
    }
  });

  it('focus the search of the page with /, and create with C', async () => {
    await using page = await visit('/sources');
    const field = page.getByLabel('Search by name');
    await field.waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('c/g?');
    await expect.poll(() => field.inputValue()).toBe('c/g?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await field.blur();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Add sources' }).waitFor();
  });

  it('are listed by ?, and can be turned off', async () => {
    await using page = await visit('/agents');
    await heading(page, 'Agents').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await expectAccessible(page);
    await help.getByRole('switch').click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await openPalette(page);
    expect(new URL(page.url()).pathname).toBe('/agents');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Docs' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await help.getByRole('switch').click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(page, 'Sources').waitFor();
  });

  it('do nothing behind a dialog', async () => {
    await using page = await visit('/agents');
    await page.getByRole('button', { name: 'Create agent' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});

describe('the menu', () => {
  it('collapses to icons with tooltips, and stays so', async () => {
    await using page = await visit('/agents', { viewport: { width: 1280, height: 800 } });
    const link = menu(page).getByRole('link', { name: 'Sources' });
    await link.waitFor();
    expect((await link.boundingBox())?.width).toBeGreaterThan(150);
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(async () => (await link.boundingBox())?.width).toBeLessThan(50);
    await page.reload();
    await link.waitFor();
    expect((await link.boundingBox())?.width).toBeLessThan(50);
    await link.hover();
    await page.getByRole('tooltip').getByText('Sources').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('[');
    await expect.poll(async () => (await link.boundingBox())?.width).toBeGreaterThan(150);
  });

  it('is a row of icons on a tablet, and a drawer on a phone', async () => {
    await using page = await visit('/agents', { viewport: { width: 768, height: 1024 } });
    const link = menu(page).getByRole('link', { name: 'Conversations' });
    await link.waitFor();
    expect((await link.boundingBox())?.width).toBeLessThan(50);
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await link.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Conversations' }).click();
    await heading(page, 'Conversations').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('marks the crawls, not the sources, on the page of crawls', async () => {
    await using page = await visit('/sources/crawls');
    await heading(page, 'Crawls').waitFor();
    await expect.poll(() => menu(page).locator('[aria-current=page]').allInnerTexts()).toEqual(['Crawls']);
  });

  it('counts what waits for somebody', async () => {
    await live.post('/v1/knowledge-base/sources', { type: 'url', name: 'Gone', url: 'http://127.0.0.1:1/' });
    await ask('Do you sell bicycles?', 'bicycles');
    await ask('Can I talk to a person?', 'person');
    await live.post(`/v1/agents/${agent}/conversations/person/handover`, {});
    await using page = await visit('/agents');
    const described = async (name: string) =>
      await menu(page).getByRole('link', { name }).getAttribute('aria-description');
    await expect.poll(() => described('Sources')).toBe('1 source failed');
    await expect.poll(() => described('Conversations')).toBe('1 person waits for an answer');
    await expect.poll(() => described('Knowledge gaps')).toMatch(/^\d open questions?$/);
    await expectAccessible(page);
  });

  it('has a dot at the news until they are seen', async () => {
    await using page = await visit('/agents');
    const news = page.getByRole('button', { name: "What's new" });
    await news.locator('[data-unseen]').waitFor();
    await news.click();
    const sheet = page.getByRole('dialog', { name: "What's new" });
    await sheet.getByRole('listitem').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await news.locator('[data-unseen]').waitFor({ state: 'detached' });
    await page.reload();
    await news.waitFor();
    expect(await news.locator('[data-unseen]').count()).toBe(0);
  });

  it('leads to the reference and the guides, which exist', async () => {
    await using page = await visit('/agents');
    await page.getByRole('button', { name: 'Docs' }).click();
    await page.getByRole('menuitem', { name: 'API reference' }).waitFor();
    await expectAccessible(page);
    const links = await page.getByRole('menuitem').locator('xpath=self::a').all();
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const href = (await link.getAttribute('href')) ?? '';
      expect((await fetch(`${live.baseUrl}${href}`)).status, href).toBe(200);
    }
  });
});

const SIZES = [390, 768, 1440, 1920].map((width): [number, DashboardOptions] => [
  width,
  { viewport: { width, height: 900 } },
]);
const PAGES = [
  ['/', 'Overview'],
  ['/sources', 'Sources'],
  ['/knowledge-bases', 'Knowledge bases'],
  ['/agents', 'Agents'],
  ['/conversations', 'Conversations'],
  ['/gaps', 'Knowledge gaps'],
  ['/playground', 'Playground'],
  ['/settings/api-keys', 'API keys'],
  ['/settings/usage', 'Usage'],
] as const;

describe.each(SIZES)('at %i px', (_, options) => {
  it('every page is readable in both themes, and none scrolls sideways', async () => {
    await using page = await visit('/agents', options);
    await heading(page, 'Agents').waitFor();
    for (const [path, title] of PAGES) {
      await page.goto(`${live.baseUrl}${path}`);
      // The first steps may stand in place of the overview.
      if (path !== '/') await heading(page, title).waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await expectAccessible(page);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0);
    }
  });
});

describe('people who asked for less motion', () => {
  it.each([
    ['reduce', true],
    ['no-preference', false],
  ] as const)('%s', async (reducedMotion, isStill) => {
    await using page = await visit('/agents', { reducedMotion });
    await page.getByRole('button', { name: 'Create agent' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const seconds = Number.parseFloat(
      await page.evaluate<string>(
        "getComputedStyle(document.querySelector('[role=dialog]')).animationDuration",
      ),
    );
    if (isStill) expect(seconds).toBeLessThanOrEqual(0.001);
    else expect(seconds).toBeCloseTo(0.14);
  });
});

describe('the look', () => {
  it('has its own font, from the service', async () => {
    await using page = await visit('/agents');
    await heading(page, 'Agents').waitFor();
    const loaded = `document.fonts.ready.then(() =>
      [...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family))`;
    expect(await page.evaluate(loaded)).toContain('Inter Variable');
  });

  it('explains a page at the first visit, and behind an icon afterwards', async () => {
    await using page = await visit('/agents');
    const about = page.getByText('Agents answer questions from the knowledge bases');
    await heading(page, 'Agents').waitFor();
    expect(await page.getByRole('button', { name: 'About this page' }).count()).toBe(0);
    await about.waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'About this page' }).click();
    await page.getByRole('dialog', { name: 'About this page' }).waitFor();
    // Its text, not its tooltip, is what opens.
    await page.getByRole('dialog', { name: 'About this page' }).getByText('Agents answer').waitFor();
    await expectAccessible(page);
  });

  it('says below each field what is wrong before anything is sent', async () => {
    await using page = await visit('/settings/webhooks');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    await dialog.getByText("This can't be empty.").first().waitFor();
    await expectAccessible(page);
    expect(sent).toEqual([]);
  });
});
