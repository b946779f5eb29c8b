import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeChatServer, startFakeChatServer } from '../../server/tests/helpers/fake-chat-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

const QUESTION = 'How much oil does the pump need?';

let browser: Browser;
let provider: FakeChatServer;
let service: TestService;
let live: Client;
let agent: string;
beforeAll(async () => {
  browser = await openBrowser();
  provider = await startFakeChatServer();
  provider.answer(({ instructions }) =>
    instructions.includes('pirate')
      ? 'The filter is changed once a year [1].'
      : 'The pump needs two litres of oil [1]. Its colour is a bright green [1].',
  );
  service = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'big',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_OPTIONS: 'input_price=2 output_price=4',
  });
  live = service.live;
  await live.addText('Pump manual', 'The pump needs two litres of oil. The filter is changed once a year.');
  const body = { name: 'Guide', knowledge_base_ids: [await defaultKnowledgeBase(live)] };
  agent = (await live.post('/v1/agents', body)).body.data.id;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await provider.close();
});
vi.setConfig({ testTimeout: 120_000 });

const visit = (path: string, options?: DashboardOptions) => openDashboard(browser, live, path, options);
const sideOf = (page: Page, name: string) => page.getByRole('region', { name: `Configuration ${name}` });

describe('the playground for answers', () => {
  it('asks two configurations one question, and shows passages, trace, figures and code', async () => {
    await using page = await visit('/playground');
    await page.getByRole('button', { name: 'Compare with B' }).click();
    const [a, b] = [sideOf(page, 'A'), sideOf(page, 'B')];
    await b.getByRole('button', { name: 'Change settings' }).click();
    await b.getByLabel('Persona and behaviour').fill('Speak like a pirate.');
    await b.getByLabel('Temperature').fill('1.5');
    await b.getByText('Changed: Persona and behaviour, Temperature').waitFor();
    await page.getByLabel('Question').fill(QUESTION);
    await page.keyboard.press('Enter');
    await a.getByText('The pump needs two litres of oil.').first().waitFor();
    await b.getByText('The filter is changed once a year.').first().waitFor();
    expect(provider.requests().at(-1)?.body).toMatchObject({ model: 'big' });

    await a.getByText('Passages: 1 sent, 1 cited').click();
    await a.getByText('Cited', { exact: true }).waitFor();
    await a.getByText('Trace', { exact: true }).click();
    await a.getByText('Checked the reply against the passages').waitFor();
    await a.getByText('Its colour is a bright green.').waitFor();
    await a
      .getByText(/\d+ in, \d+ out/)
      .first()
      .waitFor();
    await b.getByText('Copy as curl, TypeScript or Python').click();
    await b.getByRole('tab', { name: 'Python' }).click();
    const code = b.getByRole('region', { name: 'Code of B' });
    await code.getByText(`footnote.trials.create(`).waitFor();
    await code.getByText('"system_prompt": "Speak like a pirate."').waitFor();
    await expectAccessible(page);

    await a.getByRole('link', { name: 'Pump manual' }).first().click();
    await page.getByRole('dialog', { name: 'Pump manual' }).waitFor();
    const saved = (await live.get(`/v1/agents/${agent}`)).body.data;
    expect(saved.system_prompt).toBeNull();
    expect((await live.get(`/v1/agents/${agent}/conversations`)).body.data).toEqual([]);
  });

  it('keeps the trial in the address and in the history of the browser, and asks no model', async () => {
    await using page = await visit('/playground');
    const a = sideOf(page, 'A');
    await a.getByRole('button', { name: 'Change settings' }).click();
    await chooseOption(page, 'Model', 'None: quote the sources');
    await page.getByLabel('Question').fill(QUESTION);
    const asked = provider.requests().length;
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await a.getByText(/^Passages: \d+ found, 1 cited$/).waitFor();
    expect(provider.requests()).toHaveLength(asked);
    await expect.poll(() => new URL(page.url()).searchParams.get('ask')).toBe(QUESTION);

    await page.reload();
    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe(QUESTION);
    await a.getByText('Changed: Model').waitFor();
    await page.goto(`${live.baseUrl}/playground`);
    await page.getByRole('button', { name: 'Recent trials' }).click();
    await page.getByRole('button', { name: QUESTION }).click();
    await a.getByText('Changed: Model').waitFor();
    await expect.poll(() => page.getByLabel('Question').inputValue()).toBe(QUESTION);
  });

  it('says what is wrong, stops when asked, and offers viewers nothing to ask', async () => {
    await using page = await visit('/playground');
    const a = sideOf(page, 'A');
    await a.getByRole('button', { name: 'Change settings' }).click();
    await a.getByLabel('Temperature').fill('3');
    await a.getByText('Must be a number from 0 to 2, or empty.').waitFor();
    provider.script({ pieces: ['The ', 'pump '], hangsAfter: 1 });
    await page.getByLabel('Question').fill(QUESTION);
    const before = provider.aborted();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await expect.poll(() => provider.aborted()).toBe(before + 1);
    await using viewed = await visit('/playground', { role: 'viewer' });
    await viewed.getByLabel('Question').fill(QUESTION);
    await expect.poll(() => viewed.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true);
  });
});
