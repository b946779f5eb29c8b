import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD } from '../../server/tests/helpers/people.ts';
import { type Client, createClient } from '../../server/tests/helpers/start-test-service.ts';

export type DashboardOptions = BrowserContextOptions & { role?: 'owner' | 'admin' | 'member' | 'viewer' };

let people = 0;

/** A page of the dashboard in a browser of its own, which closes when the page is disposed of. Somebody new is signed in at the
 *  address of the client; `path` is opened. The client's key is an admin's, of the live environment, unless `inviter` is given:
 *  a live one. */
export async function openDashboard(
  browser: Browser,
  client: Client,
  path = '/',
  { role = 'admin', inviter = client, ...options }: DashboardOptions & { inviter?: Client } = {},
): Promise<Page & AsyncDisposable> {
  const invitation = await inviter.post('/v1/invitations', { role: role === 'owner' ? 'admin' : role });
  const token = String(invitation.body.data.link).split('#token=')[1];
  const joined = await createClient(client.baseUrl, '').call(
    'POST',
    '/v1/account/accept-invitation',
    { token, email: `person${++people}@example.org`, name: 'Ada', password: PASSWORD },
    { origin: new URL(client.baseUrl).origin },
  );
  const [name = '', value = ''] = joined.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  // A busy machine is slow, not wrong.
  context.setDefaultTimeout(100_000);
  await context.addCookies([{ name, value, url: client.baseUrl }]);
  const page = await context.newPage();
  await page.goto(`${client.baseUrl}${path}`);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}
