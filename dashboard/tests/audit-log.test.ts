import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { AUDIT_ACTIONS } from '../../server/src/isomorphic/audit-actions.ts';
import { createClient } from '../../server/tests/helpers/start-test-service.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('the audit log', () => {
  it('lists the changed parts of a budget, and the kinds of what ended with a key', async () => {
    await live.patch('/v1/workspace', { token_budget: { per_day: 50_000 } });
    const { data: made } = (await live.post('/v1/api-keys', { name: 'Maker', scope: 'admin' })).body;
    const maker = createClient(live.baseUrl, made.key);
    const { data: child } = (await maker.post('/v1/api-keys', { name: 'Child', scope: 'read_only' })).body;
    await live.delete(`/v1/api-keys/${made.id}`);
    await using page = await visit('/settings/audit-log');
    const budget = itemOf(page, 'workspace.updated').first();
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
    expect(await page.getByRole('option').allTextContents()).toEqual(['Any action', ...AUDIT_ACTIONS]);
    await page.getByRole('option', { name: 'knowledge_base.deleted' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await expect.poll(() => page.url()).toContain('action=knowledge_base.deleted');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await itemOf(page, 'For the log').first().waitFor();
  });
});
