import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/tests/helpers/start-test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../server/tests/helpers/webhook-receiver.ts';
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
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await receiver.close();
});

const visit = () => openDashboard(browser, service.live, '/settings/webhooks');
const button = (page: Page, name: string) => page.getByRole('button', { name });
const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('webhooks', () => {
  it('are created, deliver, show why they fail, and deliver again', async () => {
    await using page = await visit();
    await button(page, 'Create webhook').click();
    await page.getByLabel('URL', { exact: true }).fill(receiver.url('/hook'));
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('checkbox', { name: 'source.indexed' }).check();
    await button(page, 'Create').click();
    const shown = page.getByRole('dialog', { name: 'Webhook created' });
    await expect.poll(() => shown.locator('code').first().textContent()).toMatch(/^whsec_/);
    await button(page, "I've copied it").click();

    await page.getByRole('link', { name: receiver.host }).click();
    await page.getByText('No deliveries').waitFor();
    await button(page, 'Send test').click();
    await itemOf(page, 'webhook.test').getByText('Delivered').waitFor();
    expect(receiver.received()).toHaveLength(1);
    await button(page, 'webhook.test').click();
    await page.getByText('Status 204').waitFor();
    await page.getByText('"type": "webhook.test"').waitFor();

    await button(page, 'Deliver again').click();
    // The second attempt ends when it is recorded; before that, it cannot be redelivered.
    await expect.poll(() => page.getByText('Status 204').count()).toBe(2);
    const [first, again] = receiver.received();
    expect(again?.id).toBe(first?.id);

    receiver.answer(500);
    await button(page, 'Deliver again').click();
    await itemOf(page, 'webhook.test').getByText('500').first().waitFor();
    await page.getByText('Failing', { exact: true }).waitFor();
    await page.getByText(/^First failure (?:just now|\d+ min\. ago)$/).waitFor();
    await expect.poll(() => page.getByText(/^Next attempt: now$/).count()).toBe(0);
    receiver.answer(204);

    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('The webhook is disabled.').waitFor();
    await expect.poll(() => button(page, 'Send test').isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  it('show what is wrong with a URL', async () => {
    await using page = await visit();
    await button(page, 'Create webhook').click();
    await page.getByLabel('URL', { exact: true }).fill('ftp://example.org/hook');
    await button(page, 'Create').click();
    await page.getByRole('alert').filter({ hasText: 'http' }).waitFor();
  });
});
