import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { live, prepareDashboard, site, visit } from './prepare-dashboard.ts';

prepareDashboard();

let agentId: string;
beforeAll(async () => {
  const knowledge_base_ids = [(await live.get('/v1/workspace')).body.data.default_knowledge_base_id];
  agentId = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
});

const agent = async () => (await live.get(`/v1/agents/${agentId}`)).body.data;
const save = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click();
const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Nothing was saved.' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('an agent that was changed in another tab', () => {
  it('is not overwritten: the second save is told who changed it, and loads that version', async () => {
    await using page = await visit(`/agents/${agentId}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) await tab.getByLabel('Name').waitFor();
    await other.getByLabel('Name').fill('Pilot');
    await save(other);
    await other.getByText(/^Version \d+ is live\.$/).waitFor();
    await page.getByLabel('Name').fill('Harbour master');
    await save(page);
    await told(page).getByText('You changed this somewhere else').waitFor();
    expect((await agent()).name).toBe('Pilot');
    await press(page, 'Load current version');
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Pilot');
    await told(page).waitFor({ state: 'detached' });
    await page.getByLabel('Name').fill('Harbour master');
    await save(page);
    await expect.poll(async () => (await agent()).name).toBe('Harbour master');
  });

  it('can be overwritten after the question, with only what was changed here', async () => {
    await using page = await visit(`/agents/${agentId}`);
    await page.getByLabel('Name').fill('Ferryman');
    await live.patch(`/v1/agents/${agentId}`, { name: 'Rower', system_prompt: 'You are brief.' });
    await save(page);
    await told(page).waitFor();
    await press(page, 'Save mine anyway');
    await expect.poll(async () => (await agent()).name).toBe('Ferryman');
    expect((await agent()).system_prompt).toBe('You are brief.');
  });

  it('is asked about even if the page has read the change, but only for a field that both changed', async () => {
    await using page = await visit(`/agents/${agentId}`);
    const refresh = async (field: string, value: string): Promise<void> =>
      await expect
        .poll(
          async () => {
            await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
            return await page.getByLabel(field).inputValue();
          },
          { timeout: 30_000 },
        )
        .toBe(value);
    await page.getByLabel('Welcome message').fill('Ahoy!');
    await live.patch(`/v1/agents/${agentId}`, { system_prompt: 'You are kind.' });
    await refresh('Persona and behaviour', 'You are kind.');
    await save(page);
    await expect.poll(async () => (await agent()).welcome_message).toBe('Ahoy!');

    await page.getByLabel('Welcome message').fill('Hello!');
    await live.patch(`/v1/agents/${agentId}`, { welcome_message: 'Moin!', system_prompt: 'You are funny.' });
    await refresh('Persona and behaviour', 'You are funny.');
    await save(page);
    await told(page).waitFor();
    expect((await agent()).welcome_message).toBe('Moin!');
  });
});

describe('a dialog about something that was changed in another tab', () => {
  it('tells it for a knowledge base, and keeps the dialog open', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Towers' })).body.data;
    const name = async () => (await live.get(`/v1/knowledge-bases/${base.id}`)).body.data.name;
    await using page = await visit('/knowledge-bases');
    await press(page, 'Edit Towers');
    const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await field.fill('Lighthouses');
    await live.patch(`/v1/knowledge-bases/${base.id}`, { name: 'Beacons' });
    await press(page, 'Save');
    await told(page).waitFor();
    expect(await name()).toBe('Beacons');
    await press(page, 'Load current version');
    await expect.poll(() => field.inputValue()).toBe('Beacons');
    await field.fill('Lighthouses');
    await press(page, 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await name()).toBe('Lighthouses');
  });

  it('tells it for a webhook', async () => {
    const { id } = (await live.post('/v1/webhooks', { url: site.url('/hook') })).body.data;
    await using page = await visit(`/settings/webhooks/${id}`);
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Description (optional)').fill('Mine');
    await live.patch(`/v1/webhooks/${id}`, { description: 'Theirs' });
    await press(page, 'Save');
    await told(page).waitFor();
    await press(page, 'Save mine anyway');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await live.get(`/v1/webhooks/${id}`)).body.data.description).toBe('Mine');
  });

  it('tells it for a text, and keeps what was typed although the page shows the other version', async () => {
    const { id } = await live.addText('Tides', 'High water is at noon.');
    await using page = await visit(`/sources/${id}`);
    await press(page, 'Edit text');
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.fill('High water is at one.');
    await live.patch(`/v1/knowledge-base/sources/${id}`, { content: 'High water is at two.' });
    await page
      .getByRole('region', { name: 'Extracted text' })
      .or(page.locator('#content'))
      .getByText('at two.')
      .first()
      .waitFor();
    await press(page, 'Save');
    await told(page).waitFor();
    expect(await field.inputValue()).toBe('High water is at one.');
    const file = await live.get(`/v1/knowledge-base/sources/${id}/file`);
    expect(file.body).toBe('High water is at two.');
    await press(page, 'Load current version');
    await expect.poll(() => field.inputValue()).toBe('High water is at two.');
  });

  it('tells it for the name of a source, and keeps what was typed', async () => {
    const { id } = await live.addText('Pilots', 'Pilots go out at six.');
    await using page = await visit(`/sources/${id}`);
    await press(page, 'Rename');
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.fill('Harbour pilots');
    await live.patch(`/v1/knowledge-base/sources/${id}`, { name: 'Sea pilots' });
    await page.getByRole('alert').getByText('This was renamed to “Sea pilots”').waitFor();
    expect(await field.inputValue()).toBe('Harbour pilots');
  });

  it('tells it for the role of a member', async () => {
    await using page = await visit('/settings/members');
    await using grace = await visit('/', { role: 'viewer' });
    const member = (await live.get('/v1/members')).body.data.find(
      ({ role }: { role: string }) => role === 'viewer',
    );
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: member.email })
      .getByRole('button', { name: 'Actions for' })
      .click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('radio', { name: /^Member/ }).check();
    await live.patch(`/v1/members/${member.id}`, { role: 'admin' });
    await press(page, 'Save');
    await told(page).waitFor();
    expect((await live.get(`/v1/members/${member.id}`)).body.data.role).toBe('admin');
    await grace.close();
  });
});
