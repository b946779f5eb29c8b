import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '../dashboard/tests/open-browser.ts';
import { openDashboard } from '../dashboard/tests/open-dashboard.ts';
import { signUpOwner } from '../server/tests/helpers/people.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
} from '../server/tests/helpers/start-test-service.ts';

// Takes the pictures of README and guides with a service that it fills: node scripts/take-screenshots.ts [folder]

const ROOT = join(import.meta.dirname, '..');
const SIZE = { width: 1200, height: 760 };

const TEXTS = {
  'Opening hours':
    'The harbour office is open from eight to four. On Sundays it opens at ten and closes at noon.',
  'Harbour rules':
    'Boats of guests lie at the north pier, and pay twelve crowns for a night. Dogs stay on the lead.',
  'Lighthouse guide':
    'The lighthouse was built in 1874 by Ida Lund. It is open to visitors on Sundays from ten to four. A ticket is five crowns, and free for children under twelve.',
  'Ferry timetable':
    'The ferry to the island leaves at nine, at noon and at five. It takes forty minutes. Bicycles travel free of charge.',
};
/** Of the United Nations, 1948 and 1966. */
const RIGHTS = {
  'Covenant on Civil and Political Rights': `Article 12. Everyone lawfully within the territory of a State shall, within that territory, have the right to liberty of movement and freedom to choose his residence. Everyone shall be free to leave any country, including his own. No one shall be arbitrarily deprived of the right to enter his own country.

Article 17. No one shall be subjected to arbitrary or unlawful interference with his privacy, family, home or correspondence, nor to unlawful attacks on his honour and reputation.`,
  'Universal Declaration of Human Rights': `Article 12. No one shall be subjected to arbitrary interference with his privacy, family, home or correspondence, nor to attacks upon his honour and reputation. Everyone has the right to the protection of the law against such interference or attacks.

Article 13. Everyone has the right to freedom of movement and residence within the borders of each State. Everyone has the right to leave any country, including his own, and to return to his country.

Article 14. Everyone has the right to seek and to enjoy in other countries asylum from persecution. This right may not be invoked in the case of prosecutions genuinely arising from non-political crimes or from acts contrary to the purposes and principles of the United Nations.

Article 15. Everyone has the right to a nationality. No one shall be arbitrarily deprived of his nationality nor denied the right to change his nationality.`,
};
const QUESTIONS = [
  'Who built the lighthouse?',
  'When is the lighthouse open?',
  'What does a ticket for the lighthouse cost?',
  'When does the ferry leave?',
  'How long does the ferry take?',
  'Where do boats of guests lie?',
  'What does a night at the pier cost?',
  'When is the harbour office open on Sundays?',
  'Which tram goes to the airport?',
  'Is there a sauna?',
];

/** An agent that has sources, and was asked some questions. */
async function fill(client: Client): Promise<string> {
  for (const [name, content] of Object.entries(TEXTS))
    await client.addText(name, content, { tags: ['harbour'] });
  const agent = await client.post('/v1/agents', {
    name: 'Harbour desk',
    knowledge_base_ids: [await defaultKnowledgeBase(client)],
    welcome_message: 'Welcome to the harbour. What would you like to know?',
  });
  // The last step of the first run, which stands on the overview as long as one is open.
  await client.post('/v1/api-keys', { name: 'Website', scope: 'read_only' });
  for (const message of QUESTIONS) await client.post(`/v1/agents/${agent.body.data.id}/chat`, { message });
  return agent.body.data.id;
}

async function askInChat(page: Page, question: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Sources' }).waitFor();
}

/** An answer with its citations, and the source that one of them opens, side by side at twice the resolution. */
async function shootAnswer(browser: Browser, path: string): Promise<void> {
  const test = await startTestService();
  const { live } = test;
  await signUpOwner(test);
  for (const [name, content] of Object.entries(RIGHTS)) await live.addText(name, content);
  const agent = await live.post('/v1/agents', {
    name: 'Human rights',
    knowledge_base_ids: [await defaultKnowledgeBase(live)],
  });
  const page = await openDashboard(browser, live, `/agents/${agent.body.data.id}`, {
    viewport: { width: 1400, height: 900 },
    deviceScaleFactor: 2,
  });
  await askInChat(page, 'Is everyone free to leave any country?');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^Source 2/ }).click();
  const source = await opened;
  await source.setViewportSize({ width: 900, height: 800 });
  await source.locator('mark').waitFor();
  const shots = [
    await clip(page, page.getByText('Is everyone free'), page.getByText('Why this confidence'), 16, 16),
    await clip(
      source,
      source.getByText('The cited passage is highlighted'),
      source.getByText('Article 15'),
      10,
      20,
    ),
  ].map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  const sheet = await page.context().newPage();
  await sheet.setContent(
    `<style>body { margin: 0; display: inline-flex; gap: 24px; padding: 24px; background: #e6ecf2 } img { zoom: .5; align-self: center; border-radius: 16px }</style>${shots.join('')}`,
  );
  await sheet.locator('body').screenshot({ path });
  await page.context().close();
  await test.stop();
}

/** The column of the page around two elements, from the first to the second. */
async function clip(page: Page, from: Locator, to: Locator, above: number, below: number): Promise<Buffer> {
  const column = await from.locator('xpath=ancestor::*[self::section or self::main][1]').boundingBox();
  const [first, last] = [await from.boundingBox(), await to.boundingBox()];
  if (!column || !first || !last) throw new Error('The page does not show what the picture is of.');
  const y = first.y - above;
  return await page.screenshot({
    clip: { x: column.x, width: column.width, y, height: last.y + last.height + below - y },
  });
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
  const agentId = await fill(live);
  const page = await openDashboard(browser, live, '/sources', { viewport: SIZE });
  await page.getByRole('row').filter({ hasText: 'Ferry timetable' }).waitFor();
  await page.screenshot({ path: path('sources') });
  await shootWidget(browser, live, agentId, path('widget'));
  await shootAnswer(browser, path('answer'));
  await browser.close();
  await test.stop();
}

await shoot(process.argv[2] ?? join(ROOT, 'docs', 'images'));
