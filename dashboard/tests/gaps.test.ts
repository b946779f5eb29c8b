import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeChatServer, startFakeChatServer } from '../../server/tests/helpers/fake-chat-server.ts';
import {
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const QUESTION = 'May I bring my dog to the lighthouse?';

let browser: Browser;
let model: FakeChatServer;
let test: TestService;
let chat: string;
beforeAll(async () => {
  browser = await openBrowser();
  model = await startFakeChatServer();
  test = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'fake',
    LLM_BASE_URL: `${model.origin}/v1`,
  });
  const { live } = test;
  await live.addText('House rules', 'Dogs may visit the lighthouse on a lead. Bicycles stay outside.');
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  // Never sure enough, so that every question is a gap.
  const strict = { name: 'Desk', knowledge_base_ids, min_confidence: 1 };
  chat = `/v1/agents/${(await live.post('/v1/agents', strict)).body.data.id}/chat`;
  for (const message of ['May I bring the dog to a lighthouse?', QUESTION])
    await live.post(chat, { message });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await test.stop();
  await model.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const visit = async (): Promise<Page & AsyncDisposable> => {
  const page = await openDashboard(browser, test.live, '/gaps');
  page.setDefaultTimeout(40_000);
  return page;
};

describe('a knowledge gap', () => {
  it('is a topic with its wordings, and can be exported', async () => {
    await using page = await visit();
    const row = page.getByRole('listitem').filter({ hasText: QUESTION });
    await row.getByText('asked 2 times · 2 conversations').waitFor();
    await row.getByText('New', { exact: true }).waitFor();
    await row.getByRole('link', { name: '“May I bring the dog to a lighthouse?”' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toContain('label,question,count,conversations');
    expect(csv).toContain(QUESTION);
  });

  it('has an answer that the model drafts with footnotes, which is edited and pinned', async () => {
    await using page = await visit();
    model.answer(() => 'Yes, on a lead [1]. Leave your bicycle outside [1].');
    await page.getByRole('button', { name: `Suggest answer: ${QUESTION}` }).click();
    const suggestion = page.getByRole('region', { name: 'Suggested answer' });
    await suggestion.getByText('Draft by').waitFor();
    await expect.poll(() => suggestion.innerText()).toContain('Yes, on a lead');
    await suggestion.getByRole('link', { name: 'Footnote 1: House rules' }).first().click();
    await page.getByRole('dialog', { name: 'House rules' }).waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await suggestion.getByRole('button', { name: 'Edit and pin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pin the right answer' });
    await expect
      .poll(() => dialog.getByLabel('Answer', { exact: true }).inputValue())
      .toBe('Yes, on a lead. Leave your bicycle outside.');
    await dialog.getByText('House rules').waitFor();
    await dialog.getByRole('button', { name: 'Pin answer' }).click();
    await page.getByText('The answer is pinned.').waitFor();
    await suggestion.waitFor({ state: 'detached' });
    const { data } = (await test.live.post(chat, { message: QUESTION })).body;
    expect(data.reply).toBe('Yes, on a lead. Leave your bicycle outside.');
  });
});
