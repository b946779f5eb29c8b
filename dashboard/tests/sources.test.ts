import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { htmlPage } from '../../server/tests/helpers/test-site.ts';
import { addFilter } from './choose.ts';
import { live, prepareDashboard, site, visit } from './prepare-dashboard.ts';
import { rowOf, shows } from './source-list.ts';
import { turnTab } from './turn-tab.ts';

const api = '/v1/knowledge-base/sources';

prepareDashboard();
beforeAll(async () => {
  for (let index = 0; index < 22; index++)
    await live.addText(`good-${index}.md`, `# Report ${index}\n\nThe ship number ${index} sailed in spring.`);
}, 120_000);

const count = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
describe('the list of sources', () => {
  it("shows stages and other people's changes without a reload", async () => {
    const { url, release } = site.hold('/slow');
    await using page = await visit('/sources');
    await page.getByRole('table').waitFor();
    await page.evaluate('globalThis.wasNotReloaded = true');
    const { body } = await live.post(api, { type: 'url', name: 'A slow page', url });
    await shows(page, 'A slow page', 'Fetching');
    release();
    await shows(page, 'A slow page', 'Indexed');
    await live.delete(`${api}/${body.data.id}`);
    await rowOf(page, 'A slow page').waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.wasNotReloaded')).toBe(true);
  });

  it('keeps news that arrived before an older response', async () => {
    const { url, release } = site.hold('/late');
    await using page = await visit('/sources');
    await live.post(api, { type: 'url', name: 'A late page', url });
    await shows(page, 'A late page', 'Fetching');
    await page.context().route(`**${api}?*`, async (route) => {
      const response = await route.fetch();
      const {
        data: [late, next],
        ...rest
      } = await response.json();
      release();
      await shows(page, 'A late page', 'Indexed');
      await route.fulfill({ json: { ...rest, data: [late, { ...next, name: 'Told by the answer' }] } });
    });
    // The stream reopens without a place to go on from, and the list is refetched.
    await page
      .context()
      .route(`**/v1/knowledge-base/changes?*`, async (route) =>
        route.continue({ url: `${new URL(route.request().url()).origin}/v1/knowledge-base/changes` }),
      );
    await turnTab(page, 'hidden');
    await turnTab(page, 'visible');
    await rowOf(page, 'Told by the answer').waitFor();
    await shows(page, 'A late page', 'Indexed');
  });

  it('gets only what has changed since, when the tab is shown again', async () => {
    const [kept, gone] = [
      await live.addText('Kept for later', 'Some text.'),
      await live.addText('Gone by then', 'Some text.'),
    ];
    await using page = await visit('/sources');
    await rowOf(page, 'Kept for later').waitFor();
    // Something has come by the stream, so it is there.
    await live.patch(`${api}/${kept.id}`, { tags: ['before'] });
    await shows(page, 'Kept for later', 'before');
    await turnTab(page, 'hidden');
    await live.patch(`${api}/${kept.id}`, { tags: ['after'] });
    await live.delete(`${api}/${gone.id}`);
    await live.addText('Come meanwhile', 'Some text.');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === api || pathname.endsWith('/changes')) asked.push(`${pathname}${search}`);
    });
    await turnTab(page, 'visible');
    await shows(page, 'Kept for later', 'after');
    await rowOf(page, 'Come meanwhile').waitFor();
    await rowOf(page, 'Gone by then').waitFor({ state: 'detached' });
    expect(asked).toEqual([expect.stringMatching(/\/changes\?last_event_id=\d+-[0-9a-f]{12}$/)]);
  });

  it('takes a text and a web page', async () => {
    site.set('/menu', htmlPage({ title: 'Menu', text: 'The soup of the day is made of leeks. '.repeat(8) }));
    await using page = await visit('/sources');
    await page.getByRole('button', { name: 'Add sources' }).first().click();
    await page.getByRole('tab', { name: 'Text' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Opening hours');
    await page.getByRole('textbox', { name: 'Text' }).fill('We are open from nine to five.');
    await dialog.getByLabel('Tags').fill('shop,');
    await page.getByRole('button', { name: 'Add text' }).click();
    await shows(page, 'Opening hours', 'Indexed');
    await shows(page, 'Opening hours', 'shop');
    await page.getByRole('button', { name: 'Add sources' }).first().click();
    await page.getByRole('tab', { name: 'Web page' }).click();
    await page.getByLabel('URL', { exact: true }).fill('ftp://example.org');
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByText('must be a URL that begins with http:// or https://').waitFor();
    await page.getByLabel('URL', { exact: true }).fill(site.url('/menu'));
    await page.getByRole('button', { name: 'Add page' }).click();
    await shows(page, `${site.host}/menu`, 'Indexed');
  });

  it('asks before a typed text is lost', async () => {
    await using page = await visit('/sources?add=text&name=How%20long%20is%20the%20river%3F');
    await expect
      .poll(() => page.getByRole('dialog').getByLabel('Name').inputValue())
      .toBe('How long is the river?');
    await page.getByRole('textbox', { name: 'Text' }).fill('Very long.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Very long.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keeps its filters in the URL across a reload', async () => {
    await live.addText('Île de Ré', 'The island has salt gardens.', { tags: ['islands'] });
    await live.addText('Islay', 'The island has distilleries.', { tags: ['islands'] });
    await using page = await visit('/sources');
    await addFilter(page, 'Tag', 'islands');
    await count(page, '2 sources').waitFor();
    await page.getByLabel('Search by name').fill('île');
    await count(page, '1 source').waitFor();
    await page.reload();
    await rowOf(page, 'Île de Ré').waitFor();
    await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe('île');
    await expect.poll(() => rowOf(page, 'Islay').count()).toBe(0);
    await addFilter(page, 'Status', 'Failed');
    await page.getByText('No source matches these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rowOf(page, 'Islay').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('tags, reindexes and deletes the selected sources', async () => {
    await using page = await visit('/sources?q=good-1');
    await count(page, '11 sources').waitFor();
    await page.getByLabel('Select good-19.md').click();
    await page.getByLabel('Select good-11.md').click({ modifiers: ['Shift'] });
    await page.getByText('9 selected').waitFor();
    await page.getByRole('button', { name: 'Add tags' }).click();
    await page.getByRole('dialog').getByLabel('Tags').fill('fleet');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    await page.getByText('9 sources tagged.').waitFor();
    await shows(page, 'good-15.md', 'fleet');
    await page.getByLabel('Select all loaded').click();
    await page.getByText('11 selected').waitFor();
    await page.getByRole('button', { name: 'Reindex' }).click();
    await page.getByText('11 sources queued for indexing.').waitFor();
    await page.getByLabel('Select good-11.md').click();
    await page.getByLabel('Select good-12.md').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete 2 sources?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 sources deleted.').waitFor();
    await count(page, '9 sources').waitFor();
    await expect.poll(() => rowOf(page, 'good-12.md').count()).toBe(0);
    expect((await live.get(`${api}?tags=fleet&limit=100`)).body.data).toHaveLength(7);
  });

  it('shows viewers everything, and lets them change nothing', async () => {
    await using page = await visit('/sources', { role: 'viewer' });
    await rowOf(page, 'Islay').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add sources' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('link', { name: 'Islay' }).click();
    await page.getByText('The island has distilleries.').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText('1 chunk').waitFor();
    await expect.poll(() => history.getByText('Indexed').count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Rename' }).count()).toBe(0);
  });
});
