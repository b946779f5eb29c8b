import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FakeChatServer, startFakeChatServer } from '../../server/tests/helpers/fake-chat-server.ts';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let browser: Browser;
let provider: FakeChatServer;
let service: TestService;
beforeAll(async () => {
  browser = await openBrowser();
  provider = await startFakeChatServer({ needsKey: true });
  service = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'big',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: 'a-wrong-key',
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await provider.close();
});
vi.setConfig({ testTimeout: 120_000 });

it('the page of models tests each, says what to check, and shows how to connect one', async () => {
  await using page = await openDashboard(browser, service.live, '/settings/models');
  await page.getByRole('button', { name: 'Test Instant embedding' }).click();
  await page.getByText(/^Answered in/).waitFor();
  await page.getByRole('button', { name: 'Test Language model' }).click();
  await page
    .getByText(/LLM_API_KEY/)
    .first()
    .waitFor();
  const chat = page.getByRole('listitem').filter({ hasText: 'openai-compatible/big' });
  await chat.getByText('Failing').waitFor();
  await page.getByRole('tab', { name: 'Ollama' }).click();
  await page.getByText('LLM_BASE_URL=http://127.0.0.1:11434/v1').waitFor();
  await expect.poll(() => page.getByText('a-wrong-key').count()).toBe(0);
  await expectAccessible(page);
});
