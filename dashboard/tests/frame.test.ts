import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, signUpOwner, tokenOf } from '../../server/tests/helpers/people.ts';
import { freePort } from '../../server/tests/helpers/server-process.ts';
import {
  createClient,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  await signUpOwner(service);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('the dashboard', () => {
  it('asks signed-out visitors to sign in, and remembers their page', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.live.baseUrl}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('next')).toBe('/');
    await expectAccessible(page);
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The email address or password is wrong.').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('names each page in the browser tab', async () => {
    const page = await openDashboard(browser, service.live, '/settings/api-keys');
    const hasTitle = (title: string) => expect.poll(() => page.title(), { timeout: 40_000 }).toBe(title);
    await hasTitle('API keys · Footnote');
    await page.getByRole('link', { name: 'Sources' }).click();
    await hasTitle('Sources · Footnote');
    await page.context().clearCookies();
    await page.goto(`${service.live.baseUrl}/sign-in`);
    await hasTitle('Sign in · Footnote');
    await page.context().close();
  });

  it('takes a signed-in visitor of the sign-in page to where they wanted to go', async () => {
    await using page = await openDashboard(browser, service.live, '/sign-in?next=%2Fagents');
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/agents');
  });

  it('says on a fresh installation where its set-up link is, until there is an account', async () => {
    await using fresh = await startDisposable();
    const page = await browser.newPage();
    await page.goto(`${fresh.live.baseUrl}/`);
    await page.getByRole('heading', { name: 'Almost there' }).waitFor();
    await page.getByText('Open the set-up link that Footnote printed').waitFor();
    await page.getByText('npm run -s footnote -- accounts invite --role owner').waitFor();
    await expect.poll(() => page.getByLabel('Password').count()).toBe(0);
    await expectAccessible(page);
    await signUpOwner(fresh);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('npm run -s footnote -- accounts reset-password EMAIL').waitFor();
    await page.close();
  });

  it('closes its menu on a small screen after navigation', async () => {
    const page = await openDashboard(browser, service.live, '/settings/limits', {
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByRole('link', { name: 'Knowledge bases' }).waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it.each(['/settings/nonsense', '/nonsense'])(
    'says inside its frame that %s leads nowhere',
    async (path) => {
      await using page = await openDashboard(browser, service.live, path);
      await page.getByText('Page not found').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.getByRole('link', { name: 'Go to overview' }).click();
      await page.getByRole('heading', { name: 'Get your first answer' }).waitFor();
    },
  );

  it('answers API clients with a JSON 404 for unknown paths', async () => {
    const answer = await fetch(`${service.live.baseUrl}/nonsense`, { headers: { accept: '*/*' } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('is served compressed to browsers that accept it', async () => {
    const html = await (await fetch(`${service.live.baseUrl}/`)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    for (const [path, type] of [
      [script, 'javascript'],
      ['/widget.js', 'javascript'],
      ['/widget/de.json', 'json'],
    ] as const) {
      const answer = await fetch(`${service.live.baseUrl}${path}`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('content-type')).toContain(type);
      expect((await answer.text()).length).toBeGreaterThan(1_000);
    }
  });

  it('has an account menu that opens by keyboard, and signs out', async () => {
    const page = await openDashboard(browser, service.live, '/');
    await page.getByRole('button', { name: 'Your account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await expect.poll(() => page.getByRole('menuitemradio', { name: 'System' }).isChecked()).toBe(true);
    const press = async (key: string, reached: string): Promise<void> => {
      await page.keyboard.press(key);
      await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe(reached);
    };
    await press('End', 'Sign out');
    await press('ArrowUp', 'Profile');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByRole('button', { name: 'Your account' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await press('End', 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await page.request.get(`${service.live.baseUrl}/v1/account`)).status()).toBe(401);
    await page.context().close();
  });
});

async function startDisposable(): Promise<TestService & AsyncDisposable> {
  const fresh = await startTestService();
  return Object.assign(fresh, { [Symbol.asyncDispose]: () => fresh.stop() });
}

describe('the two environments', () => {
  it('link to each other, and the sandbox has a banner', async () => {
    const [PORT, SANDBOX_PORT] = [String(await freePort()), String(await freePort())];
    const both = await startTestService({ PORT, SANDBOX_PORT });
    const page = await openDashboard(browser, both.live, '/agents');
    const open = async (name: string) => {
      await page.getByRole('button', { name: 'Switch workspace' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    await open('Sandbox');
    await page.getByText('Sandbox: nothing you do here').waitFor();
    await expect.poll(() => page.url()).toContain(both.sandbox.baseUrl);
    await open('Live');
    await page.getByText('Sandbox: nothing you do here').waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain(both.live.baseUrl);
    await page.context().close();
    await both.stop();
  });
});

describe('a link to join', () => {
  it('that is unknown or already used is reported as used', async () => {
    const { live } = service;
    const page = await browser.newPage();
    await page.goto(`${live.baseUrl}/join#token=unknown`);
    await page.getByRole('heading', { name: "This link doesn't work" }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'I have an account: sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();

    const { link } = (await live.post('/v1/invitations', { role: 'viewer' })).body.data;
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await createClient(live.baseUrl, '').call(
      'POST',
      '/v1/account/accept-invitation',
      { token: tokenOf(link), email: 'faster@example.org', name: 'Ada', password: PASSWORD },
      { origin: live.baseUrl },
    );
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText("This link doesn't work").waitFor();
    await expectAccessible(page);
    await page.close();
  });
});
