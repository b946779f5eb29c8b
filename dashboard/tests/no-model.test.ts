import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startFakeChatServer } from '../../server/tests/helpers/fake-chat-server.ts';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

let browser: Browser;
let without: TestService;
let withModel: TestService;
let model: Awaited<ReturnType<typeof startFakeChatServer>>;
beforeAll(async () => {
  browser = await openBrowser();
  model = await startFakeChatServer();
  without = await startTestService();
  withModel = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'fake',
    LLM_BASE_URL: `${model.origin}/v1`,
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await without.stop();
  await withModel.stop();
  await model.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

async function visitAgent({ live }: TestService, options?: DashboardOptions) {
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  const { id } = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data;
  return await openDashboard(browser, live, `/agents/${id}`, options);
}

const TITLE = 'No language model is connected';

describe('the page of an agent without a language model', () => {
  it('says what that means and how to connect one, and disables what has no effect', async () => {
    await using page = await visitAgent(without);
    const banner = page.getByRole('region', { name: TITLE });
    await banner.getByText('start Footnote with LLM_PROVIDER, LLM_MODEL and LLM_API_KEY').waitFor();
    const guide = await banner.getByRole('link', { name: 'How to connect one' }).getAttribute('href');
    expect((await fetch(`${without.live.baseUrl}${guide}`)).status).toBe(200);
    for (const name of ['Persona and behaviour', 'Temperature'])
      await expect.poll(() => page.getByLabel(name).isDisabled()).toBe(true);
    await expect
      .poll(() => page.getByText('Has no effect until a language model is connected.').count())
      .toBe(2);
    await expect.poll(() => page.getByLabel('Minimum confidence').isDisabled()).toBe(false);
    await expectAccessible(page);
  });

  it('tells members whom to ask', async () => {
    await using page = await visitAgent(without, { role: 'member' });
    const banner = page.getByRole('region', { name: TITLE });
    await banner.getByText('Ask the person who runs this service to connect one.').waitFor();
    await expect.poll(() => banner.getByRole('link').count()).toBe(0);
  });
});

describe('the page of an agent with a language model', () => {
  it('has no such banner, and its persona can be written', async () => {
    await using page = await visitAgent(withModel);
    await page.getByLabel('Persona and behaviour').fill('You are brief.');
    await expect.poll(() => page.getByRole('region', { name: TITLE }).count()).toBe(0);
  });
});
