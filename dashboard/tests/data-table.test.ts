import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addFilter, chooseOption } from './choose.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';
import { rowOf } from './source-list.ts';

const SOURCES = '/v1/knowledge-base/sources';

prepareDashboard();

let manuals = '';
beforeAll(async () => {
  manuals = (await live.post('/v1/knowledge-bases', { name: 'Manuals' })).body.data.id;
  for (const [name, words, metadata] of [
    ['Beetroot', 40, { language: 'de' }],
    ['apricot', 4, { language: 'en' }],
    ['Celery', 400, { language: 'de' }],
    ['handbook/leave.md', 10, { year: 2026 }],
    ['handbook/pay/rates.md', 20, {}],
  ] as const)
    await live.addText(name, `${name} `.repeat(words), { metadata, tags: ['garden'] });
});

const table = (page: Page) => page.getByRole('table');
const names = (page: Page) => table(page).getByRole('row').getByRole('link').allTextContents();
const head = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true });

describe('a table', () => {
  it('is sorted by its heads, by mouse and keyboard, as its address says', async () => {
    await using page = await visit('/sources');
    await rowOf(page, 'Celery').waitFor();
    await head(page, 'Name').getByRole('button').click();
    await expect
      .poll(() => names(page))
      .toEqual(['apricot', 'Beetroot', 'Celery', 'handbook/leave.md', 'handbook/pay/rates.md']);
    expect(await head(page, 'Name').getAttribute('aria-sort')).toBe('ascending');
    await head(page, 'Name').getByRole('button').press('Enter');
    await expect.poll(async () => (await names(page)).at(-1)).toBe('apricot');
    expect(await head(page, 'Name').getAttribute('aria-sort')).toBe('descending');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');
    await head(page, 'Size').getByRole('button').press('Space');
    await expect.poll(async () => (await names(page))[0]).toBe('Celery');
    await page.reload();
    await expect.poll(async () => (await names(page))[0]).toBe('Celery');
    expect(await head(page, 'Size').getAttribute('aria-sort')).toBe('descending');
    await expectAccessible(page);
  });

  it('puts a source that arrives where it sorts', async () => {
    await using page = await visit('/sources?sort=name');
    await rowOf(page, 'apricot').waitFor();
    await live.addText('Bean', 'A bean.');
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['apricot', 'Bean', 'Beetroot']);
    const [{ id }] = (await live.get(`${SOURCES}?q=Bean`)).body.data;
    await live.delete(`${SOURCES}/${id}`);
    await rowOf(page, 'Bean').waitFor({ state: 'detached' });
  });

  it('remembers its columns in the browser', async () => {
    await using page = await visit('/sources');
    await rowOf(page, 'Celery').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByLabel('Chunks').uncheck();
    await page.getByRole('dialog').getByLabel('Type').check();
    await page.keyboard.press('Escape');
    await head(page, 'Type').waitFor();
    await page.reload();
    await head(page, 'Type').waitFor();
    expect(await head(page, 'Chunks').count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await head(page, 'Chunks').waitFor();
  });

  it('selects a range with Shift, by keyboard too, and exports it without formulas', async () => {
    const { id } = await live.addText('=SUM(A1)', 'A name like a formula.');
    await using page = await visit('/sources?sort=name');
    await page.getByLabel('Select =SUM(A1)').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export selected as CSV' }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8').split('\r\n');
    expect(file[0]).toContain('Name,Status,');
    expect(file[1]).toMatch(/^'=SUM\(A1\),/);
    expect(file[2]).toMatch(/^apricot,/);
    expect(file).toHaveLength(4);
    await live.delete(`${SOURCES}/${id}`);
  });

  it('exports all that the filters find, in the order of the list', async () => {
    await using page = await visit('/sources?sort=-name&tag=garden');
    await rowOf(page, 'apricot').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(file).toHaveLength(6);
    expect(file.at(-1)).toContain(',apricot,');
  });

  it('saves its filters and its order as a view', async () => {
    await using page = await visit('/sources?sort=name');
    await addFilter(page, 'Tag', 'garden');
    await page.getByRole('button', { name: 'Tag: garden' }).waitFor();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('The garden');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'The garden' }).waitFor();
    await views.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Tag: garden' }).waitFor({ state: 'detached' });
    await views.getByRole('link', { name: 'The garden' }).click();
    await page.getByRole('button', { name: 'Tag: garden' }).waitFor();
    await expect.poll(async () => (await names(page))[0]).toBe('apricot');
  });
});

describe('sources', () => {
  it('are narrowed down by folder, and by metadata whatever its type', async () => {
    await using page = await visit('/sources');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('option', { name: 'Folder' }).click();
    await page.getByRole('button', { name: 'handbook 2' }).click();
    await expect
      .poll(async () => (await names(page)).sort())
      .toEqual(['handbook/leave.md', 'handbook/pay/rates.md']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Folder: handbook/' }).click();
    await page.getByRole('button', { name: 'pay 1' }).click();
    await expect.poll(() => names(page)).toEqual(['handbook/pay/rates.md']);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(async () => (await names(page)).length).toBe(5);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('option', { name: 'Metadata' }).click();
    await page.getByLabel('Key').fill('year');
    await page.getByLabel('Value').fill('2026');
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await expect.poll(() => names(page)).toEqual(['handbook/leave.md']);
    await page.getByRole('button', { name: 'Remove filter Metadata' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(5);
  });

  it('are moved to another knowledge base, one from its menu and several at once', async () => {
    await using page = await visit('/sources?sort=name');
    await page.getByRole('button', { name: 'Actions for apricot' }).click();
    await page.getByRole('menuitem', { name: 'Move to …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('1 source moved.').waitFor();
    await rowOf(page, 'apricot').getByText('Manuals').waitFor();
    await page.getByLabel('Select Beetroot').click();
    await page.getByLabel('Select Celery').click({ modifiers: ['Shift'] });
    await page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true }).click();
    await chooseOption(page.getByRole('dialog'), 'Knowledge base', 'Manuals');
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('2 sources moved.').waitFor();
    expect((await live.get(`${SOURCES}?knowledge_base_ids=${manuals}`)).body.data).toHaveLength(3);
  });

  it.each([390, 768, 1440])('fit on a screen of %i px', async (width) => {
    await using page = await visit('/sources', { viewport: { width, height: 800 } });
    await rowOf(page, 'Celery').getByText('Indexed').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  });
});
