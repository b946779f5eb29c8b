import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePdf } from '../../server/tests/helpers/make-pdf.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { uploadDocument } from '../../server/tests/helpers/upload-document.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

const api = '/v1/knowledge-base/sources';

let browser: Browser;
let service: TestService;
let live: Client;
let agentId: string;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  live = service.live;
  await live.addText(
    'Holiday policy',
    'Holidays are for everybody who works here. Each person has 30 days of holidays a year. Holidays are asked for two weeks ahead. Nobody takes them in March.',
  );
  await uploadDocument(
    live,
    makePdf([
      { texts: [{ text: 'The turbine hall has two doors.', x: 60, y: 700, size: 12 }] },
      {
        texts: [
          { text: 'Visitors wear a helmet in the hall.', x: 60, y: 700, size: 12 },
          { text: 'The emergency code of the turbine hall is 7741.', x: 60, y: 400, size: 12 },
        ],
      },
    ]),
    'turbine.pdf',
  );
  const made = await live.post('/v1/agents', {
    name: 'Guide',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
  });
  agentId = made.body.data.id;
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

const visit = (path: string, options?: DashboardOptions): Promise<Page & AsyncDisposable> =>
  openDashboard(browser, live, path, options);

/** Asks in a new conversation and opens its page. */
async function visitConversation(question: string, options?: DashboardOptions) {
  const { data } = (await live.post(`/v1/agents/${agentId}/chat`, { message: question })).body;
  const page = await visit(`/conversations/${agentId}/${data.session_id}`, options);
  await page.locator('sup a').first().waitFor();
  return page;
}

const footnote = (page: Page, number: number): Locator =>
  page
    .locator('#content sup')
    .getByRole('link', { name: new RegExp(`^Source ${number}: `) })
    .first();

const TURBINE = 'What is the emergency code of the turbine hall?';
const BOTH =
  'How many days of holidays does each person have? What is the emergency code of the turbine hall?';

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);

describe('a footnote', () => {
  it('shows its passage in context while the pointer is on it', async () => {
    await using page = await visitConversation('How many days of holidays does each person have?');
    await footnote(page, 1).hover();
    const card = page.locator('[data-radix-popper-content-wrapper]');
    await card.getByText('Holiday policy').waitFor();
    await expect.poll(() => card.locator('mark').textContent()).toContain('30 days');
    await expect.poll(() => card.locator('p').last().textContent()).toContain('Nobody takes them in March.');
    // The words that rest on it are marked too.
    await expect
      .poll(() => page.locator('#content mark[data-lit=true]').first().textContent())
      .toContain('30 days');
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('dialog', { name: 'Holiday policy' }).waitFor();
  });

  it('shows its passage when it gets the focus, and opens it with Enter', async () => {
    await using page = await visitConversation(TURBINE);
    await footnote(page, 1).focus();
    const card = page.locator('[data-radix-popper-content-wrapper]');
    await card.getByText('page 2').waitFor();
    await expect.poll(() => card.locator('mark').textContent()).toContain('7741');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'turbine.pdf' });
    await sheet.locator('[data-box=passage]').first().waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(footnote(page, 1))).toBe(true);
  });

  it('opens the page of a PDF beside the conversation, with its words marked in place', async () => {
    await using page = await visitConversation(TURBINE);
    const tabs = page.context().pages().length;
    await footnote(page, 1).click();
    const sheet = page.getByRole('dialog', { name: 'turbine.pdf' });
    const box = sheet.locator('[data-box=passage]').first();
    await box.waitFor();
    await sheet.locator('section[aria-label="Page 2"][data-state=drawn]').waitFor();
    // The mark lies on the words, which can be selected.
    const words = sheet.locator('.text-layer span', { hasText: 'The emergency code' });
    const [at, of] = [await box.boundingBox(), await words.boundingBox()];
    expect(Math.abs((at?.x ?? 0) - (of?.x ?? 99))).toBeLessThan(8);
    expect(Math.abs((at?.y ?? 0) - (of?.y ?? 99))).toBeLessThan(12);
    expect(Math.abs((at?.width ?? 0) - (of?.width ?? 999))).toBeLessThan((of?.width ?? 0) / 5);
    expect(page.context().pages()).toHaveLength(tabs);
    // The reply stays in sight.
    const reply = await page.locator('mark[data-cited]').first().boundingBox();
    const edge = await sheet.boundingBox();
    expect((reply?.x ?? 0) + (reply?.width ?? 9_999)).toBeLessThan(edge?.x ?? 0);
    await expectAccessible(page);
  });

  it('lights up together with its passage, whichever the pointer is on', async () => {
    await using page = await visitConversation(TURBINE);
    await footnote(page, 1).click();
    const box = page.locator('[data-box=passage]').first();
    const cited = page.locator('mark[data-cited]').first();
    await page.locator('section[aria-label="Page 2"][data-state=drawn]').waitFor();
    await page.mouse.move(5, 5);
    await expect.poll(() => cited.getAttribute('data-lit')).toBe('false');
    await cited.hover();
    await expect.poll(() => box.getAttribute('data-lit')).toBe('true');
    const place = await box.boundingBox();
    await page.mouse.move(5, 5);
    await expect.poll(() => box.getAttribute('data-lit')).toBe('false');
    await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 5);
    await expect.poll(() => cited.getAttribute('data-lit')).toBe('true');
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('dialog').locator('mark').hover();
    await expect.poll(() => cited.getAttribute('data-lit')).toBe('true');
  });

  it('is followed by the next one with J, K and the buttons', async () => {
    await using page = await visitConversation(BOTH);
    const count = await page.locator('#content sup a').count();
    expect(count).toBeGreaterThan(1);
    await footnote(page, 1).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/^1 of /).waitFor();
    await sheet.locator('mark, [data-box]').first().waitFor();
    const first = await sheet.getByRole('heading').first().textContent();
    await page.keyboard.press('j');
    await sheet.getByText(/^2 of /).waitFor();
    await expect.poll(() => sheet.getByRole('heading').first().textContent()).not.toBe(first);
    await sheet.locator('mark, [data-box]').first().waitFor();
    await page.keyboard.press('k');
    await sheet.getByText(/^1 of /).waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: 'Previous footnote' }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: 'Next footnote' }).click();
    await sheet.getByText(/^2 of /).waitFor();
    // Letters that somebody types are letters.
    await sheet.getByRole('tab', { name: 'Text' }).click();
    await sheet.getByLabel('Find in text').fill('');
    await page.keyboard.type('kj');
    await sheet.getByText(/^2 of /).waitFor();
    expect(await sheet.getByLabel('Find in text').inputValue()).toBe('kj');
  });

  it('opens a tab of its own with Ctrl', async () => {
    await using page = await visitConversation(TURBINE);
    const opened = page.context().waitForEvent('page');
    await footnote(page, 1).click({ modifiers: ['ControlOrMeta'] });
    const source = await opened;
    await source.locator('[data-box=passage]').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('leaves the chat usable beside it, and fills the screen of a phone', async () => {
    await using page = await visit(`/agents/${agentId}`);
    const field = page.getByLabel('Message', { exact: true });
    await field.fill(TURBINE);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    await footnote(page, 1).click();
    await page.getByRole('dialog', { name: 'turbine.pdf' }).locator('[data-box=passage]').first().waitFor();
    await field.fill('How many days of holidays does each person have?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).nth(1).waitFor();
    expect(await page.getByRole('dialog', { name: 'turbine.pdf' }).isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(390);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('fits every width of window', async () => {
    await using page = await visitConversation(TURBINE);
    await footnote(page, 1).click();
    await page.locator('[data-box=passage]').first().waitFor();
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('section[data-state=drawn]').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });
});

describe('the sheet of a source', () => {
  it('opens for a result of the playground and steps to the next one', async () => {
    await using page = await visit('/playground?q=holidays&mode=hybrid');
    await page.getByRole('link', { name: 'Holiday policy' }).first().click();
    await expect
      .poll(() => page.getByRole('dialog').locator('mark').first().textContent())
      .toContain('olidays');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('says that a source has changed, and shows the passage as it was cited', async () => {
    const { id } = await live.addText('Tides', 'High water at the pier of Brunsholm is at noon on Sundays.');
    await using page = await visitConversation('When is high water at the pier of Brunsholm?');
    await live.patch(`${api}/${id}`, {
      content: 'The pier is closed. Nothing is known about water any more.',
    });
    await live.get(`${api}/${id}?wait=30`);
    await footnote(page, 1).click();
    const sheet = page.getByRole('dialog', { name: 'Tides' });
    await sheet.getByText('no longer contains this passage').waitFor();
    await expect.poll(() => sheet.locator('blockquote').textContent()).toContain('at noon');
    await sheet.getByText('The pier is closed.').waitFor();
    await expectAccessible(page);
  });

  it('finds a passage that has moved', async () => {
    const { id } = await live.addText('Lamps', 'The lamp of the tower of Vestervik burns rape oil.');
    await using page = await visitConversation('What does the lamp of the tower of Vestervik burn?');
    await live.patch(`${api}/${id}`, {
      content: `${'Keepers write a log every night. '.repeat(40)}\n\nThe lamp of the tower of Vestervik burns rape oil.`,
    });
    await live.get(`${api}/${id}?wait=30`);
    await footnote(page, 1).click();
    const sheet = page.getByRole('dialog', { name: 'Lamps' });
    await sheet.getByText('The passage is still in it.').waitFor();
    await expect.poll(() => sheet.locator('mark').first().textContent()).toContain('burns rape oil');
  });

  it('says that a source was deleted, and shows the passage as it was cited', async () => {
    const { id } = await live.addText('Ropes', 'The ropes of the ferry of Ostholm are changed in May.');
    await using page = await visitConversation('When are the ropes of the ferry of Ostholm changed?');
    await live.delete(`${api}/${id}`);
    await footnote(page, 1).click();
    const sheet = page.getByRole('dialog', { name: 'Ropes' });
    await sheet.getByText('This source was deleted').waitFor();
    await expect.poll(() => sheet.locator('blockquote').textContent()).toContain('in May');
  });
});

describe('the test chat', () => {
  it('is still there after a reload, with what was typed', async () => {
    await using page = await visit(`/agents/${agentId}`);
    const field = page.getByLabel('Message', { exact: true });
    await field.fill(TURBINE);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    await field.fill('And how many doors');
    await page.reload();
    await page.getByRole('log').getByText(TURBINE).waitFor();
    await footnote(page, 1).waitFor();
    await expect.poll(() => field.inputValue()).toBe('And how many doors');
    await field.fill('How many doors does it have?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).nth(1).waitFor();
    const { data } = (await live.get(`/v1/agents/${agentId}/conversations?limit=1`)).body;
    expect(data[0].message_count).toBe(4);
    await page.getByRole('button', { name: 'New session' }).click();
    await page.reload();
    await page.getByText('Ask a question that your sources should answer.').waitFor();
  });

  it('puts a question back into the field whose reply a reload cut off', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.context().route('**/chat', () => {});
    await page.getByLabel('Message', { exact: true }).fill(TURBINE);
    await page.keyboard.press('Enter');
    await page.getByText(/^Searching \d+ sources/).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe(TURBINE);
  });

  it('takes a double click on Send for one click', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.getByLabel('Message', { exact: true }).fill(TURBINE);
    await page.getByRole('button', { name: 'Send' }).dblclick({ delay: 50 });
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    expect(await page.getByText('Stopped. The question').count()).toBe(0);
  });
});
