import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

const LONG_NAME = 'The rules for paint, solvents and bilge water on the slipways of the northern yard. '
  .repeat(3)
  .slice(0, 200)
  .trim();
const LONG_TAG = 'a-tag-'.repeat(10);
const SMALL = { width: 360, height: 740 };
const api = '/v1/knowledge-base/sources';

let service: TestService;
let live: Client;
let browser: Browser;
let agentId: string;
let guide: string;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  live = service.live;
  const paint = (await live.post('/v1/knowledge-bases', { name: LONG_NAME })).body.data.id;
  for (const name of ['Anchors', 'Lamps', 'Ropes', 'Sails']) await live.post('/v1/knowledge-bases', { name });
  await live.addText(LONG_NAME, 'Paint is kept in the red store.', {
    tags: [LONG_TAG],
    knowledge_base_id: paint,
  });
  const filling = 'The pier is painted every spring, and the ropes are changed every autumn.\n'.repeat(60);
  guide = (
    await live.addText('Lighthouse guide', `${filling}\nThe lighthouse was built in 1874 by Ida Lund.\n`)
  ).id;
  const made = await live.post('/v1/agents', {
    name: 'Harbour desk',
    knowledge_base_ids: [await defaultKnowledgeBase(live), paint],
  });
  agentId = made.body.data.id;
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 150_000 });

/** Opens a page, and closes its browser when the test is over. */
async function visit(path: string, options?: DashboardOptions): Promise<Page & AsyncDisposable> {
  return await openDashboard(browser, live, path, options);
}

const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
const linkOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);

describe('long names', () => {
  it('never make a page scroll sideways at 360 px', async () => {
    await using page = await visit(`/sources?q=paint`, { viewport: SMALL });
    await linkOf(page, LONG_NAME).click();
    await page.getByText('Paint is kept in the red store.').waitFor();
    await page.getByRole('button', { name: `Remove tag ${LONG_TAG}` }).waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
    await page.goto(`${live.baseUrl}/agents/${agentId}`);
    await page.getByRole('link', { name: 'Test chat' }).click();
    await page.getByLabel('Message', { exact: true }).fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    await page.getByText('Session', { exact: false }).locator('code').waitFor();
    expect(await widthOf(page)).toBe(SMALL.width);
  });

  it("of knowledge bases are stacked in the agent's form", async () => {
    await using page = await visit(`/agents/${agentId}`);
    const boxes = page.getByRole('group', { name: 'Knowledge bases' }).locator('label');
    await boxes.filter({ hasText: 'Ropes' }).waitFor();
    const edges = await Promise.all(
      (await boxes.all()).map((box) => box.locator('span').first().boundingBox()),
    );
    expect(edges).toHaveLength(6);
    const sorted = edges.toSorted((one, other) => (one?.y ?? 0) - (other?.y ?? 0));
    for (const [index, edge] of sorted.entries())
      expect(edge?.y).toBeGreaterThanOrEqual((sorted[index - 1]?.y ?? 0) + (sorted[index - 1]?.height ?? 0));
  });
});

describe('the list of sources', () => {
  beforeAll(async () => {
    for (let index = 10; index < 50; index++)
      await live.post(api, { type: 'text', name: `Letter ${index}`, content: `Letter number ${index}.` });
  });

  it('is navigated by arrows, selected by Space and opened by Enter', async () => {
    await using page = await visit('/sources?q=Letter', { viewport: { width: 1280, height: 500 } });
    await linkOf(page, 'Letter 49').focus();
    for (let index = 48; index >= 20; index--)
      // A row that is not rendered yet takes no focus: presses the key again.
      await vi.waitFor(
        async () => {
          const next = `[data-tip="Letter ${index}"]`;
          if (!(await isFocused(page, next))) await page.keyboard.press('ArrowDown');
          expect(await isFocused(page, next)).toBe(true);
        },
        { timeout: 30_000 },
      );
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => isFocused(page, '[data-tip="Letter 21"]')).toBe(true);
    const head = await page.locator('thead').boundingBox();
    const focused = await linkOf(page, 'Letter 21').boundingBox();
    expect(focused?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
    await page.getByLabel('Select Letter 21').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await expect.poll(() => page.getByLabel('Select Letter 20').isChecked()).toBe(true);
    await linkOf(page, 'Letter 21').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Letter number 21.').waitFor();
  });

  const backByLink = (page: Page) => linkOf(page, 'All sources').click();

  it.each<[how: string, back: (page: Page) => Promise<unknown>]>([
    ['by the button of the browser', (page) => page.goBack()],
    ['by the link over the source', backByLink],
    [
      'by that link after having looked around there',
      async (page) => {
        await page.getByRole('tab', { name: 'History' }).click();
        await page.getByRole('button', { name: 'Edit text' }).click();
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await backByLink(page);
      },
    ],
  ])('restores filters and scroll position on the way back %s', async (_, back) => {
    await using page = await visit('/sources?q=Letter', { viewport: { width: 1280, height: 500 } });
    await linkOf(page, 'Letter 49').waitFor();
    await page.mouse.wheel(0, 1_200);
    await linkOf(page, 'Letter 28').click();
    await page.getByText('Letter number 28.').waitFor();
    await back(page);
    await linkOf(page, 'Letter 28').waitFor();
    await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe('Letter');
    await expect.poll(async () => await page.evaluate<number>('window.scrollY')).toBeGreaterThan(600);
  });

  it('restores its filters after a reload of the source, in another tab, and after a deletion', async () => {
    const { id } = await live.addText('Letter to the harbour master', 'Please dredge.');
    await using page = await visit('/sources?q=to+the+harbour');
    await linkOf(page, 'Letter to the harbour master').click();
    await page.getByText('Please dredge.').waitFor();
    await page.reload();
    await page.getByText('Please dredge.').waitFor();
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      linkOf(page, 'All sources').click({ modifiers: ['Control'] }),
    ]);
    await expect.poll(() => other.getByLabel('Search by name').inputValue()).toBe('to the harbour');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe('to the harbour');
    await page.getByText('No source matches these filters').waitFor();
    expect((await live.get(`${api}/${id}`)).status).toBe(404);
  });

  it('has no filters if the source was opened another way', async () => {
    await using page = await visit('/sources?q=Letter');
    await linkOf(page, 'Letter 49').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // As a link on another page does.
    await page.evaluate(`history.pushState(null, '', '/sources/${guide}')`);
    await page.getByRole('heading', { name: 'Lighthouse guide' }).waitFor();
    await backByLink(page);
    await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe('');
    expect(page.url()).toBe(`${live.baseUrl}/sources`);
  });

  it('asks about one source in the singular', async () => {
    await using page = await visit('/sources?q=Letter');
    await page.getByLabel('Select Letter 49').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('This deletes its file, text and chunks').waitFor();
  });
});

describe('a fault of the service', () => {
  it('is shown after a second attempt, with a retry', async () => {
    await using page = await visit('/knowledge-bases');
    let asked = 0;
    const list = /\/sources\?/;
    await page.route(list, async (route) => {
      asked++;
      await route.fulfill({
        status: 500,
        json: { error: { code: 'internal_error', message: 'Something went wrong.', request_id: 'req_1' } },
      });
    });
    await page.getByRole('link', { name: 'Sources', exact: true }).click();
    await page.getByRole('alert').getByText('Something went wrong.').waitFor();
    expect(asked).toBe(2);
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
  });
});

describe('a dialog', () => {
  it('has a close button, for devices without a keyboard', async () => {
    await using page = await visit('/sources?add=file', { viewport: SMALL, hasTouch: true });
    await page.getByRole('dialog', { name: 'Add sources' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
});

describe('a citation', () => {
  it('is in view when its source opens on a phone', async () => {
    const { text } = (await live.get(`${api}/${guide}/content`)).body.data;
    const start = text.indexOf('The lighthouse was built');
    await using page = await visit(`/sources/${guide}?start=${start}&end=${start + 24}`, { viewport: SMALL });
    const mark = page.locator('mark');
    await mark.waitFor();
    await vi.waitFor(
      async () => {
        const box = await mark.boundingBox();
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(SMALL.height);
      },
      { timeout: 30_000 },
    );
  });
});

describe('a source deleted by someone else', () => {
  it('shows that on its page', async () => {
    const { id } = await live.addText('Tides', 'High water is at noon.');
    await using page = await visit(`/sources/${id}`);
    await page.getByText('High water is at noon.').waitFor();
    await live.delete(`${api}/${id}`);
    await page.getByText("This source doesn't exist any more").waitFor();
    await expect.poll(() => page.getByText('High water is at noon.').count()).toBe(0);
  });
});

describe('an agent', () => {
  it('changed in another tab is updated, and keeps what was typed here', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.getByLabel('Welcome message').fill('Ahoy!');
    await live.patch(`/v1/agents/${agentId}`, { system_prompt: 'You are brief.' });
    const persona = page.getByLabel('Persona and behaviour');
    await vi.waitFor(
      async () => {
        // As after coming back from the other tab.
        await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
        expect(await persona.inputValue()).toBe('You are brief.');
      },
      { timeout: 30_000 },
    );
    await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('Ahoy!');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
    await expect.poll(() => persona.inputValue()).toBe('You are brief.');
  });

  it.each<[how: string, back: (page: Page) => Promise<unknown>]>([
    ['the back button', (page) => page.evaluate('history.back()')],
    ['the link to the list', (page) => linkOf(page, 'All agents').click()],
  ])('asks before a reload or %s loses changes', async (_, back) => {
    await using page = await visit('/agents');
    await linkOf(page, 'Harbour desk').click();
    await page.getByLabel('Welcome message').fill('Ahoy!');
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page.evaluate('setTimeout(() => location.reload())');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await back(page);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('Ahoy!');
    await expect.poll(() => page.url()).toContain(`/agents/${agentId}`);
    await back(page);
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  });
});

describe('a knowledge gap', () => {
  it('links to the conversations while there is none', async () => {
    const page = await openDashboard(browser, service.sandbox, '/gaps', { inviter: live });
    await page.getByRole('link', { name: 'View conversations' }).click();
    await page.getByText('No conversations yet').waitFor();
    await page.context().close();
  });

  it('opens a long conversation at its reply', async () => {
    const chat = `/v1/agents/${agentId}/chat`;
    const session_id = 'long';
    for (let turn = 0; turn < 27; turn++)
      await live.post(chat, { message: `Who built the lighthouse, part ${turn}?`, session_id });
    const { message_id } = (await live.post(chat, { message: 'Is there a sauna?', session_id })).body.data;
    await using page = await visit('/gaps');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Is there a sauna?' })
      .getByRole('link', { name: 'View last reply' })
      .click();
    const reply = page.locator(`[id="${message_id}"]`);
    await vi.waitFor(
      async () => {
        const box = await reply.boundingBox({ timeout: 1_000 });
        expect(box?.y).toBeGreaterThan(0);
        expect(box?.y).toBeLessThan(800);
      },
      { timeout: 30_000 },
    );
  });
});
