import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { htmlPage } from '../../server/tests/helpers/test-site.ts';
import { chooseFilter } from './choose.ts';
import { live, prepareDashboard, site, visit } from './prepare-dashboard.ts';
import { fileOf, rowOf, shows } from './source-list.ts';
import { turnTab } from './turn-tab.ts';

const api = '/v1/knowledge-base/sources';

prepareDashboard();

const count = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const uploadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name });
async function choose(page: Page, files: ReturnType<typeof fileOf>[] | string): Promise<void> {
  await page.getByRole('button', { name: 'Add sources' }).first().click();
  await page.locator('input[type=file]').setInputFiles(files);
}

describe('uploads', () => {
  it('show the outcome of each of 30 files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-files-'));
    const large = join(folder, 'too-large.txt');
    writeFileSync(large, '');
    truncateSync(large, 50 * 1024 * 1024 + 1);
    try {
      await using page = await visit('/sources');
      const good = Array.from({ length: 22 }, (_, index) =>
        fileOf(`good-${index}.md`, `# Report ${index}\n\nThe ship number ${index} sailed in spring.`),
      );
      await choose(page, [
        ...good,
        fileOf('copy-of-3.md', '# Report 3\n\nThe ship number 3 sailed in spring.'),
        fileOf('copy-of-4.md', '# Report 4\n\nThe ship number 4 sailed in spring.'),
        fileOf('broken-1.pdf', '%PDF-1.7 one'),
        fileOf('broken-2.pdf', '%PDF-1.7 two'),
        fileOf('no-document.docx', 'PK but no archive'),
        fileOf('blank.txt', ' \n '),
        fileOf('empty.txt', ''),
      ]);
      await choose(page, large);
      await page.getByText('22 of 30 indexed · 2 duplicates').waitFor({ timeout: 90_000 });
      await page.getByText('6 failed').waitFor();
      await uploadOf(page, 'good-21.md').getByText('Indexed').waitFor();
      await uploadOf(page, 'copy-of-3.md').getByText('The same file already exists as good-3.md').waitFor();
      await uploadOf(page, 'broken-1.pdf').getByText('The PDF is damaged or incomplete').waitFor();
      await uploadOf(page, 'no-document.docx').getByText('is plain text by its bytes').waitFor();
      await uploadOf(page, 'empty.txt').getByText('The file is empty.').waitFor();
      await uploadOf(page, 'too-large.txt').getByText('Larger than 50 MB').waitFor();
      // Sending these again would end the same way.
      for (const name of ['empty.txt', 'too-large.txt', 'broken-1.pdf'])
        await expect.poll(() => page.getByRole('button', { name: `Retry ${name}` }).count()).toBe(0);
      await page.getByRole('button', { name: 'Show only these' }).click();
      await expect.poll(() => uploadOf(page, '').count()).toBe(6);
      expect((await live.get(`${api}?limit=100`)).body.data).toHaveLength(26);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('can be dropped on the page, and keep a duplicate on request', async () => {
    await using page = await visit('/sources');
    await count(page, '26 sources').waitFor();
    await page.evaluate(`
      window.dropped = new DataTransfer();
      for (const name of ['geese.txt', 'more-geese.txt'])
        window.dropped.items.add(new File(['A text about geese.'], name));
    `);
    const drag = (event: 'dragenter' | 'drop') =>
      page.evaluate(
        `window.dispatchEvent(new DragEvent('${event}', { dataTransfer: window.dropped, cancelable: true }))`,
      );
    await drag('dragenter');
    await page.getByText('Drop files to add them as sources').waitFor();
    await drag('drop');
    await page.getByText('1 of 2 indexed · 1 duplicate').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Keep both' }).click();
    // They are sent in parallel: the copy is the one that arrived second.
    await shows(page, 'geese.txt', 'Duplicate');
    expect((await live.get(`${api}?limit=100`)).body.data).toHaveLength(28);
  });

  it('can be cancelled and retried, and warn before the page is left', async () => {
    await using page = await visit('/sources');
    let isBroken = true;
    await page.context().route(`**${api}`, async (route) => {
      if (isBroken && route.request().method() === 'POST') await route.abort();
      else await route.continue();
    });
    await choose(page, [fileOf('swans.txt', 'A text about swans.')]);
    await uploadOf(page, 'swans.txt').getByText('The connection was lost').waitFor();
    await page.context().unroute(`**${api}`);
    isBroken = false;
    await page.context().route(`**${api}`, () => {});
    await page.getByRole('button', { name: 'Retry swans.txt' }).click();
    await page.getByRole('button', { name: 'Cancel swans.txt' }).waitFor();
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    // Otherwise the end of the route lets the request through, and the service has the file already.
    const stopped = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Cancel swans.txt' }).click();
    await uploadOf(page, 'swans.txt').getByText('Cancelled').waitFor();
    await stopped;
    await page.context().unroute(`**${api}`);
    await page.getByRole('button', { name: 'Retry swans.txt' }).click();
    await uploadOf(page, 'swans.txt').getByText('Indexed').waitFor({ timeout: 30_000 });
  });

  it('are shown as indexed even if that news precedes the response', async () => {
    await using page = await visit('/sources');
    await page.context().route(`**${api}`, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      const response = await route.fetch();
      expect((await response.json()).data.status).toBe('processing');
      await shows(page, 'plovers.txt', 'Indexed');
      await route.fulfill({ response });
    });
    await choose(page, [fileOf('plovers.txt', 'A text about plovers.')]);
    await uploadOf(page, 'plovers.txt').getByText('Indexed').waitFor();
    await shows(page, 'plovers.txt', 'Indexed');
  });

  it('are up to date, without deleted ones, after coming back from another page', async () => {
    await using page = await visit('/agents');
    const changes = '**/v1/knowledge-base/changes';
    await page.context().route(changes, (route) => route.abort());
    const sourcesLink = page.getByRole('link', { name: 'Sources' });
    await sourcesLink.click();
    await choose(page, [
      fileOf('curlews.txt', 'A text about curlews.'),
      fileOf('terns.txt', 'All about terns.'),
    ]);
    for (const name of ['curlews.txt', 'terns.txt'])
      await uploadOf(page, name).getByText('Waiting').waitFor();
    await page.getByRole('link', { name: 'Agents' }).click();
    const idOf = async (name: string) => (await live.get(`${api}?q=${name}`)).body.data[0].id;
    await live.get(`${api}/${await idOf('curlews.txt')}?wait=30`);
    await live.delete(`${api}/${await idOf('terns.txt')}`);
    await page.context().unroute(changes);
    await sourcesLink.click();
    await uploadOf(page, 'curlews.txt').getByText('Indexed').waitFor();
    await uploadOf(page, 'terns.txt').waitFor({ state: 'detached' });
  });

  it('wait as long as a busy service asks, and then continue', async () => {
    await using page = await visit('/sources');
    let refused = 0;
    await page.context().route(`**${api}`, async (route) => {
      if (route.request().method() === 'POST' && refused++ === 0)
        await route.fulfill({
          status: 429,
          headers: { 'retry-after': '2' },
          json: { error: { code: 'rate_limited', message: 'Too many requests.' } },
        });
      else await route.continue();
    });
    await choose(page, [fileOf('ducks.txt', 'A text about ducks.')]);
    await uploadOf(page, 'ducks.txt').getByText('the service is busy').waitFor();
    await uploadOf(page, 'ducks.txt').getByText('Indexed').waitFor({ timeout: 30_000 });
  });
});

describe('an upload', () => {
  it('of a program, an archive or a film is refused before it is sent, in words', async () => {
    await using page = await visit('/sources');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === api) sent++;
    });
    await choose(page, [
      fileOf('setup.exe', 'MZ'),
      fileOf('reports.zip', 'PK'),
      fileOf('launch.mp4', 'ftyp'),
      fileOf('photo.heic', 'ftypheic'),
    ]);
    await uploadOf(page, 'setup.exe').getByText('This is a program.').waitFor();
    await uploadOf(page, 'reports.zip').getByText('Unpack it and drop the folder.').waitFor();
    await uploadOf(page, 'launch.mp4').getByText('Upload a transcript.').waitFor();
    await uploadOf(page, 'photo.heic').getByText('Save it as PNG or JPEG.').waitFor();
    await page.getByText('0 of 4 indexed').waitFor();
    await page.getByText('4 failed').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
    expect(sent).toBe(0);
  });

  it('of a file that is known as failed says so', async () => {
    const broken = fileOf('atlas.pdf', '%PDF-1.7 atlas');
    await using page = await visit('/sources');
    await choose(page, [broken]);
    await uploadOf(page, 'atlas.pdf').getByText('The PDF is damaged or incomplete').waitFor();
    await page.getByRole('button', { name: 'Clear list' }).click();
    await choose(page, [{ ...broken, name: 'atlas-again.pdf' }]);
    const again = uploadOf(page, 'atlas-again.pdf');
    await again.getByText('The same file already exists as atlas.pdf').waitFor();
    await again.getByText('Its indexing failed: The PDF is damaged or incomplete').waitFor();
    await page.getByText('1 failed').waitFor();
  });

  it('goes on by itself after the connection was lost in the middle, and is no duplicate of itself', async () => {
    await using page = await visit('/sources');
    const sent = Promise.withResolvers<void>();
    let posts = 0;
    await page.context().route(`**${api}`, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      posts++;
      if (posts > 1) return await route.continue();
      // The service stores the file, and the response is lost.
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
      sent.resolve();
    });
    await choose(page, [fileOf('gulls.txt', 'A text about gulls.'), fileOf('auks.txt', 'All about auks.')]);
    await sent.promise;
    await page
      .getByRole('region', { name: 'Uploads' })
      .getByText('Waiting for the connection')
      .first()
      .waitFor();
    await page.getByText("The service isn't responding. Trying again …").waitFor();
    await page.context().setOffline(false);
    await page.getByText('2 of 2 indexed').waitFor({ timeout: 60_000 });
    await expect.poll(() => page.getByText('already exists').count()).toBe(0);
    expect((await live.get(`${api}?q=gulls`)).body.data).toHaveLength(1);
  });
});

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
    // The stream reopens, and the list is refetched.
    await turnTab(page, 'hidden');
    await turnTab(page, 'visible');
    await rowOf(page, 'Told by the answer').waitFor();
    await shows(page, 'A late page', 'Indexed');
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
    await chooseFilter(page, 'Tag', 'islands');
    await count(page, '2 sources').waitFor();
    await page.getByLabel('Search by name').fill('île');
    await count(page, '1 source').waitFor();
    await page.reload();
    await rowOf(page, 'Île de Ré').waitFor();
    await expect.poll(() => page.getByLabel('Search by name').inputValue()).toBe('île');
    await expect.poll(() => rowOf(page, 'Islay').count()).toBe(0);
    await chooseFilter(page, 'Status', 'Failed');
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
