import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePdf } from '../../server/tests/helpers/make-pdf.ts';
import { makeZip } from '../../server/tests/helpers/make-zip.ts';
import { scanFile } from '../../server/tests/helpers/scan-files.ts';
import {
  type Client,
  startTestService,
  type TestService,
} from '../../server/tests/helpers/start-test-service.ts';
import { addDocument } from '../../server/tests/helpers/upload-document.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openDashboard } from './open-dashboard.ts';

const api = '/v1/knowledge-base/sources';

let browser: Browser;
let service: TestService;
let live: Client;
let page: Page & AsyncDisposable;
/** What the browser refused or failed to load. */
const complaints: string[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  service = await startTestService();
  live = service.live;
  page = await openDashboard(browser, live, '/sources');
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
}, 180_000);
afterAll(async () => {
  await page?.[Symbol.asyncDispose]();
  await browser?.close();
  await service?.stop();
});
// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 180_000 });

/** Opens a source, with some of its words cited. */
async function open(id: string, words?: string): Promise<void> {
  const { text } = (await live.get(`${api}/${id}/content`)).body.data;
  const start = words === undefined ? 0 : text.indexOf(words);
  expect(start).toBeGreaterThanOrEqual(0);
  await page.goto(
    `${live.baseUrl}/sources/${id}${words ? `?start=${start}&end=${start + words.length}` : ''}`,
  );
}

const original = () => page.getByRole('region', { name: 'Original document' });

const styleOf = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => node.ownerDocument.defaultView.getComputedStyle(node)[name], property);

/** Text of the marks, without the empty ones. */
const marked = async (): Promise<string> =>
  (await original().locator('mark').allTextContents()).join(' ').replace(/\s+/g, ' ');

describe('a PDF of 2,000 pages', () => {
  it('opens without being loaded whole', async () => {
    // Most of it is pictures, on pages that aren't shown.
    const picture = { dictionary: '', content: 'ink '.repeat(100_000) };
    const pdf = makePdf(
      Array.from({ length: 2_000 }, (_, index) => ({
        texts: [{ text: `Chapter ${index + 1} of the log of the harbour master.`, x: 60, y: 500 }],
      })),
      { streams: Array.from({ length: 12 }, () => picture) },
    );
    const id = await addDocument(live, pdf, 'log.pdf');
    let loaded = 0;
    page.on('response', (response) => {
      if (!response.url().endsWith(`${id}/file`)) return;
      if (response.status() === 206) loaded += Number(response.headers()['content-length']);
    });
    await page.goto(`${live.baseUrl}/sources/${id}`);
    await page.locator('section[aria-label="Page 1"][data-state=drawn]').waitFor();
    await expect.poll(() => loaded).toBeGreaterThan(0);
    expect(loaded).toBeLessThan(pdf.length / 3);
    await page.getByLabel('Page', { exact: true }).fill('1500');
    await page.keyboard.press('Enter');
    await page.locator('section[aria-label="Page 1,500"][data-state=drawn]').waitFor();
  });
});

/** Also of a file that fails. */
const addFile = (name: string, content: Uint8Array | string): Promise<string> =>
  addDocument(live, content, name);

describe('a PDF', () => {
  it('of 2,000 pages opens at the cited page, and draws only the pages near it', async () => {
    const pages = Array.from({ length: 2_000 }, (_, index) => ({
      texts: [{ text: `Machine ${index + 1} is checked by the crew of hall ${index % 7}.`, x: 60, y: 500 }],
    }));
    const id = await addFile('machines.pdf', makePdf(pages));
    await open(id, 'Machine 1234 is checked');
    await page.locator('section[aria-label="Page 1,234"][data-state=drawn]').waitFor();
    await page.locator('[data-box=passage]').waitFor();
    await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('1234');
    expect(await page.locator('canvas[aria-hidden]').count()).toBeLessThan(8);
    await expectAccessible(page);

    await page.getByLabel('Page', { exact: true }).fill('7');
    await page.keyboard.press('Enter');
    await page.locator('section[aria-label="Page 7"][data-state=drawn]').waitFor();

    const width = async () => (await page.locator('section[aria-label="Page 7"]').boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(width).toBeGreaterThan(before * 1.2);
    await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Fit to width' }).click();
    await expect.poll(width).toBeCloseTo(before, 0);

    await page.getByLabel('Find in text').fill('machine 1900 ');
    await page.getByText('1 of 1').waitFor();
    await page.locator('section[aria-label="Page 1,900"] [data-box=found]').first().waitFor();
  });

  it('that is damaged, or was not kept, says so', async () => {
    const id = await addFile('broken.pdf', '%PDF-1.7 and nothing else');
    await page.goto(`${live.baseUrl}/sources/${id}`);
    await page.getByText('This PDF is damaged').waitFor();
    await page.getByRole('link', { name: 'Download original' }).last().waitFor();
    await page.route('**/file', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await page.getByText('The file was not kept').waitFor();
    await page.unroute('**/file');
    complaints.length = 0;
  });

  it('whose file was replaced by another has none of the old marks', async () => {
    const pdf = (text: string) => makePdf([{ texts: [{ text, x: 60, y: 500 }] }]);
    const id = await addFile('plan.pdf', pdf('The first plan of the pier.'));
    await open(id, 'first plan');
    await page.locator('[data-box=passage]').waitFor();
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.7 nothing']), 'plan.pdf');
    await live.call('PATCH', `${api}/${id}`, form);
    await live.get(`${api}/${id}?wait=30`);
    await page.getByText("This is the new file, which couldn't be indexed.").waitFor();
    await expect.poll(() => page.locator('[data-box=passage]').count()).toBe(0);
  });
});

describe('a picture', () => {
  it('has the words marked that were cited', async () => {
    const id = await addFile('letter.png', scanFile('letter.png'));
    await vi.waitFor(
      async () => expect((await live.get(`${api}/${id}?wait=30`)).body.data.status).toBe('indexed'),
      { timeout: 120_000, interval: 1_000 },
    );
    await open(id, 'November');
    const box = page.locator('[data-box=passage]').first();
    await box.waitFor();
    const [mark, picture] = [await box.boundingBox(), await page.getByAltText('letter.png').boundingBox()];
    expect(mark?.x).toBeGreaterThan(picture?.x ?? 0);
    expect(mark?.y).toBeGreaterThan(picture?.y ?? 0);
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan((picture?.x ?? 0) + (picture?.width ?? 0));
    await expectAccessible(page);
  });

  it('that browsers cannot show is offered for download', async () => {
    const id = await addFile('letter.tif', scanFile('letter.tif'));
    await page.goto(`${live.baseUrl}/sources/${id}`);
    await page.getByText("Browsers can't show this kind of picture").waitFor({ timeout: 120_000 });
  });
});

describe('a document', () => {
  const GUIDE = `# Proxy

nginx passes requests on.

\`\`\`nginx
server {
  listen 443;

  proxy_read_timeout 90s;
}
\`\`\`

| Setting | Value |
| --- | --- |
| client_max_body_size | 85m |
| proxy_buffering | off |

- First point
- Second point
`;

  it('in Markdown has its headings, code without gaps, tables and lists', async () => {
    const id = await addFile('proxy.md', GUIDE);
    await open(id, 'proxy_read_timeout 90s;');
    await expect.poll(marked).toBe('proxy_read_timeout 90s;');
    await original().getByRole('heading', { name: 'Proxy' }).waitFor();
    await expect
      .poll(() => original().locator('pre').innerText())
      .toBe('server {\n  listen 443;\n\n  proxy_read_timeout 90s;\n}');
    expect(await styleOf(original().locator('pre'), 'fontFamily')).toContain('mono');
    await expect
      .poll(() => original().getByRole('columnheader').allTextContents())
      .toEqual(['Setting', 'Value']);
    await original().getByText('Second point').waitFor();
    await open(id, 'proxy_buffering');
    await expect.poll(marked).toBe('proxy_buffering off');
    await expectAccessible(page);
  });

  it('with 5,000 rows is a table that scrolls to the cited one', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Valve ${index},${index % 90} euros`);
    const id = await addFile('prices.csv', ['Item,Price', ...rows].join('\n'));
    await open(id, 'Valve 4321');
    await expect.poll(marked).toContain('Valve 4321');
    await expect.poll(() => original().locator('mark').first().isVisible()).toBe(true);
    expect(await original().getByRole('row').count()).toBeLessThan(1_000);
  });

  it('of program code is shown letter by letter', async () => {
    const code = 'import sys\n\n\ndef main(args):\n    for each in args:\n        print(each)\n';
    const id = await addFile('tool.py', code);
    await open(id, 'for each in args:');
    await expect.poll(() => original().locator('pre').innerText()).toBe(code.trimEnd());
    await expect.poll(marked).toBe('for each in args:');
  });

  it('of slides has each slide on a card', async () => {
    const slide = (text: string) =>
      `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
    const relation = (id: number, target: string, type: string) =>
      `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
    const relations = (inside: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
    const pptx = makeZip([
      {
        name: '[Content_Types].xml',
        data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
      },
      { name: '_rels/.rels', data: relations(relation(1, 'ppt/presentation.xml', 'officeDocument')) },
      {
        name: 'ppt/presentation.xml',
        data: '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>',
      },
      {
        name: 'ppt/_rels/presentation.xml.rels',
        data: relations(
          `${relation(1, 'slides/slide1.xml', 'slide')}${relation(2, 'slides/slide2.xml', 'slide')}`,
        ),
      },
      { name: 'ppt/slides/slide1.xml', data: slide('The harbour was dredged.') },
      { name: 'ppt/slides/slide2.xml', data: slide('The pier gets new lamps.') },
    ]);
    const id = await addFile('harbour.pptx', pptx);
    await open(id, 'new lamps');
    await original().getByRole('article', { name: 'Slide 2' }).getByText('new lamps').waitFor();
    await expect.poll(() => original().getByRole('article').count()).toBe(2);
  });

  it('in Arabic is read from right to left, in every view', async () => {
    const id = await addFile('سياسة.txt', 'سياسة الإجازات\n\nيحق لكل موظف ثلاثون يوما من الإجازة السنوية.\n');
    await open(id, 'ثلاثون');
    const direction = (words: string) =>
      styleOf(page.locator('[role=tabpanel] [dir=auto]', { hasText: words }).last(), 'direction');
    for (const view of ['Original', 'Text', 'Chunks']) {
      await page.getByRole('tab', { name: view }).click();
      await expect.poll(() => direction('يحق لكل موظف')).toBe('rtl');
    }
    await expect.poll(() => styleOf(page.getByRole('heading', { level: 1 }), 'direction')).toBe('rtl');
  });

  it('never runs or loads anything', async () => {
    const id = await addFile(
      'page.html',
      '<html><body><h1>Prices</h1><p>The valve costs 90 euros.</p><p>&lt;img src=x onerror="document.title=1"&gt; is an example.</p><img src="https://example.org/a.png" onerror="document.title=1"><script>document.title=1</script></body></html>',
    );
    await open(id, 'The valve costs');
    await original().getByText('<img src=x onerror="document.title=1"> is an example.').waitFor();
    expect(await original().locator('img, script, iframe, a').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
  });

  it('that is still indexed, or failed, says so', async () => {
    const id = await addFile('empty.docx', makeZip([{ name: 'nothing.txt', data: 'no document' }]));
    await page.goto(`${live.baseUrl}/sources/${id}`);
    await page.getByText("The document couldn't be read").waitFor();
    const { id: text } = await live.addText('Slow', 'A text that takes its time.');
    await page.route(`**${api}/${text}`, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      delete json.data.indexed_at;
      Object.assign(json.data, { status: 'processing', stage: 'parsing', progress: 0.4 });
      await route.fulfill({ response, json });
    });
    await page.goto(`${live.baseUrl}/sources/${text}`);
    await page.getByText('Still indexing').waitFor();
  });
});

describe('the original', () => {
  it('is shown without a complaint of the browser about its policy', () => {
    expect(complaints.filter((text) => /policy|refused/i.test(text))).toEqual([]);
  });
});
