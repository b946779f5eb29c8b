import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let browser: Browser;
let test: TestService;
let live: Client;
let site: Server;
let origin: string;
let agent: string;
/** The line of HTML that puts the widget on a page. */
let line = '';
beforeAll(async () => {
  browser = await openBrowser();
  test = await startTestService();
  live = test.live;
  await live.addText('Pier', 'The pier of Wittering is 300 metres long.');
  site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><head><title>A shop</title>${line}</head><body><h1>A shop</h1></body></html>`,
      ),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  agent = (
    await live.post('/v1/agents', {
      name: 'Pier desk',
      knowledge_base_ids: [await defaultKnowledgeBase(live)],
    })
  ).body.data.id;
  const token = await live.post(`/v1/agents/${agent}/tokens`, { name: 'Site', allowed_origins: [origin] });
  line = `<script src="${live.baseUrl}/widget.js" data-token="${token.body.data.token}" async></script>`;
}, 120_000);
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await test.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 300_000 });

async function visit(): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(100_000);
  await page.goto(origin);
  await page.getByRole('button', { name: 'Open chat' }).click();
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}
const say = async (page: Page, message: string): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill(message);
  await page.keyboard.press('Enter');
};

describe('a conversation that is handed over', () => {
  it('goes from the widget to a person in the dashboard, and back to the agent', async () => {
    await using settings = await openDashboard(browser, live, `/agents/${agent}`);
    await chooseOption(settings, 'Hand-over to a person', 'When a visitor asks for a person');
    await settings.getByRole('button', { name: 'Publish', exact: true }).click();
    await settings.getByText(/^Version \d+ is live\.$/).waitFor();

    await using visitor = await visit();
    await say(visitor, 'Can I talk to a human?');
    await visitor.getByText('A person can take over here.').first().waitFor();
    await visitor.getByRole('button', { name: 'Talk to a person' }).click();
    const form = visitor.getByRole('form', { name: 'Talk to a person' });
    await form.getByLabel('Name').fill('Ida');
    await form.getByLabel('Email').fill('ida@example.com');
    await form.getByLabel('What is it about?').fill('My boat is too long.');
    await expectAccessible(visitor);
    await form.getByRole('button', { name: 'Send request' }).click();
    await visitor.getByRole('log').getByText('Your request was sent.').waitFor();

    await using person = await openDashboard(browser, live, '/conversations', { role: 'member' });
    await person.getByRole('link', { name: /Needs a person/ }).click();
    await person.getByRole('listitem').getByText('Waiting for a person').waitFor();
    await expectAccessible(person);
    await person.getByRole('link', { name: /Can I talk to a human/ }).click();
    await person.getByText('My boat is too long.').waitFor();
    await person.getByRole('link', { name: 'ida@example.com' }).waitFor();
    await person.getByRole('button', { name: 'Assign to me' }).click();
    await person.getByText('You have this conversation.').waitFor();
    await person.getByLabel('Your reply').fill('How long is your boat?');
    await expectAccessible(person);
    await person.getByRole('button', { name: 'Send reply' }).click();

    await visitor.getByRole('log').getByText('How long is your boat?').waitFor();
    await visitor.getByRole('log').getByText('Ada', { exact: true }).waitFor();
    await expectAccessible(visitor);
    await say(visitor, 'How long is the pier?');
    await visitor.getByRole('log').getByText('A person has taken over this conversation').waitFor();
    await person.getByText('How long is the pier?').first().waitFor();
    await visitor.reload();
    await visitor.getByRole('log').getByText('How long is your boat?').waitFor();

    await using other = await openDashboard(browser, live, new URL(person.url()).pathname);
    await other.getByText('Ada has this conversation.').waitFor();
    expect(await other.getByLabel('Your reply').count()).toBe(0);
    await using viewer = await openDashboard(browser, live, new URL(person.url()).pathname, {
      role: 'viewer',
    });
    await viewer.getByText('Ada has this conversation.').waitFor();
    expect(await viewer.getByRole('button', { name: 'Take over' }).count()).toBe(0);

    await person.getByRole('button', { name: 'Resolve' }).click();
    await person.getByText('Ada resolved this.').waitFor();
    await other.getByText('Ada resolved this.').waitFor();
    await visitor.getByRole('log').getByText('Your next question is answered automatically.').waitFor();
    await say(visitor, 'How long is the pier of Wittering?');
    await visitor.getByRole('list', { name: 'Sources' }).waitFor();
  });

  it('a visitor who asked already, or whose form fails, is told so', async () => {
    await live.patch(`/v1/agents/${agent}`, { handover: 'on_request' });
    await using visitor = await visit();
    await say(visitor, 'Can I talk to a human?');
    await visitor.getByRole('button', { name: 'Talk to a person' }).click();
    const form = visitor.getByRole('form', { name: 'Talk to a person' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await visitor.getByRole('button', { name: 'Talk to a person' }).click();
    await visitor.context().setOffline(true);
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByRole('alert').getByText("The chat can't be reached.").waitFor();
    await visitor.context().setOffline(false);
    const [{ session_id }] = (await live.get('/v1/conversations?limit=1')).body.data;
    await live.post(`/v1/agents/${agent}/conversations/${session_id}/handover`, {});
    await form.getByRole('button', { name: 'Send request' }).click();
    await visitor.getByRole('log').getByText('Your request was sent.').waitFor();
    await visitor.reload();
    await visitor.getByRole('log').getByText('Your request was sent.').waitFor();
    expect(await visitor.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0);
  });
});
