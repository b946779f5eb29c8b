import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { fillHarbour, type Harbour } from './harbour.ts';
import { MAIN_STATES } from './main-states.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

/** What each state looks like. `WRITE_PICTURES=1 npm run test:file -- dashboard/tests/main-states.test.ts` writes new ones. Look
 *  at them before you commit them. */
const PICTURES = join(import.meta.dirname, 'pictures');
const SIZE = { width: 1440, height: 900 };
const THEMES = ['light', 'dark'] as const;

/** A picture is compared by the mean colours of its blocks of 24 × 20 pixels, because letters are drawn a little differently by each
 *  version of a browser and of a font. */
const BLOCKS = { width: 60, height: 45 };
/** Blocks differ when a colour of theirs differs by more than this of 255. */
const TOLERANCE = 12;
/** The most blocks of a picture that may differ: times such as "2 minutes ago" do. A row of a table is about 3 of 100. */
const MOST = 0.02;

let browser: Browser;
/** Where pictures are read: a page of its own, because that of the dashboard doesn't allow them. */
let reader: Page;
const services: TestService[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  reader = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  for (const service of services) await service.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 300_000 });

async function newService(): Promise<TestService> {
  const service = await startTestService();
  services.push(service);
  return service;
}

/** The mean colours of the blocks of a picture, as red, green and blue by turns, and the picture at half the size. */
async function readPicture(bytes: Buffer, type: string): Promise<{ blocks: number[]; half: Buffer }> {
  const { blocks, half } = await reader.evaluate<{ blocks: number[]; half: string }>(`(async () => {
    const image = new Image();
    image.src = 'data:${type};base64,${bytes.toString('base64')}';
    await image.decode();
    const draw = (width, height) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      return { canvas, context };
    };
    const { width, height } = { width: ${BLOCKS.width}, height: ${BLOCKS.height} };
    const pixels = draw(width * 12, height * 10).context.getImageData(0, 0, width * 12, height * 10).data;
    const blocks = [];
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) for (let colour = 0; colour < 3; colour++) {
      let sum = 0;
      for (let row = 0; row < 10; row++) for (let column = 0; column < 12; column++)
        sum += pixels[((y * 10 + row) * width * 12 + x * 12 + column) * 4 + colour];
      blocks.push(Math.round(sum / 120));
    }
    return { blocks, half: draw(720, 450).canvas.toDataURL('image/webp', 0.8).split(',')[1] };
  })()`);
  return { blocks, half: Buffer.from(half, 'base64') };
}

/** The share of the blocks that differ. */
function difference(one: readonly number[], other: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 3)
    if ([0, 1, 2].some((each) => Math.abs((one[at + each] ?? 0) - (other[at + each] ?? 0)) > TOLERANCE))
      count++;
  return count / (one.length / 3);
}

/** The page looks as in its picture of this theme, or its picture is written. */
async function expectPicture(page: Page, name: string, theme: string): Promise<void> {
  const path = join(PICTURES, `${name}-${theme}.webp`);
  if (process.env['WRITE_PICTURES'] === '1') {
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(path, (await readPicture(await still(page), 'image/png')).half);
  }
  expect(existsSync(path), `${path} is there`).toBe(true);
  const { blocks } = await readPicture(readFileSync(path), 'image/webp');
  // Parts of a page may still be loading when the state is reached.
  await expect
    .poll(async () => difference((await readPicture(await still(page), 'image/png')).blocks, blocks), {
      message: `the share of ${name} that looks otherwise than in ${theme}.webp`,
      timeout: 20_000,
      interval: 1_000,
    })
    .toBeLessThan(MOST);
}

const still = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'disabled', caret: 'hide' });

/** In one page after the other: a theme is an attribute of the document. */
async function expectThemes(page: Page, name: string): Promise<void> {
  // The pointer lies on nothing.
  await page.mouse.move(SIZE.width - 1, SIZE.height - 1);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await page.waitForTimeout(process.env['WRITE_PICTURES'] === '1' ? 2_000 : 200);
    await expectPicture(page, name, theme);
  }
}

describe('in light and dark, the dashboard looks as in its pictures', () => {
  it('on the first run', async () => {
    const { live } = await newService();
    await using page = await openDashboard(browser, live, '/', { viewport: SIZE });
    await page.getByText('Drop a file here, or choose one').waitFor();
    await expectThemes(page, 'first-run');
  });

  describe('of a harbour with sources, an agent and conversations', () => {
    let test: TestService;
    let harbour: Harbour;
    beforeAll(async () => {
      test = await newService();
      harbour = await fillHarbour(test.live);
    }, 120_000);

    it.each(MAIN_STATES)('$name', async ({ name, path, reach }) => {
      await using page = await openDashboard(browser, test.live, path(harbour), { viewport: SIZE });
      await reach(page);
      await expectThemes(page, name);
    });
  });

  it('and a page without its menu, or with other colours, is told from its picture', async () => {
    const { live } = await newService();
    await using page = await openDashboard(browser, live, '/agents', {
      viewport: SIZE,
      colorScheme: 'light',
    });
    await page.getByText('No agents yet').waitFor();
    const { blocks } = await readPicture(await still(page), 'image/png');
    await page.evaluate("document.documentElement.dataset.theme = 'dark'");
    expect(difference((await readPicture(await still(page), 'image/png')).blocks, blocks)).toBeGreaterThan(
      MOST,
    );
    await page.evaluate("document.documentElement.dataset.theme = 'light'");
    await page.getByRole('navigation', { name: 'Main' }).evaluate((menu) => menu.remove());
    expect(difference((await readPicture(await still(page), 'image/png')).blocks, blocks)).toBeGreaterThan(
      MOST,
    );
  });
});
