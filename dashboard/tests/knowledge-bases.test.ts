import { describe, expect, it } from 'vitest';
import { chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();

const addBase = async (name: string): Promise<string> =>
  (await live.post('/v1/knowledge-bases', { name })).body.data.id;
const addAgent = async (name: string, bases: string[]): Promise<string> =>
  (await live.post('/v1/agents', { name, knowledge_base_ids: bases })).body.data.id;

describe('a knowledge base', () => {
  it('has a page with its sources, agents, a search, its model and its settings', async () => {
    const id = await addBase('Harbour');
    await live.addText('Tides', 'High water is at noon on the first of May.', { knowledge_base_id: id });
    await live.addText('Ropes', 'Ropes are kept dry in the shed.', { knowledge_base_id: id });
    const agent = await addAgent('Pilot', [id]);
    await live.post(`/v1/agents/${agent}/chat`, { message: 'When is high water?', session_id: 'a' });
    await using page = await visit('/knowledge-bases');
    const row = page.getByRole('listitem').filter({ hasText: 'Harbour' });
    const figure = (name: string) =>
      row.getByRole('definition').and(row.locator(`dt:has-text("${name}") + dd`));
    await expect.poll(() => figure('Questions, 7 days').textContent()).toBe('1');
    expect(await figure('Sources').textContent()).toBe('2');
    expect(await figure('Agents').textContent()).toBe('1');
    await expectAccessible(page);
    await row.getByRole('link', { name: 'Harbour', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Tides' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Agents' }).click();
    await page.getByRole('link', { name: 'Pilot' }).waitFor();
    await page.getByText('Answers only from this').waitFor();

    await page.getByRole('tab', { name: 'Search' }).click();
    await page.getByRole('searchbox', { name: 'Search this knowledge base' }).fill('high water');
    await page.keyboard.press('Enter');
    const found = page.getByRole('list', { name: 'Passages found' });
    await found.getByRole('link', { name: 'Tides' }).click();
    await page.getByRole('dialog').getByText('High water is at noon').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('high water');

    await page.getByRole('tab', { name: 'Model' }).click();
    await page.getByRole('heading', { name: 'Embedding model' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('One of these agents has no other knowledge base.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete knowledge base' }).isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Old harbour');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Old harbour' }).waitFor();
    await expectAccessible(page);
    await live.delete(`/v1/agents/${agent}`);
    await page.reload();
    await page.getByRole('button', { name: 'Delete knowledge base' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete knowledge base' }).click();
    await page.getByText('Old harbour was deleted.').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/knowledge-bases');
    await page.goto(`${live.baseUrl}/knowledge-bases/${id}`);
    await page.getByText('Knowledge base not found').waitFor();
  });

  it('takes a source from another one', async () => {
    const [from, to] = [await addBase('Sails'), await addBase('Masts')];
    const { id } = await live.addText('Rigging', 'The rigging is checked in spring.', {
      knowledge_base_id: from,
    });
    await live.get(`/v1/knowledge-base/sources/${id}?wait=30`);
    await using page = await visit(`/sources/${id}`);
    await page.getByRole('button', { name: 'Move' }).click();
    await chooseOption(page, 'Knowledge base', 'Masts');
    await page.getByRole('button', { name: 'Move source' }).click();
    await page.getByText('Rigging was moved to Masts.').waitFor();
    await page.getByRole('link', { name: 'Masts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Masts' }).waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Rigging' }).waitFor();
    expect((await live.get(`/v1/knowledge-base/sources/${id}`)).body.data.knowledge_base_id).toBe(to);
  });
});
