import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picturePdf } from '#ingestion/parse/image/picture-pdf.ts';
import { makeZip } from '../helpers/make-zip.ts';
import { LETTER, scanFile } from '../helpers/scan-files.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const sources = '/v1/knowledge-base/sources';
const fixture = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url))));

/** A scan of an empty sheet. */
const whitePdf = (): Uint8Array<ArrayBuffer> => {
  const pixels = { left: 0, top: 0, width: 30, height: 40, bitsPerComponent: 8, colorSpace: '/DeviceGray' };
  const bytes = new Uint8Array(30 * 40).fill(255);
  return new Uint8Array(
    picturePdf([{ width: 300, height: 400, columns: 30, rows: 40, pieces: [{ ...pixels, bytes }] }]),
  );
};

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

async function upload(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('type', 'document');
  form.set('name', name);
  form.set('file', new Blob([bytes]), name);
  const { status, body } = await test.live.call('POST', sources, form);
  expect(status).toBe(201);
  return (await test.live.get(`${sources}/${body.data.id}?wait=30`)).body.data;
}

const contentOf = async (id: string) => (await test.live.get(`${sources}/${id}/content`)).body.data;
const chunksOf = async (id: string) => (await test.live.get(`${sources}/${id}/chunks?limit=100`)).body.data;
const search = async (query: string, id: string) =>
  (await test.live.post('/v1/query', { query, source_ids: [id] })).body.data.results;

describe('a document', () => {
  it('is found by the words in a picture, which is read where it stands', async () => {
    const names =
      'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const bytes = makeZip([
      {
        name: 'word/document.xml',
        data: `<w:document ${names}><w:body><w:p><w:r><w:t>The notice as it hangs in the hall:</w:t></w:r></w:p><w:p><w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r></w:p></w:body></w:document>`,
      },
      {
        name: 'word/_rels/document.xml.rels',
        data: '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="http://x/image" Target="media/p.png"/></Relationships>',
      },
      { name: 'word/media/p.png', data: scanFile('letter.png') },
    ]);
    const source = await upload('notice.docx', new Uint8Array(bytes));
    expect(source).toMatchObject({ status: 'indexed' });
    const { text } = await contentOf(source.id);
    expect(text).toBe(['The notice as it hangs in the hall:', ...LETTER].join('\n\n'));
    const [, sentence = ''] = LETTER;
    expect(await search(sentence, source.id)).not.toEqual([]);
  });

  it.each([
    ['pdf/headers-footers.pdf', 'application/pdf', 'Annual report of the harbour board'],
    ['docx/handbuch.docx', 'wordprocessingml.document', 'Handbuch für die Küche'],
    ['pptx/review.pptx', 'presentationml.presentation', 'Quarterly review'],
    ['xlsx/stock.xlsx', 'spreadsheetml.sheet', 'Stock list'],
    ['odt/handbuch.odt', 'opendocument.text', undefined],
    ['epub/reise.epub', 'application/epub+zip', undefined],
    ['rtf/sklad.rtf', 'application/rtf', undefined],
    ['doc/handbuch.doc', 'application/msword', undefined],
    ['xls/umsatz.xls', 'application/vnd.ms-excel', undefined],
    ['ppt/hafenfest.ppt', 'application/vnd.ms-powerpoint', undefined],
    ['ods/stock.ods', 'opendocument.spreadsheet', undefined],
    ['odp/hafenfest.odp', 'opendocument.presentation', undefined],
  ])('%s is indexed, with its kind and its title', async (path, mimeType, title) => {
    const source = await upload(path.split('/')[1] ?? '', fixture(`documents/${path}`));
    expect(source).toMatchObject({ status: 'indexed', stage: 'done', progress: 1 });
    expect(source.mime_type).toContain(mimeType);
    const content = await contentOf(source.id);
    if (title) expect(content.title).toBe(title);
    const chunks = await chunksOf(source.id);
    expect(chunks.length).toBe(source.chunk_count);
    for (const chunk of chunks) expect(content.text.slice(chunk.start, chunk.end)).toBe(chunk.text);
  });

  it('each chunk and search result has its page and heading', async () => {
    const { id } = await upload('report.pdf', fixture('documents/pdf/headers-footers.pdf'));
    const { pages, headings } = await contentOf(id);
    expect(pages.map(({ page }: { page: number }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
    const startOfPage = (page: number): number => pages[page - 1]?.start ?? Number.POSITIVE_INFINITY;
    const chunks = await chunksOf(id);
    for (const chunk of chunks) {
      // The page of its first new sentence: it may begin with one repeated from the page before.
      expect(chunk.end).toBeGreaterThan(startOfPage(chunk.page));
      expect(chunk.start).toBeLessThan(startOfPage(chunk.page + 1));
      const above = headings.findLast(({ start }: { start: number }) => start <= chunk.start);
      expect(chunk.heading).toContain(above?.text);
    }
    const [hit] = await search('Chapter 2: The fleet', id);
    expect(hit).toMatchObject({ page: 2, heading: expect.stringContaining('The fleet') });
  });

  it('each row of a table keeps its column names', async () => {
    const { id } = await upload('stock.xlsx', fixture('documents/xlsx/stock.xlsx'));
    const [hit] = await search('What does the gadget cost?', id);
    expect(hit.text).toContain('Item: Gadget | Price: 19.99');
  });

  it('a mail is found by the words of its attachments, below its subject', async () => {
    const mail = [
      'From: ada@mail.example\nTo: bob@mail.example\nSubject: Prices of spring\nDate: Tue, 3 Nov 2026 14:05:00 +0100',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee the list.',
      `--b\nContent-Type: application/octet-stream; name=stock.xlsx\nContent-Transfer-Encoding: base64\n\n${Buffer.from(fixture('documents/xlsx/stock.xlsx')).toString('base64')}\n--b--\n`,
    ].join('\n');
    const { id, mime_type } = await upload('spring.eml', new Uint8Array(Buffer.from(mail)));
    expect(mime_type).toBe('message/rfc822');
    expect((await contentOf(id)).title).toBe('Prices of spring');
    const [hit] = await search('What does the gadget cost?', id);
    expect(hit.text).toContain('Item: Gadget | Price: 19.99');
    expect(hit.heading).toMatch(/^Prices of spring .+ stock\.xlsx/);
  });

  it('slides count as pages', async () => {
    const { id } = await upload('review.pptx', fixture('documents/pptx/review.pptx'));
    const { pages } = await contentOf(id);
    expect(pages.map(({ page }: { page: number }) => page)).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['encrypted_file', 'secret.pdf', fixture('damaged/pdf/user-password.pdf'), /password/],
    ['no_text', 'scan.pdf', whitePdf(), /1 page.*OCR found no text/],
    ['too_many_pages', 'long.pdf', fixture('damaged/pdf/too-many-pages.pdf'), /2,?000/],
    ['unreadable_file', 'cut.pdf', fixture('damaged/pdf/cut-short.pdf'), /damaged|cut|read/],
    [
      'too_large',
      'bomb.docx',
      new Uint8Array(
        makeZip([
          { name: '[Content_Types].xml', data: '<Types/>' },
          { name: 'word/document.xml', data: `<w:document>${' '.repeat(20_000_000)}</w:document>` },
        ]),
      ),
      /100|times|expand/,
    ],
    ['encrypted_file', 'locked.docx', lockedDocx(), /password|encrypted/],
    [
      'unsupported_format',
      'key.pem',
      new Uint8Array(Buffer.from('-----BEGIN PRIVATE KEY-----\nMIIEow\n-----END PRIVATE KEY-----\n')),
      /no words to search/,
    ],
  ])('that ends failed with %s says so in a sentence', async (code, name, bytes, words) => {
    const { status, chunk_count, error } = await upload(name, bytes);
    expect({ status, chunk_count, code: error.code }).toEqual({ status: 'failed', chunk_count: 0, code });
    expect(error.message).toMatch(words);
    expect(error.message).toMatch(/^[^\n]{20,300}\.$/);
    expect(error).toMatchObject({ stage: 'parsing', retryable: false });
  });

  it('a document can be replaced by another format, and the old one answers until then', async () => {
    const { id } = await upload('stock.xlsx', fixture('documents/xlsx/stock.xlsx'));
    const form = new FormData();
    form.set('file', new Blob([fixture('documents/pdf/table.pdf')]), 'table.pdf');
    expect((await test.live.call('PATCH', `${sources}/${id}`, form)).status).toBe(200);
    const source = (await test.live.get(`${sources}/${id}?wait=30`)).body.data;
    expect(source).toMatchObject({ status: 'indexed', mime_type: 'application/pdf', file_name: 'table.pdf' });
    expect((await contentOf(id)).text).not.toContain('Gadget');
  });
});

function lockedDocx(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    makeZip([
      { name: '[Content_Types].xml', data: '<Types/>', flags: 1 },
      { name: 'word/document.xml', data: '<w:document/>', flags: 1 },
    ]),
  );
}
