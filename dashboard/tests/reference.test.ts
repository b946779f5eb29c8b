import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { openBrowser } from './open-browser.ts';

let browser: Browser;
let test: TestService;
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
});

describe('the reference at /docs', () => {
  it('shows every operation, sends a request with a sandbox key, and asks no other origin', async () => {
    const { baseUrl, key } = test.sandbox;
    const page = await browser.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${baseUrl}/docs#agents.list`);
    const { paths } = (await test.sandbox.get('/openapi.json')).body;
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods as object));
    await expect.poll(() => page.locator('main section').count()).toBe(operations.length);
    const section = page.locator('section[id="agents.list"]');
    await section.getByRole('combobox', { name: 'Language' }).selectOption('Python');
    expect(await section.locator('pre').first().textContent()).toBe('footnote.agents.list()');
    await section.getByText('Try it').click();
    await section.getByLabel('API key').fill(key);
    await section.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => section.locator('pre').last().textContent()).toMatch(/^200\n\{\s+"data": \[/);
    expect(new Set(asked)).toEqual(new Set([new URL(baseUrl).origin]));
    expect(complaints).toEqual([]);
    if (process.env['SCREENSHOTS']) {
      await page.screenshot({ path: `${process.env['SCREENSHOTS']}/light.png` });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: `${process.env['SCREENSHOTS']}/dark.png` });
    }
    await page.close();
  });

  it('shows only the operations that the filter matches, and the chosen language at each', async () => {
    const page = await browser.newPage();
    await page.goto(`${test.sandbox.baseUrl}/docs`);
    const shown = () => page.locator('nav div :is(h2, a):visible').allTextContents();
    await page.getByLabel('Filter operations').fill('batch sources');
    await expect.poll(shown).toEqual(['Sources', 'Add sources in a batch']);
    await page.getByLabel('Filter operations').fill('no such operation');
    await expect.poll(shown).toEqual([]);
    expect(await page.getByText('No operation matches.').isVisible()).toBe(true);

    const sample = (operation: string) => page.locator(`section[id="${operation}"]`).locator('pre').first();
    await page.getByLabel('Language').first().selectOption('TypeScript');
    expect(await sample('agents.list').textContent()).toBe('await footnote.agents.list();');
    expect(await sample('account.signIn').textContent()).toContain('curl');
    await page.close();
  });
});
