import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { readShown, writeStored } from '../src/shared/api/shown-names.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

/** Looks like `annualexe.pdf` where the mark takes effect. */
const TRICK = 'annual\u202efdp.exe';
const SHOWN = 'annual⟨RLO⟩fdp.exe';
const ARABIC = 'تقرير سنوي.pdf';

let service: TestService;
let live: Client;
let browser: Browser;
let trick: string;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  live = service.live;
  trick = (await live.addText(TRICK, 'The ferry to the island is painted green.')).id;
  await live.addText(ARABIC, 'The lighthouse was built in 1874.');
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});
vi.setConfig({ testTimeout: 150_000 });

describe('a name with invisible characters', () => {
  it('shows them written out, in lists, on its page and in search results', async () => {
    await using list = await openDashboard(browser, live, '/sources');
    await expect.poll(() => list.getByRole('link', { name: SHOWN, exact: true }).count()).toBe(1);
    await expect.poll(() => list.getByRole('link', { name: ARABIC, exact: true }).count()).toBe(1);
    await using page = await openDashboard(browser, live, `/sources/${trick}`);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(SHOWN);
    expect(await page.locator('body').textContent()).not.toContain('\u202e');
    await using search = await openDashboard(browser, live, '/playground?q=ferry');
    await expect.poll(() => search.locator('main').textContent()).toContain(SHOWN);
  });

  it('is sent as stored when something else changes', () => {
    const stored = JSON.stringify({ name: TRICK, tags: ['a'], change: { from: TRICK, to: ARABIC } });
    const shown = readShown(stored);
    expect(shown).toMatchObject({ name: SHOWN, change: { from: SHOWN, to: ARABIC } });
    expect(writeStored(shown)).toBe(stored);
  });

  it('is never created from typed text', () => {
    expect(writeStored({ name: 'typed ⟨RLO⟩ name' })).toBe('{"name":"typed ⟨RLO⟩ name"}');
    // It is ambiguous which of the two is meant.
    readShown(JSON.stringify([{ name: 'two\u202e' }, { name: 'two⟨RLO⟩' }]));
    expect(writeStored({ name: 'two⟨RLO⟩' })).toBe('{"name":"two⟨RLO⟩"}');
    readShown(JSON.stringify([{ name: 'three⟨RLO⟩' }, { name: 'three\u202e' }]));
    expect(writeStored({ name: 'three⟨RLO⟩' })).toBe('{"name":"three⟨RLO⟩"}');
  });
});

describe('a token budget in the dashboard', () => {
  it('is set for the workspace and an agent, and shows what is spent', async () => {
    const base = (await live.get('/v1/workspace')).body.data.default_knowledge_base_id;
    const agent = (await live.post('/v1/agents', { name: 'Desk', knowledge_base_ids: [base] })).body.data.id;
    await using settings = await openDashboard(browser, live, '/settings/workspace');
    const form = settings.getByRole('form', { name: 'Token budget' });
    await form.getByLabel('Tokens per day').fill('5000');
    await form.getByRole('button', { name: 'Save budget' }).click();
    await expect
      .poll(async () => (await live.get('/v1/workspace')).body.data.token_budget)
      .toEqual({ per_day: 5_000, per_month: null });
    await using page = await openDashboard(browser, live, `/agents/${agent}`);
    await page.getByLabel('Tokens per month').fill('70000');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await expect
      .poll(async () => (await live.get(`/v1/agents/${agent}`)).body.data.token_budget)
      .toEqual({ per_day: null, per_month: 70_000 });
    await using usage = await openDashboard(browser, live, '/settings/usage');
    await expect.poll(() => usage.locator('main').textContent()).toContain('0 of 70,000');
  });
});
