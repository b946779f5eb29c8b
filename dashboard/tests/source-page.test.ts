import { describe, expect, it, vi } from 'vitest';
import { htmlPage } from '../../server/tests/helpers/test-site.ts';
import { addDocument } from '../../server/tests/helpers/upload-document.ts';
import { expectAccessible } from './expect-accessible.ts';
import { live, prepareDashboard, site, visit } from './prepare-dashboard.ts';
import { fileOf, shows } from './source-list.ts';

const api = '/v1/knowledge-base/sources';

prepareDashboard();

/** Adds an unreadable document and waits for its failure; returns its id. */
const addDamaged = (name: string): Promise<string> => addDocument(live, `%PDF-1.7 of ${name}`, name);

describe('a source', () => {
  it('has a history with actors', async () => {
    const { id } = await live.addText('Harbor', 'The harbour has two piers.', { tags: ['coast'] });
    await using page = await visit(`/sources/${id}?view=history`);
    const history = page.getByRole('list', { name: 'History' });
    const entry = (action: string) =>
      history.getByRole('listitem').filter({ has: page.getByText(action, { exact: true }) });
    await entry('Added').getByText('as “Harbor”').waitFor();
    await entry('Indexed').getByText('1 chunk').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    await page.getByRole('button', { name: 'Save' }).click();
    await entry('Changed').getByText('Harbor → Harbour').waitFor({ timeout: 30_000 });
    await entry('Changed').getByText('Ada', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reindex' }).click();
    await entry('Reindex').getByText('Ada', { exact: true }).waitFor({ timeout: 30_000 });
    await expect.poll(() => entry('Indexed').count()).toBe(2);
    await expectAccessible(page);
  });

  it('shows why it failed, and recovers with another file', async () => {
    await addDamaged('anchor.pdf');
    await using page = await visit('/sources');
    await shows(page, 'anchor.pdf', 'The PDF is damaged or incomplete');
    await page.getByRole('button', { name: 'Actions for anchor.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Replace file' }).click();
    await page
      .getByLabel('New file')
      .setInputFiles(fileOf('whole.md', '# Whole\n\nThe anchor weighs two tons.'));
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('The anchor weighs two tons.').waitFor({ timeout: 30_000 });
    await page.getByText('Indexed', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByText('Indexing failed').count()).toBe(0);
  });

  it('shows the cited passage in the middle of a long text', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `Line ${index} tells of the weather at sea.`);
    const source = await live.addText('Log of the ship', lines.join('\n'));
    const { text } = (await live.get(`${api}/${source.id}/content`)).body.data;
    const start = text.indexOf('Line 12345 tells');
    await using page = await visit(`/sources/${source.id}?view=text&start=${start}&end=${start + 10}`);
    const mark = page.locator('mark');
    await mark.waitFor({ timeout: 30_000 });
    await expect.poll(() => mark.textContent()).toBe('Line 12345');
    await vi.waitFor(async () => {
      const box = await mark.boundingBox();
      const reader = await page.getByRole('region', { name: 'Extracted text' }).boundingBox();
      expect(box?.y).toBeGreaterThan(reader?.y ?? 0);
      expect(box?.y).toBeLessThan((reader?.y ?? 0) + (reader?.height ?? 0));
    }, 30_000);
    await expect
      .poll(() => page.getByRole('region', { name: 'Extracted text' }).locator('p').count())
      .toBeLessThan(100);
    await page.getByLabel('Find in text').fill('line 777 ');
    await page.getByText('1 of 1').waitFor();
    await page.locator('mark', { hasText: 'Line 777' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has('start')).toBe(false);
    await page.getByRole('tab', { name: 'Chunks' }).click();
    await page.getByText('Chunk 1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show in text' }).first().click();
    await page.locator('mark', { hasText: 'Line 0' }).waitFor();
  });

  it('is renamed, tagged, edited, downloaded and deleted', async () => {
    const { id } = await live.addText('Tides', 'High water is at noon.');
    await using page = await visit(`/sources/${id}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Tide table');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tide table' }).waitFor();
    await page.getByLabel('Tags').fill('sea');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove tag sea' }).waitFor();
    await page.getByRole('button', { name: 'Edit text' }).click();
    const editor = page.getByRole('dialog').getByLabel('Text');
    await expect.poll(() => editor.inputValue()).toBe('High water is at noon.');
    await editor.fill('High water is at midnight.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('region', { name: 'Original document' })
      .getByText('midnight')
      .waitFor({ timeout: 30_000 });
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download original' }).click();
    expect((await downloading).suggestedFilename()).toBe('Tide table.txt');
    expect((await live.get(`${api}/${id}`)).body.data).toMatchObject({ name: 'Tide table', tags: ['sea'] });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/sources');
    expect((await live.get(`${api}/${id}`)).status).toBe(404);
    await page.goto(`${live.baseUrl}/sources/${id}`);
    await page.getByText("This source doesn't exist any more").waitFor();
  });
});

describe('a crawl', () => {
  it('is started, watched and cancelled', async () => {
    const words = 'Words about the harbour and its boats. '.repeat(8);
    site.set('/harbour', htmlPage({ title: 'Harbour', text: words, links: ['/boats', '/never'] }));
    site.set('/boats', htmlPage({ title: 'Boats', text: `${words} And more.` }));
    const { release } = site.hold('/never');
    await using page = await visit('/sources/crawls');
    await page.getByRole('link', { name: 'Crawl website' }).click();
    await page.getByLabel('Start URL').fill(site.url('/harbour'));
    await page.getByLabel('Page limit').fill('5');
    await page.getByRole('button', { name: 'Start crawl' }).click();
    await page.getByRole('heading', { name: site.url('/harbour') }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: '/harbour' })
      .getByText('Added')
      .waitFor({ timeout: 30_000 });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel crawl' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel crawl' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    release();
    await expectAccessible(page);
    await page.getByRole('link', { name: site.url('/harbour'), exact: true }).click();
    await page.getByText('Words about the harbour').first().waitFor();
  });
});

describe('knowledge bases', () => {
  it('are created, filled, described and deleted with their sources', async () => {
    await using page = await visit('/knowledge-bases');
    await page.getByText('Default', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete Default' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Create knowledge base' }).click();
    await page.getByLabel('Name').fill('Lighthouses');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Add sources to Lighthouses' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles(fileOf('beam.txt', 'The beam reaches thirty miles.'));
    await shows(page, 'beam.txt', 'Indexed');
    await page.getByRole('link', { name: 'Knowledge bases' }).click();
    await page.getByRole('button', { name: 'Edit Lighthouses' }).click();
    await page.getByLabel('Description').fill('Towers and their lamps.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Towers and their lamps.').waitFor();
    await page.getByRole('button', { name: 'Delete Lighthouses' }).click();
    await page.getByText('1 source is deleted with it').waitFor();
    await page.getByRole('button', { name: 'Delete knowledge base' }).click();
    await page.getByText('Lighthouses was deleted.').waitFor({ timeout: 30_000 });
    await expect.poll(() => page.getByRole('link', { name: 'Lighthouses', exact: true }).count()).toBe(0);
    expect((await live.get(`${api}?q=beam`)).body.data).toEqual([]);
  });

  it('that an agent needs are not deleted, and the reason is shown', async () => {
    const { id } = (await live.post('/v1/knowledge-bases', { name: 'Ropes' })).body.data;
    await live.post('/v1/agents', { name: 'Rigger', knowledge_base_ids: [id] });
    await using page = await visit('/knowledge-bases');
    await page.getByRole('button', { name: 'Delete Ropes' }).click();
    await page.getByRole('button', { name: 'Delete knowledge base' }).click();
    await page.getByRole('alert').filter({ hasText: 'is the only knowledge base of' }).waitFor();
  });
});

describe('accessibility and small screens', () => {
  const pages = [
    ['/sources', 'table'],
    ['/sources?add=text', 'dialog'],
    ['/sources?add=file', 'dialog'],
    ['/sources/crawls', 'table'],
    ['/knowledge-bases', 'list'],
  ] as const;
  it.each(pages)('axe finds nothing serious on %s', async (path, role) => {
    await using page = await visit(path);
    await page.locator('#content').getByRole(role).or(page.getByRole('dialog')).first().waitFor();
    await expectAccessible(page);
  });

  it('axe finds nothing serious in any tab of a source', async () => {
    const damagedId = await addDamaged('rope.pdf');
    const whole = (await live.get(`${api}?q=Log`)).body.data[0];
    await using page = await visit(`/sources/${damagedId}`);
    await page.getByText('Indexing failed').waitFor();
    await expectAccessible(page);
    for (const view of ['original', 'text', 'chunks', 'history']) {
      await page.goto(`${live.baseUrl}/sources/${whole.id}?view=${view}&start=0&end=20`);
      await page.getByRole('tabpanel').waitFor();
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await expectAccessible(page);
      // No level of headings is left out.
      expect(
        await page.evaluate<number>(
          "axe.run(document, { runOnly: ['heading-order'] }).then(({ violations }) => violations.length)",
        ),
        view,
      ).toBe(0);
    }
  });

  it('no page scrolls sideways at 360 px', async () => {
    const whole = (await live.get(`${api}?q=Log`)).body.data[0];
    for (const path of [...pages.map(([each]) => each), `/sources/${whole.id}`]) {
      await using page = await visit(path, { viewport: { width: 360, height: 740 } });
      await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360);
    }
  });
});
