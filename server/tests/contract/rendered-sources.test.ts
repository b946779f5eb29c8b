import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { uploadDocument } from '../helpers/upload-document.ts';

const SOURCES = '/v1/knowledge-base/sources';
const DOCUMENTS = new URL('../fixtures/documents/', import.meta.url);

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

const upload = (bytes: string | Uint8Array<ArrayBuffer>, name: string) => uploadDocument(live, bytes, name);
const rendered = async (id: string, query = ''): Promise<string> => {
  const { status, body, headers } = await live.get(`${SOURCES}/${id}/render${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return body;
};
const contentOf = async (id: string) => (await live.get(`${SOURCES}/${id}/content`)).body.data;

/** The letters that a reader sees in the blocks, without white space. */
const lettersOf = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '');

describe('GET /v1/knowledge-base/sources/:id/render', () => {
  it('shows headings, lists, tables and code as such, with their places in the text', async () => {
    const markdown = [
      '# Ferry',
      'It sails\nevery day.',
      'Bring:',
      '- a ticket\n- a coat',
      '```\nferry --book\n```',
      'It returns at 9.',
    ].join('\n\n');
    const id = await upload(markdown, 'ferry.md');
    const html = await rendered(id);
    const { text } = await contentOf(id);
    const blocks = [...html.matchAll(/<(\w+) data-start="(\d+)" data-end="(\d+)">/g)].map(
      ([, name, start, end]) => [name, text.slice(Number(start), Number(end)).trim()],
    );
    expect(blocks).toEqual([
      ['h1', expect.stringContaining('Ferry')],
      ['p', 'It sails every day.'],
      ['p', 'Bring:'],
      ['li', expect.stringContaining('a ticket')],
      ['li', expect.stringContaining('a coat')],
      ['pre', expect.stringContaining('ferry --book')],
      ['p', 'It returns at 9.'],
    ]);
    expect(lettersOf(html)).toBe(text.replace(/\s/g, ''));
  });

  it('draws a table with its column names above', async () => {
    const id = await upload('Name,Price\nWidget,3\nGadget,\nGizmo: large,5\n', 'prices.csv');
    const table = (await rendered(id)).match(/<table>[\s\S]*<\/table>/)?.[0];
    expect(table?.replace(/ data-\w+="\d+"/g, '').replace(/\n/g, '')).toBe(
      '<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody>' +
        '<tr><td>Widget</td><td>3</td></tr><tr><td>Gadget</td><td></td></tr><tr><td>Gizmo: large</td><td>5</td></tr>' +
        '</tbody></table>',
    );
  });

  it('keeps code in one block, with its empty lines', async () => {
    const id = await upload('Run:\n\n```sh\nferry --book\n\nferry --pay\n```\n\nDone.', 'run.md');
    const blocks = (await rendered(id)).match(/<pre[\s\S]*?<\/pre>/g) ?? [];
    expect(blocks.map((block) => block.replace(/<[^<>]*>/g, ''))).toEqual(['ferry --book\n\nferry --pay']);
  });

  it('names the pages of a document', async () => {
    const id = await upload(readFileSync(new URL('pptx/review.pptx', DOCUMENTS)), 'review.pptx');
    const { pages } = await contentOf(id);
    const html = await rendered(id);
    expect([...html.matchAll(/<section id="page-(\d+)">/g)].map(([, page]) => Number(page))).toEqual(
      pages.map(({ page }: { page: number }) => page),
    );
    expect(pages.length).toBeGreaterThan(1);
    expect(html.split('<section').length).toBe(html.split('</section>').length);
  });

  it('marks a passage, also across blocks', async () => {
    const id = await upload('The pier is long.\n\nIt was built in 1850.', 'pier.txt');
    expect(await rendered(id, '?start=4&end=25')).toMatch(
      /<p [^>]*>The <mark id="passage">pier is long\.<\/mark><\/p>\n<p [^>]*><mark>It was<\/mark> built in 1850\.<\/p>/,
    );
  });

  it('shows markup of the text as text, and may run and load nothing', async () => {
    const hostile = '<script>alert(1)</script> & <img src=x onerror="alert(2)"> \'quoted\'';
    const { id } = await live.addText('<b>Name</b>', hostile);
    const { body, headers } = await live.get(`${SOURCES}/${id}/render?start=1&end=20`);
    expect(body).not.toMatch(/<(?:script|img|b>)/);
    expect(lettersOf(body)).toBe(hostile.replace(/\s/g, ''));
    expect(headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  });

  it('is 404 before there is a text, and an error for half a passage or one of nothing', async () => {
    const { id } = (await live.post(SOURCES, { type: 'url', name: 'Gone', url: 'http://127.0.0.1:1/' })).body
      .data;
    expectError(await live.get(`${SOURCES}/${id}/render`), 404);
    const text = await live.addText('Pier', 'The pier is long.');
    expectError(await live.get(`${SOURCES}/${text.id}/render?start=4`), 400, 'end');
    expectError(await live.get(`${SOURCES}/${text.id}/render?start=4&end=4`), 422, 'end');
    expectError(await live.get(`${SOURCES}/${text.id}/render?start=-1&end=4`), 422, 'start');
    // Beyond the text there is nothing to mark.
    expect(await rendered(text.id, '?start=900&end=901')).not.toContain('<mark');
  });
});
