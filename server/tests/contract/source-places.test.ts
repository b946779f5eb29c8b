import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { makePdf } from '../helpers/make-pdf.ts';
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

/** Where words of a source are. */
async function placesOf(id: string, words: string) {
  const { text } = (await live.get(`${SOURCES}/${id}/content`)).body.data;
  const start = text.indexOf(words);
  expect(start, `${words} in ${text}`).toBeGreaterThanOrEqual(0);
  const { status, body } = await live.get(
    `${SOURCES}/${id}/places?start=${start}&end=${start + words.length}`,
  );
  expect(status).toBe(200);
  return body.data;
}

const fixture = (path: string) => new Uint8Array(readFileSync(new URL(path, DOCUMENTS)));

describe('GET /v1/knowledge-base/sources/:id/places', () => {
  it('gives the boxes of a passage on the page of a PDF, with a link, also after a reindex', async () => {
    const texts = [{ text: 'The ferry leaves at nine.', x: 60, y: 700 }];
    const id = await upload(new Uint8Array(makePdf([{ texts: [] }, { texts }])), 'ferry.pdf');
    const expected = {
      source_id: id,
      pages: [{ page: 2, width: 595, height: 842, boxes: [{ x: 60, y: 134.5, height: 10 }] }],
      cells: [],
      link: `/sources/${id}?start=0&end=25`,
    };
    const places = await placesOf(id, 'The ferry leaves at nine.');
    expect(places).toMatchObject(expected);
    expect(places).not.toHaveProperty('ocr');
    expect(places.pages[0].boxes[0].width).toBeCloseTo(107.3, 1);
    await live.post(`${SOURCES}/${id}/reindex`);
    await live.get(`${SOURCES}/${id}?wait=30`);
    expect(await placesOf(id, 'The ferry leaves at nine.')).toMatchObject(expected);
  });

  it('gives the pages with their sizes when no passage is named', async () => {
    const id = await upload(fixture('pdf/rotated-pages.pdf'), 'rotated.pdf');
    const { pages, ...rest } = (await live.get(`${SOURCES}/${id}/places`)).body.data;
    expect(rest).toEqual({ source_id: id, cells: [] });
    expect(pages).toHaveLength(4);
    for (const page of pages) expect(page).toMatchObject({ boxes: [], width: expect.any(Number) });
  });

  it('names the cells of a spreadsheet and of a CSV file with empty lines', async () => {
    const csv = 'Ship,Oil,Crew\nAda,412,9\n\nBob,388,12\nCora,64,7\n';
    const id = await upload(csv, 'ships.csv');
    expect((await placesOf(id, 'Ship: Bob')).cells).toEqual([{ range: 'A4:C4' }]);
    const { text } = (await live.get(`${SOURCES}/${id}/content`)).body.data;
    expect((await placesOf(id, text)).cells).toEqual([{ range: 'A2:C5' }]);
    const workbook = await upload(fixture('xlsx/stock.xlsx'), 'stock.xlsx');
    const content = (await live.get(`${SOURCES}/${workbook}/content`)).body.data;
    const [sheet] = content.headings;
    const { cells } = await placesOf(workbook, content.text);
    expect(cells[0]).toEqual({ sheet: sheet.text, range: expect.stringMatching(/^[A-Z]+\d+:[A-Z]+\d+$/) });
    expect(cells).toHaveLength(content.headings.length);
  });

  it('names the slide of a presentation', async () => {
    const id = await upload(fixture('pptx/plan.pptx'), 'plan.pptx');
    const { text, pages } = (await live.get(`${SOURCES}/${id}/content`)).body.data;
    const { page, start } = pages[1];
    const words = text.slice(start, start + 5);
    const found = (await live.get(`${SOURCES}/${id}/places?start=${start}&end=${start + words.length}`)).body;
    expect(found.data.pages).toEqual([{ page, boxes: [] }]);
  });

  it('names the id before the passage in an HTML file, and the anchor of the heading in a Markdown file', async () => {
    const html =
      '<h1 id="top">Ferry</h1><p>It sails daily.</p><section id="prices"><h2>Prices</h2><p>Four euros.</p><p>Two for a child.</p></section><p>It returns at <span id="return">nine</span>.</p>';
    const page = await upload(html, 'ferry.html');
    expect((await placesOf(page, 'It sails')).anchor).toBe('top');
    expect((await placesOf(page, 'Two for')).anchor).toBe('prices');
    expect((await placesOf(page, 'It returns')).anchor).toBe('return');
    const markdown = '# Ferry\n\nDaily.\n\n## What’s *new*? (2026)\n\nA ship.\n\n## Ferry\n\nAnother one.';
    const notes = await upload(markdown, 'ferry.md');
    expect((await placesOf(notes, 'Daily')).anchor).toBe('ferry');
    expect((await placesOf(notes, 'A ship')).anchor).toBe('whats-new-2026');
    expect((await placesOf(notes, 'Another one')).anchor).toBe('ferry-1');
  });

  it('is empty for a text, and for a source that is not indexed', async () => {
    const { id } = await live.addText('Ferry', 'It sails daily.');
    expect((await live.get(`${SOURCES}/${id}/places?start=0&end=5`)).body.data).toEqual({
      source_id: id,
      pages: [],
      cells: [],
      link: `/sources/${id}?start=0&end=5`,
    });
  });

  it.each([
    ['start=5', 400, 'is required'],
    ['start=5&end=5', 422, 'must be greater than start'],
    ['start=0&end=20001', 422, 'must be at most 20000 greater than start'],
  ])('refuses ?%s', async (query, status, message) => {
    const { id } = await live.addText('Ferry', 'It sails daily.');
    const refused = await live.get(`${SOURCES}/${id}/places?${query}`);
    expectError(refused, status, 'end');
    expect(refused.body.error.message).toContain(message);
  });
});
