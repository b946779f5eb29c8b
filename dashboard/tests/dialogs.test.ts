import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openBrowser as openClient,
  PASSWORD,
  signUp,
  signUpOwner,
} from '../../server/tests/helpers/people.ts';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { htmlPage, startTestSite, type TestSite } from '../../server/tests/helpers/test-site.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';

const OWNER = 'owner@example.com';

let service: TestService;
let site: TestSite;
let browser: Browser;
/** The owner's page. */
let page: Page;
/** Ids of the prepared resources. */
let ids: Record<'text' | 'url' | 'file' | 'crawl' | 'agent' | 'webhook', string>;
beforeAll(async () => {
  browser = await openBrowser();
  site = await startTestSite();
  service = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host });
  ids = await fill(service);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const owner = await signUpOwner(service, OWNER);
  await owner.post('/v1/workspaces', { name: 'Second team' });
  for (const other of [openClient(service.live.baseUrl), openClient(service.live.baseUrl)])
    await other.post('/v1/account/sign-in', { email: OWNER, password: PASSWORD });
  const [name = '', value = ''] = owner.cookie()?.split('=') ?? [];
  await context.addCookies([{ name, value, url: service.live.baseUrl }]);
  page = await context.newPage();
  page.setDefaultTimeout(40_000);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await site.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

/** Creates one of everything that has a dialog. */
async function fill({ live }: TestService): Promise<typeof ids> {
  const idOf = async (path: string, body: unknown) => (await live.post(path, body)).body.data.id;
  const text = await live.addText('Handbook', 'Everybody has 30 days of holidays a year.');
  site.set('/', htmlPage({ title: 'Harbour', text: 'Boats lie at the pier. '.repeat(20) }));
  // It never answers, so that the crawl keeps running.
  site.hold('/endless');
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', 'Beam');
  form.append('file', new Blob(['# Beam\n\nThe beam reaches thirty miles.']), 'beam.md');
  await live.post('/v1/knowledge-bases', { name: 'Towers' });
  const agent = await idOf('/v1/agents', { name: 'Guide', knowledge_base_ids: [text.knowledge_base_id] });
  await live.post(`/v1/agents/${agent}/tokens`, {
    name: 'Website',
    allowed_origins: ['https://example.org'],
  });
  await live.post(`/v1/agents/${agent}/chat`, { message: 'Who is the king of Norway?', session_id: 'one' });
  await live.post('/v1/api-keys', { name: 'Shop', scope: 'read_only' });
  const grace = await signUp(live, 'member', 'grace@example.org');
  await grace.patch('/v1/account', { name: 'Grace' });
  return {
    text: text.id,
    url: await idOf('/v1/knowledge-base/sources', { type: 'url', name: 'Harbour', url: site.url('/') }),
    file: (await live.post('/v1/knowledge-base/sources', form)).body.data.id,
    crawl: await idOf('/v1/knowledge-base/sources/crawl', { url: site.url('/endless') }),
    agent,
    webhook: await idOf('/v1/webhooks', { url: site.url('/hook') }),
  };
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first();
const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
const visit = (path: string) => page.goto(`${service.live.baseUrl}${path}`);
const hasFocus = (element: Locator) => element.and(page.locator(':focus')).waitFor({ timeout: 10_000 });

/** Presses a button, and chooses `item` if it opens a menu. */
async function press(opener: Locator, item?: string): Promise<void> {
  await opener.press('Enter');
  if (item !== undefined) await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
}

type Case = {
  name: string | RegExp;
  path: () => string;
  /** The button that opens it, or the button of the menu with `item`. */
  opener: () => Locator;
  item?: string;
  before?: () => Promise<void>;
  /** Its tabs. */
  parts?: string[];
};
const on = (
  path: string | (() => string),
  opener: string | RegExp,
  name: Case['name'],
  item?: string,
): Case => ({
  name,
  path: typeof path === 'string' ? () => path : path,
  opener: () => button(opener),
  ...(item !== undefined && { item }),
});
const selectAll = () => page.getByLabel('Select all loaded').check();
const agentPage = () => `/agents/${ids.agent}`;
const widget = () => `/agents/${ids.agent}?part=widget`;
const webhook = () => `/settings/webhooks/${ids.webhook}`;

const CASES: Case[] = [
  { ...on('/sources', 'Add sources', 'Add sources'), parts: ['Text', 'Web page', 'Website', 'Files'] },
  on('/sources', 'Actions for Handbook', 'Delete Handbook?', 'Delete'),
  { ...on('/sources', 'Add tags', /^Add tags to/), before: selectAll },
  { ...on('/sources', 'Delete', /^Delete 3 sources/), before: selectAll },
  on(() => `/sources/${ids.text}`, 'Edit text', 'Edit text'),
  on(() => `/sources/${ids.url}`, 'Change URL', 'Change URL'),
  on(() => `/sources/${ids.file}`, 'Replace file', 'Replace file'),
  on(() => `/sources/${ids.text}`, 'Delete', 'Delete Handbook?'),
  on(() => `/sources/crawls/${ids.crawl}`, 'Cancel crawl', 'Cancel this crawl?'),
  on('/knowledge-bases', 'Create knowledge base', 'Create knowledge base'),
  on('/knowledge-bases', 'Edit Towers', 'Edit Towers'),
  on('/knowledge-bases', 'Delete Towers', 'Delete Towers?'),
  on('/agents', 'Create agent', 'Create agent'),
  on(agentPage, 'More actions', 'Delete Guide?', 'Delete'),
  {
    ...on(agentPage, '', 'You have unsaved changes.'),
    before: () => page.getByLabel('Name').fill('Somebody'),
    opener: () => page.getByRole('link', { name: 'All agents' }),
  },
  on(widget, 'Create token', 'Create token'),
  on(widget, 'Edit Website', 'Edit Website'),
  on(widget, 'Delete Website', 'Delete Website?'),
  on(() => `/conversations/${ids.agent}/one`, 'Delete', 'Delete this conversation?'),
  on('/gaps', /^Add source: Who is the king/, 'Add a source for this question'),
  on('/settings/workspace', 'Create workspace', 'Create workspace'),
  on('/settings/workspace', 'Delete Second team', 'Delete Second team?'),
  on('/settings/workspace', 'Leave workspace', /^Leave /),
  on('/settings/members', 'Invite member', 'Invite member'),
  on('/settings/members', 'Actions for Grace', 'Change role', 'Change role'),
  on('/settings/members', 'Actions for Grace', 'Remove Grace?', 'Remove'),
  on('/settings/api-keys', 'Create key', 'Create key'),
  on('/settings/api-keys', 'Actions for Shop', 'Rename Shop', 'Rename'),
  on('/settings/api-keys', 'Actions for Shop', 'Replace Shop', 'Create replacement'),
  on('/settings/api-keys', 'Actions for Shop', 'Revoke Shop?', 'Revoke'),
  on('/settings/webhooks', 'Create webhook', 'Create webhook'),
  on(webhook, 'More actions', 'Edit webhook', 'Edit'),
  on(webhook, 'More actions', 'Disable this webhook?', 'Disable'),
  on(webhook, 'More actions', 'Replace secret?', 'Replace secret'),
  on(webhook, 'More actions', 'Delete this webhook?', 'Delete'),
  on('/settings/security', 'Sign out all others', 'Sign out all other sessions?'),
];

describe('a dialog', () => {
  it.each(CASES.map((each) => [String(each.name), each.item ?? '', each] as const))(
    '"%s" %s is accessible, closes with Escape and returns the focus',
    async (_name, _item, { name, path, opener, item, before, parts = [] }) => {
      await visit(path());
      await opener().or(page.getByLabel('Select all loaded')).first().waitFor();
      await before?.();
      await press(opener(), item);
      await dialog(name).waitFor();
      await page.getByRole('dialog').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      // Their colours are those of the dialogs below, which are tested in both themes.
      await expectAccessible(page, ['light']);
      for (const part of parts) {
        await page.getByRole('tab', { name: part, exact: true }).click();
        await expectAccessible(page, ['light']);
      }
      await page.keyboard.press('Escape');
      await dialog(name).waitFor({ state: 'detached' });
      await hasFocus(opener());
    },
  );

  it('that shows a secret closes only by its button, and returns the focus', async () => {
    const secrets: (Case & { fill?: () => Promise<void>; action: string })[] = [
      {
        ...on('/settings/api-keys', 'Create key', 'Printer was created'),
        fill: () => page.getByLabel('Name', { exact: true }).fill('Printer'),
        action: 'Create key',
      },
      { ...on('/settings/members', 'Invite member', 'Invitation created'), action: 'Create link' },
      {
        ...on('/settings/webhooks', 'Create webhook', 'Webhook created'),
        fill: () => page.getByLabel('URL', { exact: true }).fill(site.url('/other')),
        action: 'Create',
      },
      {
        ...on(webhook, 'More actions', 'New secret', 'Replace secret'),
        action: 'Replace secret',
      },
    ];
    for (const { name, path, opener, item, fill: type, action } of secrets) {
      await visit(path());
      await press(opener(), item);
      await type?.();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).press('Enter');
      await dialog(name).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog(name).isVisible()).toBe(true);
      await button("I've copied it").press('Enter');
      await dialog(name).waitFor({ state: 'detached' });
      await hasFocus(opener());
    }
  });

  it('over another dialog returns the focus to that one', async () => {
    await visit('/sources?add=text');
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.fill('Very long.');
    await page.keyboard.press('Escape');
    await dialog('You have unsaved changes.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog('You have unsaved changes.').waitFor({ state: 'detached' });
    await hasFocus(field);
  });

  it('asks before typed input is lost, even after a refusal', async () => {
    const isAsked = dialog('You have unsaved changes.');
    await visit('/gaps');
    await press(button(/^Add source: Who is the king/));
    await page.getByRole('textbox', { name: 'Text' }).fill('Harald.');
    await page.keyboard.press('Escape');
    await button('Stay here').press('Enter');
    await isAsked.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Harald.');

    await visit('/settings/webhooks');
    await press(button('Create webhook'));
    await page.getByLabel('URL', { exact: true }).fill('ftp://example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await button('Cancel').press('Enter');
    await isAsked.waitFor();
    await button('Leave without saving').press('Enter');
    await dialog('Create webhook').waitFor({ state: 'detached' });
    await hasFocus(button('Create webhook'));
  });

  it("that deletes its opener's row moves the focus to the page content", async () => {
    await visit('/knowledge-bases');
    await press(button('Delete Towers'));
    await button('Delete knowledge base').press('Enter');
    await button('Delete Towers').waitFor({ state: 'detached' });
    await hasFocus(page.locator('#content'));
  });
});

describe('a menu', () => {
  it.each([
    ['/', 'Your account'],
    ['/sources', 'Actions for Handbook'],
  ])('on %s, of "%s", is accessible, closes with Escape and returns the focus', async (path, name) => {
    await visit(path);
    const opener = page.getByRole('button', { name });
    await opener.press('Enter');
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus(opener);
  });

  it('at the top switches to another workspace', async () => {
    await visit('/');
    const switcher = page.getByRole('button', { name: 'Switch workspace' });
    await switcher.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Second team' }).press('Enter');
    await switcher.getByText('Second team').waitFor();
  });
});
