import { describe, expect, it } from 'vitest';
import { chooseOption } from './choose.ts';
import { live, prepareDashboard, site, visit } from './prepare-dashboard.ts';
import { stopReply } from './stop-reply.ts';

prepareDashboard();

const counted = async (path: string): Promise<number> => (await live.get(path)).body.data.length;

describe('a double click', () => {
  it('on Send asks once, and does not stop the reply', async () => {
    await live.addText('Lighthouse', 'The lighthouse was built in 1874 by Ida Lund.');
    const knowledge_base_ids = [(await live.get('/v1/workspace')).body.data.default_knowledge_base_id];
    const { id } = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data;
    await using page = await visit(`/agents/${id}`);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    await page.context().route('**/chat', async (route) => {
      asked++;
      await released;
      await route.continue();
    });
    await page.getByLabel('Message', { exact: true }).fill('Who built the lighthouse?');
    const click = (name: string, times: number) =>
      page.getByRole('button', { name }).evaluate((button: { click(): void }, count) => {
        for (let each = 0; each < count; each++) button.click();
      }, times);
    // The clock stands still: however slow this machine is, the clicks follow each other at once.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    // Two before the page is drawn again, and one on what has taken the place of the button.
    await click('Send', 2);
    await click('Stop', 1);
    await page.clock.resume();
    release();
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
    await expect.poll(() => page.getByText('Stopped.').count()).toBe(0);
    expect(asked).toBe(1);
  });

  it.each([
    ['key', '/settings/api-keys', 'Create key', 'Create key', 'Name', 'Printer', '/v1/api-keys'],
    [
      'knowledge base',
      '/knowledge-bases',
      'Create knowledge base',
      'Create',
      'Name',
      'Towers',
      '/v1/knowledge-bases',
    ],
    ['webhook', '/settings/webhooks', 'Create webhook', 'Create', 'URL', '', '/v1/webhooks'],
    ['agent', '/agents', 'Create agent', 'Create', 'Name', 'Harbour desk', '/v1/agents'],
  ])('on the button of a form creates one %s', async (_, path, opener, action, label, value, list) => {
    const before = await counted(list);
    await using page = await visit(path);
    await page.getByRole('button', { name: opener }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(label, { exact: true }).fill(value || site.url('/hook'));
    // Both submits come before the page is drawn again, as from a mouse that bounces.
    await dialog
      .getByRole('button', { name: action, exact: true })
      .evaluate((button: { form: { requestSubmit(): void } }) => {
        button.form.requestSubmit();
        button.form.requestSubmit();
      });
    await page.getByRole('dialog', { name: opener }).waitFor({ state: 'detached' });
    expect(await counted(list)).toBe(before + 1);
  });

  it('after a lost response creates one key, and shows its secret', async () => {
    const before = await counted('/v1/api-keys');
    await using page = await visit('/settings/api-keys');
    let isLost = true;
    await page.context().route('**/v1/api-keys', async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return await route.continue();
      isLost = false;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Plotter');
    await chooseOption(dialog, 'Expiry', 'In 30 days');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText("The service isn't responding.").waitFor();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Plotter was created' }).getByText('svc_live_').first().waitFor();
    expect(await counted('/v1/api-keys')).toBe(before + 1);
  });
});

describe('a stopped question', () => {
  it('comes back into the field', async () => {
    const { id } = (await live.get('/v1/agents')).body.data[0];
    await using page = await visit(`/agents/${id}`);
    await page.context().route('**/chat', () => {});
    const field = page.getByLabel('Message', { exact: true });
    await field.fill('Who built the lighthouse?');
    await field.press('Enter');
    await stopReply(page);
    await expect.poll(() => field.inputValue()).toBe('Who built the lighthouse?');
  });
});
