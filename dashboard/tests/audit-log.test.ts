import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { AUDIT_ACTIONS } from '../../server/src/isomorphic/audit-actions.ts';
import { createClient, defaultKnowledgeBase } from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

/** Without the marks that keep names apart from the sentence. */
const plain = (text: string | null): string => (text ?? '').replace(/[\u2066-\u2069]/g, '');
const base = () => defaultKnowledgeBase(live);
const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('the audit log', () => {
  it('lists the changed parts of a budget, and the kinds of what ended with a key', async () => {
    await live.patch('/v1/workspace', { token_budget: { per_day: 50_000 } });
    const { data: made } = (await live.post('/v1/api-keys', { name: 'Maker', scope: 'admin' })).body;
    const maker = createClient(live.baseUrl, made.key);
    const { data: child } = (await maker.post('/v1/api-keys', { name: 'Child', scope: 'read_only' })).body;
    await live.delete(`/v1/api-keys/${made.id}`);
    await using page = await visit('/settings/audit-log');
    const budget = itemOf(page, 'changed workspace').first();
    await budget.getByText('token_budget per day:').waitFor();
    await budget.getByText('none → 50,000').waitFor();
    expect(await budget.textContent()).not.toContain('per month');
    await page.getByText(`API key ${child.id}`).waitFor();
    await live.patch('/v1/workspace', { token_budget: { per_day: null } });
  });

  it('filters entries as the URL says', async () => {
    await live.post('/v1/api-keys', { name: 'For the log', scope: 'read_only' });
    await using page = await visit('/settings/audit-log');
    await itemOf(page, 'For the log').first().waitFor();
    await page.getByRole('button', { name: 'Action', exact: true }).click();
    await page.getByRole('option').first().waitFor();
    const offered = await page.getByRole('option').allTextContents();
    expect(offered).toHaveLength(AUDIT_ACTIONS.length + 1);
    expect(offered.filter((label) => /[._]/.test(label))).toEqual([]);
    await page.getByRole('option', { name: 'Knowledge base deleted' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await expect.poll(() => page.url()).toContain('action=knowledge_base.deleted');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await itemOf(page, 'For the log').first().waitFor();
  });

  it('tells in a sentence who did what, leads to the thing, and shows only what was done to it', async () => {
    const { data } = (await live.post('/v1/agents', { name: 'Pilot', knowledge_base_ids: [await base()] }))
      .body;
    await live.patch(`/v1/agents/${data.id}`, { name: 'Harbour pilot' });
    await live.post('/v1/api-keys', { name: 'Other', scope: 'read_only' });
    await using page = await visit('/settings/audit-log');
    const made = itemOf(page, 'created agent').filter({ hasText: 'Pilot' }).first();
    expect(plain(await made.getByRole('paragraph').first().textContent())).toMatch(/ created agent Pilot$/);
    await itemOf(page, 'changed agent').getByText('Pilot → Harbour pilot').waitFor();
    await expectAccessible(page);
    await made.hover();
    await made.getByRole('button', { name: 'Only about' }).click();
    await itemOf(page, 'created key').first().waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain(`thing=${data.id}`);
    await made.getByRole('link', { name: 'Pilot' }).click();
    await page.waitForURL(`**/agents/${data.id}`);
  });

  it('is chosen by days, and saved as a table', async () => {
    await using page = await visit('/settings/audit-log');
    await page.getByRole('button', { name: 'Date', exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByRole('button', { name: /^Date:/ }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await itemOf(page, 'created key').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const content = readFileSync(await download.path(), 'utf8');
    expect(content).toContain('"time","actor_type"');
    expect(content).toMatch(/"key.created","key_[^"]+","[^"]* created key [^"]*"/);
  });

  it('is told in the language of the reader', async () => {
    await using page = await visit('/settings/audit-log', { locale: 'de' });
    await expect
      .poll(async () => (await page.getByRole('paragraph').allTextContents()).map(plain).join('\n'))
      .toMatch(/ hat den Schlüssel .+ erstellt/);
  });
});
