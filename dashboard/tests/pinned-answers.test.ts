import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseFilter } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';

prepareDashboard();
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000 });

let guide: string;
beforeAll(async () => {
  guide = (await live.addText('Pier guide', 'The pier is 300 metres long.')).id;
});

const answers = async (query = '') => (await live.get(`/v1/answers${query}`)).body.data;

describe('the page of pinned answers', () => {
  it('pins an answer with its sources, finds it, changes it, shows its versions and deletes it', async () => {
    await using page = await visit('/pinned-answers', { role: 'member' });
    await page.getByText('No pinned answers yet').waitFor();
    await page.getByRole('button', { name: 'Pin answer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question', { exact: true }).fill('How long is the pier?');
    await dialog.getByLabel('Other wordings').fill('What is the length of the pier?');
    await dialog.getByLabel('Answer', { exact: true }).fill('It is **300 metres** long.');
    await dialog.getByRole('combobox', { name: 'Sources' }).fill('Pier');
    await dialog.getByRole('option', { name: 'Pier guide' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pin answer' }).dblclick();
    await page.getByText('The answer is pinned.').waitFor();
    expect(await answers()).toMatchObject([
      { variants: ['What is the length of the pier?'], source_ids: [guide], version: 1 },
    ]);
    const list = page.getByRole('list', { name: 'Pinned answers' });
    await list.getByRole('link', { name: 'Pier guide' }).waitFor();
    await list.getByText('Never used').waitFor();
    await expectAccessible(page);

    await live.post('/v1/answers', { question: 'Who owns the pier?', answer: 'The town.', enabled: false });
    await page.getByLabel('Search questions and answers').fill('METRES');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await page.getByLabel('Search questions and answers').fill('');
    await chooseFilter(page, 'State', 'Disabled');
    await list.getByText('Who owns the pier?').waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove filter State' }).click();

    await list.getByRole('button', { name: 'How long is the pier?', exact: true }).click();
    await dialog.getByLabel('Answer', { exact: true }).fill('It is **310 metres** long.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as version 2.').waitFor();
    await page.getByRole('button', { name: 'Actions: How long is the pier?' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await dialog.getByText('Version 2, current').waitFor();
    await dialog.getByText('It is **300 metres** long.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions: How long is the pier?' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete answer' }).click();
    await page.getByText('The answer was deleted.').waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  });

  it('tells who changed the same answer meanwhile, and overwrites nothing unasked', async () => {
    const { id } = (await live.post('/v1/answers', { question: 'Who is the mayor?', answer: 'Ida.' })).body
      .data;
    await using page = await visit(`/pinned-answers?open=${id}`, { role: 'member' });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Answer', { exact: true }).fill('Edmund.');
    await live.patch(`/v1/answers/${id}`, { answer: 'Olga.' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Save mine anyway' }).waitFor();
    expect((await live.get(`/v1/answers/${id}`)).body.data.answer).toBe('Olga.');
    await dialog.getByRole('button', { name: 'Save mine anyway' }).click();
    await expect
      .poll(async () => (await live.get(`/v1/answers/${id}`)).body.data.answer, { timeout: 60_000 })
      .toBe('Edmund.');
  });

  it('imports a file after a preview, names the lines that are wrong, and exports what it reads', async () => {
    await using page = await visit('/pinned-answers', { role: 'member' });
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import pinned answers' });
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('question,answer\nWhen is the pier open?,\n,From 9 to 5.');
    await dialog.getByText('line 2, answer').waitFor();
    await dialog.getByText('line 3, question').waitFor();
    await expectAccessible(page);
    expect(await dialog.getByRole('button', { name: 'Import file' }).isDisabled()).toBe(true);
    await choose('question,answer,sources\nWhen is the pier open?,"From 9 to 5, every day.",Pier guide');
    await dialog.getByText('answers.csv: 1 new, 0 changed, 0 unchanged.').waitFor();
    expect(await answers('?q=open')).toEqual([]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Import 1 answer' }).click();
    await page.getByText('Imported: 1 new, 0 changed.').waitFor();
    expect(await answers('?q=open')).toMatchObject([{ source_ids: [guide] }]);

    await page.getByLabel('Search questions and answers').fill('every day');
    await expect
      .poll(() => page.getByRole('list', { name: 'Pinned answers' }).getByRole('listitem').count())
      .toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain(`When is the pier open?,,"From 9 to 5, every day.",${guide},`);
  });

  it('is read by viewers, who change nothing', async () => {
    await using page = await visit('/pinned-answers', { role: 'viewer' });
    await page.getByText('You can view this workspace but not change it.').waitFor();
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pin answer' }).isDisabled()).toBe(true);
  });
});
