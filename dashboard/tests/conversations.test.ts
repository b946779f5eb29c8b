import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { chooseFilter } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 300_000 });

let browser: Browser;
let test: TestService;
let live: Client;
let agent: string;
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
  live = test.live;
  await live.addText('Pier', 'The pier of Wittering is 300 metres long. Boats moor at berth 4.');
  const body = {
    name: 'Pier desk',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
    handover: 'on_request',
  };
  agent = (await live.post('/v1/agents', body)).body.data.id;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
});

const ask = async (session_id: string, message: string): Promise<void> => {
  expect((await live.post(`/v1/agents/${agent}/chat`, { message, session_id })).status).toBe(200);
};
const pathOf = (session: string) => `/v1/agents/${agent}/conversations/${session}`;
const one = async (session: string) =>
  (await live.get(`/v1/conversations?session_id=${session}`)).body.data[0];
const visit = (path: string, options: DashboardOptions = {}) =>
  openDashboard(browser, live, path, { role: 'member', ...options });
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: title });

describe('the list of conversations', () => {
  it('finds words in any language, and filters as chips that can be removed', async () => {
    await ask('zh', '我可以申请退款吗？');
    await ask('en', 'How long is the pier of the town?');
    await using page = await visit('/conversations');
    await row(page, 'How long is the pier').getByText('300 metres').waitFor();
    await page.getByLabel('Search conversations').fill('退款');
    await expect.poll(() => row(page, 'How long is the pier').count()).toBe(0);
    await row(page, '我可以申请退款吗？').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'How long is the pier').waitFor();
    expect(await page.getByLabel('Search conversations').inputValue()).toBe('');
    await page.getByRole('button', { name: 'More filters' }).click();
    await chooseFilter(page, 'Language', 'English');
    await expect.poll(() => row(page, '我可以申请退款吗？').count()).toBe(0);
    await page.getByLabel('From').fill('2999-01-01');
    await page.getByText('No conversation matches these filters').waitFor();
    await page.getByLabel('From').fill('');
    await row(page, 'How long is the pier').waitFor();
    await expectAccessible(page);
    // A filter that is set stays in sight, also in a new tab.
    await page.reload();
    await page.getByRole('button', { name: 'Remove filter Language' }).click();
    await row(page, '我可以申请退款吗？').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  });

  it('counts hand-overs that need a person, and shows only those', async () => {
    await ask('waits', 'Where does my very long boat moor?');
    await live.post(`${pathOf('waits')}/handover`, { message: 'It is 40 metres long.' });
    await using page = await visit('/conversations');
    const inbox = page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Needs a person' });
    await inbox.getByText('Needs a person (1)').waitFor();
    await inbox.click();
    await row(page, 'Where does my very long boat moor?').getByText('Waiting for a person').waitFor();
    await expect.poll(() => row(page, 'How long is the pier').count()).toBe(0);
    await live.patch(`${pathOf('waits')}/handover`, { status: 'resolved' });
  });

  it('resolves and assigns by keyboard, with the conversation beside the list on wide screens', async () => {
    await ask('k1', 'Keyboard: which berth is free?');
    await ask('k2', 'Keyboard: which berth is longest?');
    await using page = await visit('/conversations?q=keyboard', { viewport: { width: 1440, height: 900 } });
    await row(page, 'which berth is longest').waitFor();
    await page.keyboard.press('j');
    const beside = page.getByRole('region', { name: 'The chosen conversation' });
    await beside.getByText('Keyboard: which berth is longest?').first().waitFor();
    await page.keyboard.press('j');
    await beside.getByText('Keyboard: which berth is free?').first().waitFor();
    await page.keyboard.press('a');
    await page.getByText('Assigned to Ada.').first().waitFor();
    await row(page, 'which berth is free').getByLabel('Assigned to Ada').waitFor();
    await page.keyboard.press('e');
    await row(page, 'which berth is free').getByText('Resolved').waitFor();
    expect(await one('k1')).toMatchObject({ state: 'resolved', assignee: { name: 'Ada' } });
    await page.keyboard.press('k');
    await beside.getByText('Keyboard: which berth is longest?').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(' free');
    await expect.poll(() => row(page, 'which berth is longest').count()).toBe(0);
    // Typed into the search, letters are letters.
    expect(await one('k2')).toMatchObject({ state: 'open' });
    await expectAccessible(page);
  });

  it('leaves single keys alone that the person turned off', async () => {
    await ask('off', 'Turned off: which berth is free?');
    await using page = await visit('/conversations?q=turned', { viewport: { width: 1440, height: 900 } });
    await row(page, 'which berth is free').waitFor();
    await page.evaluate(() => localStorage.setItem('footnote-keys', 'off'));
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.evaluate(() => localStorage.setItem('footnote-keys', 'on'));
    // By now E would have resolved it.
    await page.keyboard.press('j');
    await page
      .getByRole('region', { name: 'The chosen conversation' })
      .getByText('Turned off')
      .first()
      .waitFor();
    expect(await one('off')).toMatchObject({ state: 'open' });
  });

  it('resolves, assigns and tags a selection at once', async () => {
    for (const [session, message] of [
      ['b1', 'Bulk: is the pier open on Monday?'],
      ['b2', 'Bulk: is the pier open on Tuesday?'],
      ['b3', 'Bulk: is the pier open on Sunday?'],
    ] as const)
      await ask(session, message);
    await using page = await visit('/conversations?q=bulk');
    await page.getByLabel('Select Bulk: is the pier open on Sunday?').click();
    await page.getByLabel('Select Bulk: is the pier open on Monday?').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Actions for selected conversations' });
    await bar.getByText('3 conversations selected').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Add tags' }).click();
    const dialog = page.getByRole('dialog', { name: '3 conversations: add tags' });
    await dialog.getByLabel('Tags').fill('opening');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add tags' }).click();
    await page.getByText('3 conversations changed.').waitFor();
    await chooseFilter(page, 'Tag', 'opening');
    await page.getByLabel('Select all that are loaded').click();
    // Someone else is faster.
    await live.patch(pathOf('b2'), { tags: ['opening', 'busy'] });
    await bar.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('2 conversations changed.').waitFor();
    await page.getByText('1 conversation was changed by someone else meanwhile').waitFor();
    expect(await one('b2')).toMatchObject({ state: 'open' });
    expect(await one('b3')).toMatchObject({ state: 'resolved' });
  });

  it('keeps filters as a view of its own, shares, changes and deletes it', async () => {
    await using page = await visit('/conversations?q=pier&state=open');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save these filters as a view' });
    await dialog.getByLabel('Name').fill('Open pier questions');
    await dialog.getByLabel('Share with the workspace').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    const tab = views.getByRole('link', { name: 'Open pier questions' });
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');

    await using other = await visit('/conversations', { role: 'viewer' });
    await other.getByRole('link', { name: 'Open pier questions' }).click();
    await expect.poll(() => new URL(other.url()).searchParams.get('q')).toBe('pier');
    expect(await other.getByRole('button', { name: 'Save view' }).count()).toBe(0);

    await chooseFilter(page, 'State', 'Resolved');
    await page.getByRole('button', { name: 'Update view' }).click();
    await page.getByText('The view was updated.').waitFor();
    await views.getByRole('link', { name: 'All' }).click();
    await tab.click();
    await page.getByRole('button', { name: /^State: Resolved/ }).waitFor();
    await page.getByRole('button', { name: 'Actions for this view' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('The view was deleted.').waitFor();
    await expect.poll(() => tab.count()).toBe(0);
  });
});

describe('the page of a conversation', () => {
  it('resolves, assigns and tags it, and says so if someone else was faster', async () => {
    await ask('page', 'Is there a crane at the pier?');
    await using page = await visit(`/conversations/${agent}/page`);
    await page.getByLabel('Tags').fill('crane');
    await page.keyboard.press('Enter');
    await page.getByText('The tags were saved.').waitFor();
    // By keyboard: each visit of these tests makes a member of this name.
    await page.getByRole('combobox', { name: 'Assignee' }).press('Enter');
    await page.getByRole('option', { name: 'Ada' }).first().waitFor();
    await page.keyboard.type('Ada');
    await page.locator('[role=option]:focus', { hasText: 'Ada' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Assigned to Ada.').waitFor();
    await live.patch(pathOf('page'), { tags: ['crane', 'busy'] });
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Someone else changed this conversation meanwhile.').waitFor();
    await page.getByText('busy').waitFor();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    expect(await one('page')).toMatchObject({ state: 'resolved', tags: ['crane', 'busy'] });
    await expectAccessible(page);
    await using viewer = await visit(`/conversations/${agent}/page`, { role: 'viewer' });
    await viewer.getByText('Assigned to Ada').waitFor();
    expect(await viewer.getByRole('button', { name: 'Reopen' }).count()).toBe(0);
  });
});
