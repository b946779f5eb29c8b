import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVENT_TYPES } from '../../server/src/isomorphic/event-types.ts';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../server/tests/helpers/webhook-receiver.ts';
import { chooseFilter } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

let service: TestService;
let browser: Browser;
let receiver: WebhookReceiver;
beforeAll(async () => {
  browser = await openBrowser();
  receiver = await startWebhookReceiver();
  service = await startTestService({ URL_FETCH_ALLOW_HOSTS: receiver.host });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service.stop();
  await receiver.close();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

const visit = (path: string, viewport = { width: 1280, height: 900 }): Promise<Page & AsyncDisposable> =>
  openDashboard(browser, service.live, path, { viewport });
const opening = (page: Page, name: RegExp) => page.getByRole('button', { name, expanded: false }).first();

describe('the events', () => {
  it('are listed with what they carry and who receives them, and a test one is sent', async () => {
    await service.live.post('/v1/webhooks', { url: receiver.url('/hook'), events: ['source.indexed'] });
    await service.live.post('/v1/api-keys', { name: 'Nightly', scope: 'read_only' });
    await using page = await visit('/settings/events');
    await page.getByText('1 event', { exact: true }).waitFor();
    await opening(page, /^source\.indexed.*1 webhook$/).click();
    await page.getByText('An example from the API reference.').waitFor();
    await page.getByText('"type": "source.indexed"').waitFor();
    await opening(page, /^key\.created.*No webhook$/).click();
    await page.getByText('The latest one in this environment.').waitFor();
    await page.getByText('"name": "Nightly"').waitFor();
    await expectAccessible(page);
    for (const type of EVENT_TYPES)
      expect(await page.getByText(type, { exact: true }).count(), type).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Test event sent.').waitFor();
    await expect.poll(() => receiver.received().length).toBe(1);
    await chooseFilter(page, 'Event', 'webhook.test');
    await opening(page, /^webhook\.test wh_/).waitFor();
  });

  it('fit a phone, and show how a program reads them', async () => {
    await using page = await visit('/settings/events', { width: 390, height: 800 });
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('footnote.events.list()').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});

describe('the limits', () => {
  it('are the few that people meet; the guide has the others', async () => {
    await using page = await visit('/settings/limits');
    await page.getByText('Sizes and counts').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(20);
    const [guide] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'All limits in the guide' }).click(),
    ]);
    await guide.getByText('connector_cursor_bytes').first().waitFor();
  });
});

describe('security', () => {
  it('shows admins who signs in with a password alone, and people the keys they made', async () => {
    await using page = await visit('/settings/members');
    await page.getByText('Password only').first().waitFor();
    await page.goto(`${service.live.baseUrl}/settings/api-keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: "I've copied it" }).click();
    await page.goto(`${service.live.baseUrl}/settings/security`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Mine' })
      .getByText('Read-only')
      .or(page.getByText('Read-write'))
      .first()
      .waitFor();
    await page.getByText('Off', { exact: true }).waitFor();
    await expectAccessible(page);
  });
});
