import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../dashboard/tests/open-browser.ts';
import { openDashboard } from '../dashboard/tests/open-dashboard.ts';
import { signUpOwner } from '../server/tests/helpers/people.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
} from '../server/tests/helpers/start-test-service.ts';

// Takes the pictures of the README with a service that is filled for them: node scripts/take-screenshots.ts [folder]

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

/** The widget, on a page of another origin. */
async function shootWidget(browser: Browser, client: Client, agentId: string, path: string): Promise<void> {
  let line = '';
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><title>Harbour</title>${line}<body style="font: 18px/28px Georgia, serif; margin: 48px; max-width: 600px"><h1>The old harbour</h1><p>Boats, a lighthouse and a ferry to the island: everything that a visitor needs to know, and somebody to ask.</p>`,
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
  await page.getByRole('button', { name: 'Open the chat' }).click();
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
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openDashboard(browser, live, '/', { viewport: SIZE, colorScheme });
    await page.locator('.recharts-dot').first().waitFor();
    await page.screenshot({ path: path(`overview-${colorScheme}`) });
    await page.context().close();
  }
  const page = await openDashboard(browser, live, `/agents/${agentId}`, { viewport: SIZE });
  await askInChat(page, 'When is the lighthouse open?');
  await page.screenshot({ path: path('agent') });
  await page.goto(`${live.baseUrl}/sources`);
  await page.getByRole('row').filter({ hasText: 'Ferry timetable' }).waitFor();
  await page.screenshot({ path: path('sources') });
  await shootWidget(browser, live, agentId, path('widget'));
  await browser.close();
  await test.stop();
}

await shoot(process.argv[2] ?? join(ROOT, 'docs', 'images'));
