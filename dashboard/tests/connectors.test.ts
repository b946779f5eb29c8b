import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../../server/tests/helpers/test-storage.ts';
import { chooseFilter, chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

let service: TestService;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await openBrowser();
  folder = newDataDir();
  mkdirSync(join(folder, 'handbook'), { recursive: true });
  writeFileSync(join(folder, 'handbook', 'lamp.md'), '# Lamp\n\nThe lamp turns once a minute.');
  writeFileSync(join(folder, 'handbook', 'draft.txt'), 'Not yet.');
  writeFileSync(join(folder, 'handbook', 'empty.md'), '');
  service = await startTestService({
    CONNECTOR_FOLDERS: folder,
    CREDENTIALS_KEY: 'a key of thirty-two characters or more',
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await removeDataDir(folder);
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const visit = (path: string, options?: DashboardOptions) =>
  openDashboard(browser, service.live, path, options);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const connect = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('a connector', () => {
  it('is added from the dialog of sources, shows its first sync, and is changed, paused and deleted', async () => {
    await using page = await visit('/sources?add=file');
    await page.getByRole('link', { name: 'add a connector' }).click();
    await page.getByText('No connectors yet').waitFor();
    await expectAccessible(page);
    await button(page, /^Server folder/).click();
    await connect(page);
    await page.getByText("This can't be empty.").first().waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Handbook');
    await page.getByLabel('Path').fill('handbook');
    await page.getByLabel('Exclude').fill('**/draft*');
    await chooseOption(page, 'Sync', 'Every day');
    await connect(page);
    await page.getByRole('alert').filter({ hasText: 'must be an absolute path' }).waitFor();
    await page.getByLabel('Path').fill(join(folder, 'handbook'));
    await expectAccessible(page);
    await connect(page);

    await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
    await page.getByText('In sync', { exact: true }).first().waitFor();
    await itemOf(page, 'Completed').getByText('1 added').waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Documents' }).click();
    await page.getByRole('link', { name: 'lamp.md' }).waitFor();
    await chooseFilter(page, 'Status', 'Skipped');
    await itemOf(page, 'empty.md').getByText('empty', { exact: false }).first().waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('**/draft*').waitFor();
    await page.getByText('Every day').waitFor();

    writeFileSync(join(folder, 'handbook', 'horn.md'), '# Horn\n\nThe horn sounds in fog.');
    await button(page, 'Sync now').click();
    await page.getByRole('tab', { name: 'Syncs' }).click();
    await expect.poll(() => itemOf(page, 'Completed').count()).toBe(2);

    const { id } = (await service.live.get('/v1/connectors')).body.data[0];
    await button(page, 'Actions for Handbook').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Keeper handbook');
    await service.live.patch(`/v1/connectors/${id}`, { name: 'Someone else’s name' });
    await button(page, 'Save').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved.' }).waitFor();
    await button(page, 'Save mine anyway').click();
    await page.getByRole('heading', { level: 1, name: 'Keeper handbook' }).waitFor();

    await button(page, 'Pause').click();
    await page.getByText('Paused', { exact: true }).waitFor();
    expect(await button(page, 'Sync now').count()).toBe(0);
    await button(page, 'Resume').click();
    await button(page, 'Sync now').waitFor();

    await page.getByRole('link', { name: 'All connectors' }).click();
    const row = itemOf(page, 'Keeper handbook');
    await row.getByText('Last sync:').waitFor();
    await row.getByText(/\d found/).waitFor();
    await expectAccessible(page);
    await row.getByRole('link').click();
    await button(page, 'Actions for Keeper handbook').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('radio', { name: /^Delete them too/ }).check();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Keeper handbook was deleted.').waitFor();
    await page.getByText('No connectors yet').waitFor();
    expect((await service.live.get('/v1/knowledge-base/sources')).body.data).toEqual([]);
  });

  it('that cannot reach its place says what to do, and never shows its password', async () => {
    await using page = await visit('/sources/connectors?add=imap');
    await page.getByLabel('Name', { exact: true }).fill('Support');
    await page.getByLabel('IMAP server').fill('127.0.0.1');
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill('a secret of the mailbox');
    await connect(page);
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
    await page
      .getByText('Check that the address is right, then sync again.')
      .or(page.getByText('Check the settings. Saving them starts a sync.'))
      .or(page.getByText('The next attempt is automatic.'))
      .first()
      .waitFor();
    await expectAccessible(page);
    await button(page, 'Actions for Support').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByText('Credentials are stored. They are never shown.').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await chooseOption(page, 'Sign-in', 'Username and password');
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await page.content()).not.toContain('a secret of the mailbox');
    await page.keyboard.press('Escape');
  });

  it('has a form of each kind, that fits a phone', async () => {
    await using page = await visit('/sources/connectors', { viewport: { width: 390, height: 800 } });
    for (const kind of ['git', 'website', 'feed', 'imap', 's3', 'webdav', 'folder']) {
      await page.goto(`${service.live.baseUrl}/sources/connectors?add=${kind}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).waitFor();
      await expectAccessible(page, ['light']);
      expect(await overflowOf(page), kind).toBe(0);
    }
    await button(page, 'Choose another').click();
    await page.getByRole('dialog', { name: 'Add connector' }).waitFor();
  });

  it('is for admins only', async () => {
    await using page = await visit('/sources/connectors', { role: 'member' });
    await page.getByText('Only owners and admins can see this page.').waitFor();
    await page.goto(`${service.live.baseUrl}/sources?add=file`);
    await page.getByRole('dialog', { name: 'Add sources' }).waitFor();
    expect(await page.getByRole('link', { name: 'add a connector' }).count()).toBe(0);
  });
});
