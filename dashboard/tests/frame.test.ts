import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, tokenOf } from '../../server/tests/people.ts';
import { createClient, startTestService, type TestService } from '../../server/tests/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('the dashboard', () => {
  it('asks somebody who is not signed in to sign in, and remembers where they wanted to go', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.live.baseUrl}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/');
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill('nobody@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('asks somebody to sign in again whose sign-in was ended elsewhere, and goes on where they were', async () => {
    const page = await openDashboard(browser, service.live, '/agents?x=1');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    const { email } = (await (await page.request.get(`${service.live.baseUrl}/v1/account`)).json()).data;
    const headers = { origin: service.live.baseUrl };
    await page.request.post(`${service.live.baseUrl}/v1/account/sign-out`, { headers });
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await page.context().close();
  });

  it('works in a browser that calls itself offline, for the service may be on the same machine', async () => {
    const page = await openDashboard(browser, service.live, '/agents');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    await page.evaluate(`
      Object.defineProperty(navigator, 'onLine', { get: () => false });
      window.dispatchEvent(new Event('offline'));
    `);
    await page.getByRole('link', { name: 'Knowledge bases' }).click();
    await page.getByText('Default').first().waitFor();
    await page.context().close();
  });

  it('comes compressed to a browser that takes it', async () => {
    const html = await (await fetch(`${service.live.baseUrl}/`)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    for (const path of [script, '/widget.js']) {
      const answer = await fetch(`${service.live.baseUrl}${path}`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('content-type')).toContain('javascript');
      expect((await answer.text()).length).toBeGreaterThan(1_000);
    }
  });

  it('has a menu of the account that opens by keyboard, and signs out', async () => {
    const page = await openDashboard(browser, service.live, '/');
    await page.getByRole('button', { name: 'Your account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await page.request.get(`${service.live.baseUrl}/v1/account`)).status()).toBe(401);
    await page.context().close();
  });
});

describe('a link to join', () => {
  it('that nobody has, or that was used meanwhile, is said to be used up', async () => {
    const { live } = service;
    const page = await browser.newPage();
    await page.goto(`${live.baseUrl}/join#token=unknown`);
    await page.getByText('This link is used up, expired or cut off.').waitFor();
    await expectAccessible(page);

    const { link } = (await live.post('/v1/invitations', { role: 'viewer' })).body.data;
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('E-mail').fill('grace@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await createClient(live.baseUrl, '').call(
      'POST',
      '/v1/account/accept-invitation',
      { token: tokenOf(link), email: 'faster@example.org', name: 'Ada', password: PASSWORD },
      { origin: live.baseUrl },
    );
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('alert').getByText('This link is used up, expired or cut off.').waitFor();
    await expectAccessible(page);
    await page.close();
  });
});
