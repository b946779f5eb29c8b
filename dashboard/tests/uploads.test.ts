import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, visit } from './prepare-dashboard.ts';
import { fileOf, shows } from './source-list.ts';

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
      await page.getByText('22 indexed · 2 duplicates · 6 failed').waitFor({ timeout: 90_000 });
      await uploadOf(page, 'good-21.md').getByText('Indexed').waitFor();
      await uploadOf(page, 'copy-of-3.md').getByText('The same file already exists as good-3.md').waitFor();
      await uploadOf(page, 'broken-1.pdf').getByText('The PDF is damaged or incomplete').waitFor();
      await uploadOf(page, 'no-document.docx').getByText('is plain text by its bytes').waitFor();
      await uploadOf(page, 'empty.txt').getByText('The file is empty.').waitFor();
      await uploadOf(page, 'too-large.txt').getByText('Larger than 50 MB').waitFor();
      // Sending these again would end the same way.
      for (const name of ['empty.txt', 'too-large.txt', 'broken-1.pdf'])
        await expect.poll(() => page.getByRole('button', { name: `Retry ${name}` }).count()).toBe(0);
      await page.getByRole('button', { name: 'Show failed only' }).click();
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
    await page.getByText('1 indexed · 1 duplicate').waitFor({ timeout: 30_000 });
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
    await page.getByText('0 indexed · 4 failed').waitFor();
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
    await page.getByText('0 indexed · 1 failed').waitFor();
  });

  it('of a large file goes on where it was, on another page and after the connection was lost', async () => {
    const content = `%PDF-1.7 ${'large '.repeat(1_000_000)}`;
    const half = 3 * 1024 * 1024;
    await using page = await visit('/sources');
    const offsets: string[] = [];
    const lost = Promise.withResolvers<void>();
    await page.context().route('**/v1/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return await route.continue();
      offsets.push(route.request().headers()['upload-offset'] ?? '');
      if (offsets.length > 1) return await route.continue();
      await route.fetch({ postData: Buffer.from(content.slice(0, half)) });
      await page.context().setOffline(true);
      await route.abort();
      lost.resolve();
    });
    await choose(page, [fileOf('survey.pdf', content)]);
    await lost.promise;
    await page.getByRole('link', { name: 'Agents' }).click();
    await uploadOf(page, 'survey.pdf').getByText('Waiting for the connection').waitFor();
    await page.getByRole('button', { name: 'Collapse uploads' }).click();
    await expect.poll(() => uploadOf(page, 'survey.pdf').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('region', { name: 'Uploads' }).getByText('0 indexed · 1 failed').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Expand uploads' }).click();
    await uploadOf(page, 'survey.pdf').getByText('The PDF is damaged or incomplete').waitFor();
    expect(offsets).toEqual(['0', String(half)]);
    const [{ id }] = (await live.get(`${api}?q=survey`)).body.data;
    const file = await fetch(`${live.baseUrl}${api}/${id}/file`, {
      headers: { authorization: `Bearer ${live.key}` },
    });
    expect(await file.text()).toBe(content);
    await page.getByRole('button', { name: 'Clear list' }).click();
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
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
    await page.getByText('2 indexed').waitFor({ timeout: 60_000 });
    await expect.poll(() => page.getByText('already exists').count()).toBe(0);
    expect((await live.get(`${api}?q=gulls`)).body.data).toHaveLength(1);
  });
});
