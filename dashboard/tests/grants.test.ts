import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp } from '../../server/tests/helpers/people.ts';
import {
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});
vi.setConfig({ testTimeout: 120_000 });

const visit = (path: string, options?: DashboardOptions) =>
  openDashboard(browser, service.live, path, options);
const itemOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

describe('a member with grants', () => {
  it('is removed with them, or leaves them to the removing admin', async () => {
    const ada = await signUp(service.live, 'admin', 'ada@example.com');
    const { key } = (await ada.post('/v1/api-keys', { name: 'Nightly import', scope: 'read_write' })).body
      .data;
    await ada.post('/v1/invitations', { role: 'viewer', email: 'bo@example.com' });
    await using page = await visit('/settings/members');
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nightly import').waitFor();
    await dialog.getByText('revoked').waitFor();
    await shot(page, 'remove');
    await dialog.getByLabel('Keep these running and make them mine').check();
    await dialog.getByText('becomes yours').waitFor();
    expect(await dialog.getByText('deleted').count()).toBe(1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect((await createClient(service.live.baseUrl, key).get('/v1/limits')).status).toBe(200);
    await expect.poll(() => itemOf(page, 'bo@example.com').count()).toBe(0);
    await page.goto(`${service.live.baseUrl}/settings/api-keys`);
    await itemOf(page, 'Nightly import').getByText('by Ada').waitFor();
    await shot(page, 'keys');
  });

  it('are shown with an API key that is revoked', async () => {
    const { key } = (await service.live.post('/v1/api-keys', { name: 'Robot', scope: 'admin' })).body.data;
    const robot = createClient(service.live.baseUrl, key);
    const made = (await robot.post('/v1/api-keys', { name: 'Made by the robot', scope: 'read_only' })).body
      .data;
    await using page = await visit('/settings/api-keys');
    await page.getByRole('button', { name: 'Actions for Robot' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByText('Made by the robot').waitFor();
    await shot(page, 'revoke');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Robot was revoked.').waitFor();
    expect((await createClient(service.live.baseUrl, made.key).get('/v1/limits')).status).toBe(401);
  });
});

describe('publishing', () => {
  it('is allowed to members by a workspace setting', async () => {
    await using page = await visit('/settings');
    await page.getByRole('switch', { name: 'Members may publish agents' }).click();
    await page.getByText('Saved').waitFor();
    await shot(page, 'publish');
    expect((await service.live.get('/v1/workspace')).body.data.members_may_publish).toBe(true);
    await page.getByRole('switch', { name: 'Members may publish agents' }).click();
    await expect
      .poll(async () => (await service.live.get('/v1/workspace')).body.data.members_may_publish)
      .toBe(false);
  });

  it('shows members why they may not', async () => {
    const knowledge_base_ids = [await defaultKnowledgeBase(service.live)];
    const { id } = (await service.live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data;
    await using page = await visit(`/agents/${id}?part=widget`, { role: 'member' });
    await page.getByText('Only admins can publish agents in this workspace.').waitFor();
    const create = page.getByRole('button', { name: 'Create token' });
    expect(await create.isDisabled()).toBe(true);
    await expectAccessible(page);
    await shot(page, 'member');
    await service.live.patch('/v1/workspace', { members_may_publish: true });
    await page.reload();
    await expect.poll(() => create.isEnabled()).toBe(true);
    expect(await page.getByText('Only admins can publish agents').count()).toBe(0);
    await create.click();
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('Allowed origins').fill('https://example.org');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Website' }).waitFor();

    await service.live.patch('/v1/workspace', { members_may_publish: false });
    await page.reload();
    await page.getByRole('switch', { name: 'Website is enabled' }).click();
    await expect.poll(() => page.getByRole('switch', { name: 'Website is enabled' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Edit Website' }).count()).toBe(0);
  });
});
