import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();

let base: string;
beforeAll(async () => {
  base = (await live.get('/v1/workspace')).body.data.default_knowledge_base_id;
  await live.addText('Pier', 'The pier is 300 metres long.');
});

const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;

describe('versions of an agent', () => {
  it('a draft is saved, tried in the test chat, published with a note, compared and rolled back', async () => {
    const id = await create({ welcome_message: 'Hello and welcome!' });
    const agent = async () => (await live.get(`/v1/agents/${id}`)).body.data;
    await using page = await visit(`/agents/${id}`);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.getByText('Version 1 is live').waitFor();
    await page.getByLabel('Welcome message').fill('Ahoy and welcome!');
    await press('Save draft');
    await page.getByText('Draft saved. Try it in the test chat.').waitFor();
    await page.getByText('Your draft answers here. Visitors still get version 1.').waitFor();
    expect((await agent()).welcome_message).toBe('Hello and welcome!');
    const chat = page.getByRole('region', { name: 'Test chat' });
    await chat.getByText('Ahoy and welcome!').waitFor();
    await chat.getByRole('button', { name: 'What does “Pier” say?' }).click();
    await chat.getByRole('button', { name: 'Good reply' }).waitFor();
    const [conversation] = (await live.get(`/v1/agents/${id}/conversations`)).body.data;
    const { data } = (await live.get(`/v1/agents/${id}/conversations/${conversation.session_id}/messages`))
      .body;
    expect(data[0].text).toBe('Ahoy and welcome!');

    await page.reload();
    await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('Ahoy and welcome!');
    await page.getByLabel('Note for this version (optional)').fill('Greets like a sailor');
    await press('Publish');
    await page.getByText('Version 2 is live.', { exact: true }).waitFor();
    expect(await agent()).toMatchObject({ welcome_message: 'Ahoy and welcome!', version: 2 });

    await page.getByRole('link', { name: 'Versions' }).click();
    const list = page.getByRole('list', { name: 'Versions' });
    await list.getByText('Greets like a sailor').waitFor();
    await press('Compare version 2');
    await expect.poll(() => list.locator('del').allTextContents()).toEqual(['Hello']);
    await expect.poll(() => list.locator('ins').allTextContents()).toEqual(['Ahoy']);
    await expectAccessible(page);
    await press('Roll back to version 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await list.getByText('Rolled back to version 1').waitFor();
    expect(await agent()).toMatchObject({ welcome_message: 'Hello and welcome!', version: 3 });
  });

  it('a draft of someone else is not overwritten, and can be discarded', async () => {
    const id = await create();
    await using page = await visit(`/agents/${id}`);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.getByLabel('Welcome message').fill('Mine');
    await live.call('PUT', `/v1/agents/${id}/draft`, { welcome_message: 'Theirs' });
    await press('Save draft');
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved.' }).waitFor();
    await press('Load current version');
    await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('Theirs');
    await press('Discard draft');
    await page.getByText('Draft discarded.').waitFor();
    await expect.poll(() => page.getByLabel('Welcome message').inputValue()).toBe('');
    expect((await live.get(`/v1/agents/${id}/draft`)).status).toBe(404);
  });

  it('a double click on Publish makes one version', async () => {
    const id = await create();
    await using page = await visit(`/agents/${id}`);
    await page.getByLabel('Welcome message').fill('Ahoy!');
    await page.getByRole('button', { name: 'Publish', exact: true }).dblclick();
    await page.getByText('Version 2 is live.', { exact: true }).waitFor();
    expect((await live.get(`/v1/agents/${id}/versions`)).body.data).toHaveLength(2);
  });

  it.each([
    [390, 'dark'],
    [768, 'light'],
    [1440, 'dark'],
  ] as const)('its page can be used at %i px, %s', async (width, colorScheme) => {
    const id = await create();
    await using page = await visit(`/agents/${id}`, { colorScheme, viewport: { width, height: 900 } });
    await page.getByLabel('Welcome message').waitFor();
    const scrolls = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await page.evaluate(scrolls)).toBe(false);
    await expectAccessible(page);
    if (width >= 1024) return;
    await page.getByRole('link', { name: 'Test chat' }).click();
    await page.getByLabel('Message', { exact: true }).fill('How long is the pier?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good reply' }).waitFor();
  });
});
