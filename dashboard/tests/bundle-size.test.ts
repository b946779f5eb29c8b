import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const KB = 1_024;
const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

const zippedSize = (path: string): number => gzipSync(readFileSync(`${DIST}${path}`)).length;

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

describe('the JavaScript that a browser loads', () => {
  it('is at most 150 KB for the first page, compressed', async () => {
    const page = await openDashboard(browser, test.live, '/sign-in');
    // Its scripts may still be loading.
    await page.goto('about:blank');
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname.slice(1));
    });
    await page.goto(`${test.live.baseUrl}/`);
    await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
    await page.getByText('Drop a file here, or choose one').waitFor();
    expect(scripts.size).toBeGreaterThan(3);
    const size = [...scripts].reduce((sum, path) => sum + zippedSize(path), 0);
    expect(size).toBeLessThanOrEqual(150 * KB);
    await page.context().close();
  }, 60_000);

  it('is at most 25 KB for the chat widget, compressed', () => {
    expect(zippedSize('widget.js')).toBeLessThanOrEqual(25 * KB);
  });
});
