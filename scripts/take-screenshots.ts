import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { fillHarbour, type Harbour } from '../dashboard/tests/harbour.ts';
import { CITATION } from '../dashboard/tests/main-states.ts';
import { openBrowser } from '../dashboard/tests/open-browser.ts';
import { openDashboard } from '../dashboard/tests/open-dashboard.ts';
import { signUpOwner } from '../server/tests/helpers/people.ts';
import { type Client, startTestService } from '../server/tests/helpers/start-test-service.ts';

// Takes the pictures of README and guides with a service that it fills: node scripts/take-screenshots.ts [folder]

const ROOT = join(import.meta.dirname, '..');
const SIZE = { width: 1200, height: 760 };

async function askInChat(page: Page, question: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Sources' }).waitFor();
}

/** An answer, and the page of a PDF that it cites beside it, at twice the resolution. */
async function shootAnswer(browser: Browser, client: Client, harbour: Harbour, path: string): Promise<void> {
  const page = await openDashboard(browser, client, CITATION.path(harbour), {
    viewport: { width: 1300, height: 760 },
    deviceScaleFactor: 2,
  });
  await CITATION.reach(page);
  await page.screenshot({ path });
}

/** The widget, on a page of another origin. */
async function shootWidget(browser: Browser, client: Client, agentId: string, path: string): Promise<void> {
  let line = '';
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><title>Harbour</title>${line}<body style="font: 18px/28px Georgia, serif; margin: 48px; max-width: 600px"><h1>The old harbour</h1><p>Boats, a lighthouse and a ferry to the island: everything that a visitor needs to know, and someone to ask.</p>`,
      ),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const token = await client.post(`/v1/agents/${agentId}/tokens`, {
    name: 'Site',
    allowed_origins: [origin],
  });
  line = `<script src="${client.baseUrl}/widget.js" data-token="${token.body.data.token}" async></script>`;
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(origin);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByText('Welcome to the harbour.').waitFor();
  await askInChat(page, 'Who built the lighthouse?');
  await page.screenshot({ path });
  await page.close();
  site.close();
}

async function shoot(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = (name: string): string => join(folder, `${name}.png`);
  const browser = await openBrowser();
  const test = await startTestService();
  const { live } = test;
  await signUpOwner(test);
  const first = await openDashboard(browser, live, '/', { viewport: SIZE });
  await first.getByText('Drop a file here, or choose one').waitFor();
  await first.screenshot({ path: path('first-run') });
  const harbour = await fillHarbour(live);
  const page = await openDashboard(browser, live, '/sources', { viewport: SIZE });
  await page.getByText('Ferry timetable').first().waitFor();
  await page.screenshot({ path: path('sources') });
  await shootWidget(browser, live, harbour.agentId, path('widget'));
  await shootAnswer(browser, live, harbour, path('answer'));
  await browser.close();
  await test.stop();
}

await shoot(process.argv[2] ?? join(ROOT, 'docs', 'images'));
