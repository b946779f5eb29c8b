import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  join,
  openBrowser as openClient,
  PASSWORD,
  signUp,
  signUpOwner,
  tokenOf,
} from '../../server/tests/helpers/people.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { type DashboardOptions, openDashboard } from './open-dashboard.ts';

let service: TestService;
let live: Client;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  live = service.live;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

/** Opens a page, and closes its browser when the test is over. */
async function visit(path: string, options?: DashboardOptions): Promise<Page & AsyncDisposable> {
  return await openDashboard(browser, live, path, options);
}

/** A page after signing in through the form. */
async function signIn(email: string): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${live.baseUrl}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

const button = (page: Page, name: string | RegExp, exact = false) =>
  page.getByRole('button', { name, exact });
const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function choose(page: Page, of: string, action: string): Promise<void> {
  await button(page, `Actions for ${of}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('API keys', () => {
  it('are created, shown once, used, revoked and then refused', async () => {
    await using page = await visit('/settings');
    await page.getByRole('link', { name: 'API keys' }).click();
    await button(page, 'Create key').click();
    await page.getByLabel('Name', { exact: true }).fill('Website search');
    await page.getByRole('radio', { name: /^Read-only/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();

    const shown = page.getByRole('dialog', { name: 'Website search was created' });
    await shown.getByText('Copy it now.').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect.poll(() => shown.isVisible()).toBe(true);
    const key = (await shown.locator('code').first().textContent()) ?? '';
    expect(key).toMatch(/^svc_live_/);
    await button(page, "I've copied it").click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    const program = createClient(live.baseUrl, key);
    expect((await program.get('/v1/query?query=hello')).status).toBe(200);
    expect((await program.post('/v1/knowledge-bases', { name: 'No' })).status).toBe(403);

    await page.reload();
    await rowOf(page, 'Website search').getByText('Read-only').waitFor();
    await choose(page, 'Website search', 'Revoke');
    await page.getByText('immediately').waitFor();
    await page.getByText("This can't be undone").waitFor();
    await button(page, 'Revoke key').click();
    await page.getByText('Website search was revoked.').waitFor();
    await page.getByRole('heading', { name: 'Revoked and expired' }).waitFor();
    expect((await program.get('/v1/query?query=hello')).status).toBe(401);
  });

  it('see only the chosen knowledge bases', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Handbook' })).body.data;
    await using page = await visit('/settings/api-keys');
    await button(page, 'Create key').click();
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByRole('radio', { name: /^Only these/ }).check();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).isDisabled()).toBe(
      true,
    );
    await page.getByRole('checkbox', { name: 'Handbook' }).check();
    await chooseOption(page, 'Expiry', 'In 90 days');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await button(page, "I've copied it").click();
    await rowOf(page, 'Shop').getByText('Sees Handbook').waitFor();
    const key = (await live.get('/v1/api-keys')).body.data.find(
      ({ name }: { name: string }) => name === 'Shop',
    );
    expect(key.knowledge_base_ids).toEqual([base.id]);
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBeGreaterThan(89 * 86_400_000);
  });

  it('of the sandbox are labelled as such', async () => {
    const page = await openDashboard(browser, service.sandbox, '/settings/api-keys', { inviter: live });
    await page.getByText('These are the keys for the sandbox.').waitFor();
    await button(page, 'Create key').click();
    await page.getByLabel('Name', { exact: true }).fill('Trial');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await expect
      .poll(() => page.getByRole('dialog').locator('code').first().textContent())
      .toMatch(/^svc_test_/);
    await page.context().close();
  });
});

describe('members', () => {
  it('are invited, join by link in another browser, get another role and are removed', async () => {
    await using page = await visit('/settings/members');
    await button(page, 'Invite member').click();
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByRole('radio', { name: /^Viewer/ }).check();
    await button(page, 'Create link').click();
    const link = (await page.getByRole('dialog').locator('code').first().textContent()) ?? '';
    await button(page, "I've copied it").click();
    await rowOf(page, 'grace@example.org').getByText('Viewer').waitFor();
    await rowOf(page, 'grace@example.org').getByText('in 7 days').waitFor();

    const context = await browser.newContext();
    const grace = await context.newPage();
    await grace.goto(link);
    await grace.getByLabel('Your name').fill('Grace');
    await grace.getByLabel('Password').fill(PASSWORD);
    await grace.getByRole('button', { name: /Create account|Join/ }).click();
    await grace.getByRole('navigation', { name: 'Main' }).waitFor();

    await page.reload();
    await button(page, 'Actions for Grace').waitFor();
    await button(page, 'Actions for grace@example.org').waitFor({ state: 'detached' });
    await choose(page, 'Grace', 'Change role');
    await page.getByRole('radio', { name: /^Member/ }).check();
    await button(page, 'Save', true).click();
    await page.getByText("Grace's role is now Member.").waitFor();
    await rowOf(page, 'Grace').getByText('Member', { exact: true }).waitFor();

    await choose(page, 'Grace', 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Grace was removed.').waitFor();
    expect((await context.request.get(`${live.baseUrl}/v1/knowledge-bases`)).status()).toBe(401);
    await grace.goto(`${live.baseUrl}/agents`);
    await grace.getByText('You were signed out. You may have been removed from the workspace').waitFor();
    await page.goto(`${live.baseUrl}/settings/audit-log?action=member.removed`);
    const entry = itemOf(page, 'member.removed').first();
    await entry.getByText('Grace (grace@example.org)').waitFor();
    await context.close();
  });

  it('who are viewers see no admin settings and nothing to change', async () => {
    await using page = await visit('/settings/api-keys', { role: 'viewer' });
    await page.getByText('Only owners and admins can see this page.').waitFor();
    await expect.poll(() => button(page, 'Create key').count()).toBe(0);
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await expect
      .poll(() => settings.getByRole('link').allTextContents())
      .toEqual(['General', 'Limits', 'Profile', 'Security', 'Language & appearance']);
    await settings.getByRole('link', { name: 'General' }).click();
    await expect.poll(() => button(page, 'Create workspace').isDisabled()).toBe(true);
  });
});

describe('workspaces', () => {
  it('are created, opened and renamed by an owner, and deleted once their name is typed', async () => {
    await signUpOwner(service, 'owner@example.org');
    await using page = await signIn('owner@example.org');
    await page.goto(`${live.baseUrl}/settings`);
    await button(page, 'Create workspace').click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Second team');
    await button(page, 'Create').click();
    await button(page, 'Switch to Second team').click();
    await button(page, 'Switch workspace').getByText('Second team').waitFor();
    await page.goto(`${live.baseUrl}/settings/workspace`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Third team');
    await page.getByRole('link', { name: 'Limits' }).click();
    await button(page, 'Stay here').click();
    await button(page, /^Save$/).click();
    await itemOf(page, 'Third team').getByText('Open', { exact: true }).waitFor();

    await button(page, 'Switch to My workspace').click();
    await button(page, 'Switch workspace').getByText('My workspace').waitFor();
    await page.goto(`${live.baseUrl}/settings/workspace`);
    await button(page, 'Delete Third team').click();
    await expect.poll(() => button(page, 'Delete permanently').isDisabled()).toBe(true);
    await page.getByLabel('Type Third team to confirm').fill('Third team');
    await button(page, 'Delete permanently').click();
    await page.getByText('Third team was deleted.').waitFor();
    await button(page, 'Switch to Third team').waitFor({ state: 'detached' });
  });
});

describe('leaving a workspace', () => {
  const leave = (page: Page) => button(page, 'Leave workspace').click();
  const confirm = (page: Page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Leave workspace' }).click();

  it('is refused to the last owner, who learns what to do', async () => {
    await using page = await signIn('owner@example.org');
    await page.goto(`${live.baseUrl}/settings/workspace`);
    await leave(page);
    await confirm(page);
    await page.getByRole('alert').getByText('Make someone else an owner first').waitFor();
    await button(page, 'Cancel').click();
    await leave(page);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('moves a viewer to another of their workspaces, and from the last one to the sign-in', async () => {
    const owner = openClient(live.baseUrl);
    await owner.post('/v1/account/sign-in', { email: 'owner@example.org', password: PASSWORD });
    const viewer = await signUp(live, 'viewer', 'viewer@example.org');
    const { id } = (await owner.post('/v1/workspaces', { name: 'Next door' })).body.data;
    await owner.patch('/v1/account', { workspace_id: id });
    const { link } = (await owner.post('/v1/invitations', { role: 'viewer' })).body.data;
    await join(viewer, tokenOf(link), viewer.email);

    await using page = await signIn(viewer.email);
    await page.goto(`${live.baseUrl}/settings/workspace`);
    await button(page, 'Switch workspace').getByText('My workspace').waitFor();
    await leave(page);
    await page.getByRole('dialog', { name: 'Leave My workspace?' }).getByText('new invitation').waitFor();
    await expectAccessible(page);
    await button(page, 'Cancel').click();
    await leave(page);
    await confirm(page);
    await button(page, 'Switch workspace').getByText('Next door').waitFor();
    await page
      .getByRole('heading', { name: 'Overview' })
      .or(page.getByText('first answer'))
      .first()
      .waitFor();

    await page.goto(`${live.baseUrl}/settings/workspace`);
    await leave(page);
    await page.getByRole('dialog').getByText('signed out').waitFor();
    await confirm(page);
    await page.getByText("You left the workspace and aren't in another.").waitFor();
    await page.getByLabel('Email').fill(viewer.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Sign in').click();
    await page.getByRole('alert').getByText('You are not a member of any workspace').waitFor();
    expect(JSON.stringify((await owner.get('/v1/members')).body.data)).not.toContain(viewer.email);
  });

  it('is possible from the list of members', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { link } = (await live.post('/v1/invitations', { role: 'admin' })).body.data;
    await page.goto(link);
    await page.getByLabel('Your name').fill('Barbara');
    await page.getByLabel('Email').fill('barbara@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: /Create account|Join/ }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`${live.baseUrl}/settings/members`);
    await choose(page, 'Barbara', 'Leave workspace');
    await confirm(page);
    await page.getByText('You left the workspace').waitFor();
    expect(JSON.stringify((await live.get('/v1/members?limit=100')).body.data)).not.toContain('Barbara');
    await context.close();
  });
});

describe('the account', () => {
  it('changes its name and password, and signs another browser out', async () => {
    const other = await signUp(live, 'member', 'linus@example.org');
    await using page = await signIn('linus@example.org');
    await page.goto(`${live.baseUrl}/settings/security`);
    await page.getByText('This browser').waitFor();
    await button(page, /^Sign out/).click();
    await page.getByText('Signed out.', { exact: true }).waitFor();
    expect((await other.get('/v1/account')).status).toBe(401);

    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Linus T.');
    await button(page, 'Save', true).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByLabel('Current password').fill('a wrong password');
    await page.getByLabel('New password').fill('another long password');
    await button(page, 'Change password').click();
    await page.getByText('That password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Change password').click();
    await page.getByText('Password changed').waitFor();
    const signedIn = await createClient(live.baseUrl, '').call(
      'POST',
      '/v1/account/sign-in',
      { email: 'linus@example.org', password: 'another long password' },
      { origin: live.baseUrl },
    );
    expect(signedIn.body.data.name).toBe('Linus T.');
  });
});

describe('an invitation', () => {
  it('is revoked after a confirmation', async () => {
    await live.post('/v1/invitations', { role: 'viewer', email: 'late@example.org' });
    await using page = await visit('/settings/members');
    await choose(page, 'late@example.org', 'Revoke invitation');
    const question = page.getByRole('dialog', { name: 'Revoke invitation?' });
    await question.getByText('The invitation link for late@example.org stops working.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Revoke invitation' }).click();
    await page.getByText('Invitation revoked.').waitFor();
    await expect.poll(() => rowOf(page, 'late@example.org').count()).toBe(0);
  });
});

describe('an export', () => {
  it('is downloaded as a file', async () => {
    await using page = await visit('/settings/data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Audit log' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit_log-live-.*\.ndjson$/);
    expect(await download.failure()).toBeNull();
  });
});

describe('each page of the settings', () => {
  it('is accessible in light and dark, and fits 360 px', async () => {
    await using page = await visit('/settings/workspace', { viewport: { width: 360, height: 740 } });
    const parts = {
      workspace: 'This workspace',
      members: 'Invitations',
      'api-keys': 'To rotate a key',
      webhooks: 'Create webhook',
      usage: 'Requests by key',
      limits: 'Sizes and counts',
      'audit-log': 'Subject',
      models: 'Installation',
      data: 'Download',
      profile: 'Email',
      security: 'This browser',
      appearance: 'Theme',
    };
    for (const [part, content] of Object.entries(parts)) {
      await page.goto(`${live.baseUrl}/settings/${part}`);
      await page.getByText(content).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth'), part).toBeLessThanOrEqual(360);
    }
  });

  it('shows an error, and retries', async () => {
    await using page = await visit('/settings/limits');
    await page.getByText('Sizes and counts').waitFor();
    await page.context().route('**/v1/limits', (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'forbidden', message: 'Not now.', request_id: 'r1' } },
      }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('Not now.').waitFor();
    await expect.poll(() => page.getByText('r1').isVisible()).toBe(false);
    await page.getByText('Details').click();
    await page.getByText('r1').waitFor();
    await expectAccessible(page);
    await page.context().unroute('**/v1/limits');
    await button(page, 'Try again').click();
    await page.getByText('Sizes and counts').waitFor();
  });
});
