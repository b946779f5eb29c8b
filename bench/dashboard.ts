import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { addSourceRows } from '../dashboard/tests/add-source-rows.ts';
import { openBrowser } from '../dashboard/tests/open-browser.ts';
import { openDashboard } from '../dashboard/tests/open-dashboard.ts';
import { buildDashboard } from '../scripts/build-dashboard.mjs';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import { type Client, createClient } from '../server/tests/helpers/start-test-service.ts';
import type { Figure } from './service.ts';

/** Short: medians of three, so that all of it takes less than two minutes. */
const ROUNDS = 3;
const SOURCES = 10_000;
const KB = 1_024;

/** The pages, each with the link to click: it is drawn when the service has answered. */
const OVERVIEW = { path: '/', link: 'dl a[href^="/conversations"]' };
const SOURCE_LIST = { path: '/sources', link: 'tbody a[href^="/sources/"]' };
const FIRST_RUN = { path: '/', link: 'ol li[aria-current=step] [role=tab]' };
type Target = typeof OVERVIEW;

/** The dashboard in a browser: how soon a page takes a click, what is transferred, and how it scrolls. */
export async function benchDashboard(): Promise<Figure[]> {
  buildDashboard(fileURLToPath(new URL('..', import.meta.url)), process.execPath);
  const browser = await openBrowser();
  const server = await startServerProcess();
  const client = createClient(server.baseUrl, server.key);
  const visitor = await signIn(browser, client);
  const bytes = await bytesOf(visitor, FIRST_RUN);
  await fill(server, client);
  const overview = await timesOf(visitor, OVERVIEW);
  const sources = await timesOf(visitor, SOURCE_LIST);
  const frames = await framesOf(visitor);
  await browser.close();
  await server.stop();
  const time = (what: string, value: number, goal: string): Figure => ({
    what,
    value,
    unit: 'ms',
    goal,
  });
  const size = (what: string, value: number, goal: string): Figure => ({
    what,
    value: value / KB,
    unit: 'KB',
    goal,
  });
  return [
    time('overview until it takes a click, first visit', overview.first, '<= 600'),
    time('overview until it takes a click, warm cache', overview.warm, '<= 600'),
    time('list of 10,000 sources until a row takes a click, first visit', sources.first, '<= 500'),
    time('list of 10,000 sources until a row takes a click, warm cache', sources.warm, '<= 500'),
    size('JavaScript of the first page, as transferred', bytes.script, '<= 150'),
    size('all of the first page, as transferred', bytes.all, ''),
    time('a frame while 10,000 sources are scrolled through, median', frames.median, '<= 17'),
    time('95 of 100 frames within', frames.p95, ''),
    time('the longest frame', frames.longest, ''),
    time('script, style and layout of a frame, mean', frames.work, ''),
  ];
}

type Visitor = { browser: Browser; baseUrl: string; cookies: Awaited<ReturnType<BrowserContext['cookies']>> };

async function signIn(browser: Browser, client: Client): Promise<Visitor> {
  const page = await openDashboard(browser, client, '/');
  const cookies = await page.context().cookies();
  await page.context().close();
  return { browser, baseUrl: client.baseUrl, cookies };
}

/** A browser with an empty cache, signed in. */
async function newContext({ browser, cookies }: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(cookies);
  return context;
}

/** Completes the first run, so that the overview shows its numbers. */
async function fill({ dataDir, knowledgeBaseId }: ServerProcess, client: Client): Promise<void> {
  await client.addText('Opening hours', 'The harbour office is open from eight to four.');
  const agent = await client.post('/v1/agents', { name: 'Desk', knowledge_base_ids: [knowledgeBaseId] });
  for (let count = 0; count < 20; count++)
    await client.post(`/v1/agents/${agent.body.data.id}/chat`, { message: 'When is the office open?' });
  await client.post('/v1/api-keys', { name: 'Website', scope: 'read_only' });
  await addSourceRows(dataDir, { knowledgeBaseId, count: SOURCES });
}

async function timesOf(visitor: Visitor, target: Target): Promise<{ first: number; warm: number }> {
  const first: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await newContext(visitor);
    for (const times of [first, warm]) {
      const page = await context.newPage();
      times.push(await timeToClick(page, visitor.baseUrl, target));
      await page.close();
    }
    await context.close();
  }
  return { first: median(first), warm: median(warm) };
}

/** Milliseconds from the navigation until the link was drawn and a click on it, sent in the next task after its frame, was taken
 *  by the page: its handler has kept the browser from following the link. */
async function timeToClick(page: Page, baseUrl: string, { path, link }: Target): Promise<number> {
  await page.addInitScript(`
    let isTaken = false;
    addEventListener('click', (event) => {
      isTaken = event.defaultPrevented;
      event.preventDefault();
    });
    window.tookClickAfterMs = new Promise((resolve) => {
      const attempt = () => {
        const link = document.querySelector(${JSON.stringify(link)});
        if (!link) return requestAnimationFrame(attempt);
        setTimeout(() => {
          link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
          if (isTaken) resolve(performance.now());
          else requestAnimationFrame(attempt);
        });
      };
      requestAnimationFrame(attempt);
    });
  `);
  await page.goto(`${baseUrl}${path}`);
  return await page.evaluate<number>('window.tookClickAfterMs');
}

/** The bytes transferred, headers included, until the page is complete. */
async function bytesOf(visitor: Visitor, { path, link }: Target): Promise<{ script: number; all: number }> {
  const context = await newContext(visitor);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const scripts = new Set<string>();
  const sum = { script: 0, all: 0 };
  network.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
  );
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.all += encodedDataLength;
    if (scripts.has(requestId)) sum.script += encodedDataLength;
  });
  await network.send('Network.enable');
  await page.goto(`${visitor.baseUrl}${path}`);
  await page.locator(link).first().waitFor();
  await context.close();
  return sum;
}

type Frames = { median: number; p95: number; longest: number; work: number };

/** Scrolls from the first source to the last, 600 pixels in each frame. Milliseconds between frames, and of what the page itself
 *  does in one; medians of the rounds. */
async function framesOf(visitor: Visitor): Promise<Frames> {
  const rounds: number[][] = [];
  const works: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await newContext(visitor);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`${visitor.baseUrl}${SOURCE_LIST.path}`);
    await page.locator(SOURCE_LIST.link).first().waitFor();
    const before = await workOf(session);
    const times = await page.evaluate<number[]>(SCROLL_THROUGH);
    works.push(((await workOf(session)) - before) / times.length);
    rounds.push(times);
    await context.close();
  }
  const of = (share: number): number => median(rounds.map((times) => quantile(times, share)));
  return { median: of(0.5), p95: of(0.95), longest: of(1), work: median(works) };
}

const SCROLL_THROUGH = `new Promise((resolve) => {
  const times = [];
  let before = 0;
  let from = -1;
  let wasAtEnd = true;
  const step = (now) => {
    // At the end of the loaded rows the page waits for more, and nothing is drawn.
    const isAtEnd = scrollY === from;
    if (!isAtEnd && !wasAtEnd) times.push(now - before);
    if (isAtEnd && document.body.innerText.includes('End of list.')) return resolve(times);
    wasAtEnd = isAtEnd;
    before = now;
    from = scrollY;
    scrollBy(0, 600);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Milliseconds of the page's own work so far. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const parts = metrics.filter(({ name }) => /^(Script|Layout|RecalcStyle)Duration$/.test(name));
  return parts.reduce((sum, { value }) => sum + value, 0) * 1_000;
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN;

const median = (values: number[]): number => quantile(values, 0.5);
