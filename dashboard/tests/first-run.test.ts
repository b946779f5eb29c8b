import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../server/tests/helpers/people.ts';
import {
  createClient,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../../server/tests/helpers/test-storage.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const HARBOUR = `# The harbour

The harbour office is open from eight to four. Boats of guests lie at the north pier, and pay twelve crowns for a night.

The lighthouse was built in 1874 by Ida Lund. It is open to visitors on Sundays.`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 120_000);
afterAll(() => browser.close());
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const newPage = async (): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  return page;
};

async function becomeOwner(page: Page, { live, service }: TestService): Promise<void> {
  await page.goto(`${live.baseUrl}/join#token=${service.firstKeys?.ownerToken}`);
  await page.getByText("Create your account. You'll be the workspace owner.").waitFor();
  await page.getByLabel('Your name').fill('Ida');
  await page.getByLabel('Email').fill('ida@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
}

const file = { name: 'harbour.md', mimeType: 'text/markdown', buffer: Buffer.from(HARBOUR) };
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.localName');
const addFile = async (page: Page): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 source indexed').waitFor();
};

describe('the first run', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());

  it('leads from the set-up link to an answer with sources and a key', async () => {
    const page = await newPage();
    await page.goto(`${test.live.baseUrl}/join#token=${test.service.firstKeys?.ownerToken}`);
    await page.getByLabel('Your name').waitFor();
    await expectAccessible(page);
    await becomeOwner(page, test);
    await expectAccessible(page);
    await addFile(page);
    // Finished steps stay finished after a reload.
    await page.reload();
    // The agent is created without a click.
    await page.getByLabel('Message').waitFor();
    await page.reload();
    await page.getByLabel('Message').waitFor();
    expect((await test.live.get('/v1/agents')).body.data).toMatchObject([{ name: 'Assistant' }]);
    await page.getByLabel('Message').fill('Who built the lighthouse?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).getByText('harbour.md').waitFor();
    await page.getByText('2 of 2 done').waitFor();
    await expect.poll(() => page.getByRole('article').innerText()).toContain('Ida Lund');
    await page.getByText('This reply quotes your sources, because no language model is connected.').waitFor();
    // The key is offered, not asked for.
    await page.getByText("You're set.").waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect.poll(() => focused(page), { timeout: 40_000 }).toBe('div');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate<string>('document.activeElement.innerText')).toBe('Copy key');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy command' }).click();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, url = '', key = '', body = ''] =
      /^curl '(\S+)' -H 'Authorization: Bearer (\S+)' .* -d '(.*)'$/.exec(command) ?? [];
    const answer = await createClient('', key).post(url, JSON.parse(body));
    expect(answer.status).toBe(200);
    expect(answer.body.data.reply).not.toBe('');
    await page.getByRole('button', { name: 'Go to overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('Avg. confidence').waitFor();
    await page.reload();
    await page.getByText('Avg. confidence').waitFor();
    await expect.poll(() => page.getByText('Get your first answer').count()).toBe(0);
    await page.context().close();
  });

  it('starts over in the sandbox, which shares nothing with live', async () => {
    const page = await openDashboard(browser, test.sandbox, '/', { inviter: test.live });
    page.setDefaultTimeout(40_000);
    await page.getByText('Sandbox: nothing you do here affects live data.').waitFor();
    await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
    await page.getByRole('button', { name: 'Add sample text' }).click();
    await page.getByText('1 source indexed').waitFor();
    // The sample's question is prefilled, and has the focus: two clicks or keys lead to the first answer.
    await expect.poll(() => focused(page), { timeout: 40_000 }).toBe('textarea');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).getByText('Sample: the bakery').first().waitFor();
    // Below the question. It says what was asked for, and nothing else.
    const reply = page.getByRole('article').locator('[dir=auto]').nth(1);
    await expect
      .poll(() => reply.innerText())
      .toMatch(/^On Sundays the bakery opens at 8 in the morning and closes at noon\.\W*\d*\W*$/);
    const names = async (client: typeof test.live) =>
      (await client.get('/v1/knowledge-base/sources')).body.data.map(
        (source: { name: string }) => source.name,
      );
    expect(await names(test.sandbox)).toEqual(['Sample: the bakery on the square']);
    expect(await names(test.live)).toEqual(['harbour.md']);
    await page.context().close();
  });
});

describe('a step of the first run', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());

  it('takes pasted text, and can be skipped for good', async () => {
    const page = await newPage();
    await becomeOwner(page, test);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByLabel('Text', { exact: true }).last().fill(HARBOUR);
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByText('1 source indexed').waitFor();
    await page.getByRole('button', { name: 'Skip this step: Ask a question' }).click();
    await step(page, 'Ask a question').getByText('Skipped', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Do it now: Ask a question' }).click();
    await page.getByLabel('Message').waitFor();
    await page.getByRole('button', { name: 'Skip setup' }).click();
    await page.getByText('No questions in this period').waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText('No questions in this period').waitFor();
    await page.context().close();
  });

  it('shows why a source failed, and continues with the next', async () => {
    await using service = await startDisposable();
    const page = await newPage();
    await page.setViewportSize({ width: 360, height: 740 });
    await becomeOwner(page, service);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') });
    await page.getByText('The PDF is damaged or incomplete').first().waitFor();
    expect(
      await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).toBe(0);
    await page.getByRole('button', { name: 'Add sample text' }).click();
    await page.getByText('1 source indexed').waitFor();
    await page.context().close();
  });

  it('is hidden from people who may not take it', async () => {
    await using service = await startDisposable();
    const page = await openDashboard(browser, service.live, '/', { role: 'viewer' });
    await page.getByText('No sources yet').waitFor({ timeout: 40_000 });
    await expect.poll(() => page.getByText('Get your first answer').count()).toBe(0);
    await page.context().close();
  });
});

describe('the service', () => {
  it('returns while a page is open, which says so and continues', async () => {
    const dataDir = newDataDir();
    const before = await startTestService({ DATA_DIR: dataDir });
    const page = await newPage();
    await becomeOwner(page, before);
    await addFile(page);
    await page.getByLabel('Message').waitFor();
    await before.stop();
    await page.getByRole('link', { name: 'Knowledge bases' }).click();
    await page.getByText("The service isn't responding.").first().waitFor();
    const ports = {
      PORT: new URL(before.live.baseUrl).port,
      SANDBOX_PORT: new URL(before.sandbox.baseUrl).port,
    };
    const after = await startTestService({ DATA_DIR: dataDir, ...ports });
    await page.getByText('Reconnected.').waitFor();
    await page.getByText('Default', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByText('Trying again').count()).toBe(0);
    await page.context().close();
    await after.stop();
    await removeDataDir(dataDir);
  });
});

async function startDisposable(): Promise<TestService & AsyncDisposable> {
  const service = await startTestService();
  return Object.assign(service, { [Symbol.asyncDispose]: () => service.stop() });
}
