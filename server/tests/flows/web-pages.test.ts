import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { createClient, startTestService } from '../helpers/start-test-service.ts';
import { htmlPage, startTestSite } from '../helpers/test-site.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';
import {
  add,
  asked,
  contentOf,
  fetched,
  isFound,
  live,
  prepareWebPages,
  site,
  sites,
  sources,
  story,
} from './prepare-web-pages.ts';

prepareWebPages();

describe('a web page', () => {
  it("a page's main content is indexed under its title", async () => {
    const body = htmlPage({ title: 'The blue zeppelin', text: story('zeppelin') });
    site.set('/zeppelin', body);
    const before = Date.now();
    const source = await fetched(site.url('/zeppelin'), { tags: ['air'] });
    expect(source).toMatchObject({
      type: 'url',
      status: 'indexed',
      stage: 'done',
      progress: 1,
      url: site.url('/zeppelin'),
      tags: ['air'],
      mime_type: 'text/html',
      size_bytes: Buffer.byteLength(body),
      content_sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(Date.parse(source.fetched_at)).toBeGreaterThanOrEqual(before);
    for (const field of ['canonical_url', 'refresh_at', 'crawl_id', 'error', 'duplicate_of'])
      expect(source).not.toHaveProperty(field);
    const { text, title } = await contentOf(source.id);
    expect(title).toBe('The blue zeppelin');
    expect(text).toContain('painted by the lighthouse keeper');
    expect(text).not.toMatch(/Tickets and prices|Copyright|<p>/);
    const { results } = (await live.post('/v1/query', { query: 'Who painted the zeppelin?' })).body.data;
    expect(results[0]).toMatchObject({ source_id: source.id, tags: ['air'] });
    expect(await isFound(source.id, 'prices')).toBe(false);
  });

  it("a page is requested after robots.txt, with Footnote's user agent", async () => {
    const own = sites.take();
    own.set('/', htmlPage({ title: 'Home', text: story('door') }));
    await fetched(own.url());
    const [request] = own.requests();
    expect(request?.headers['user-agent']).toMatch(/^Footnote\/\d+\.\d+\.\d+\S* \(.*Footnote\)$/);
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(own.count('/robots.txt')).toBe(1);
    expect(own.requests().length).toBe(1);
  });

  it("canonical_url is the page's own canonical link", async () => {
    site.set(
      '/print?id=7',
      htmlPage({
        title: 'Seven',
        text: story('seventh'),
        head: '<link rel="canonical" href="/articles/seven">',
      }),
    );
    expect(await fetched(site.url('/print?id=7'))).toMatchObject({
      status: 'indexed',
      canonical_url: site.url('/articles/seven'),
    });
  });

  it.each<[string, string, string | Uint8Array, string, RegExp]>([
    ['plain text', 'text/plain', `${story('quagga')}`, 'text/plain', /quagga/],
    ['Markdown', 'text/markdown', `# Quagga\n\n${story('quagga')}`, 'text/markdown', /quagga/],
    ['a PDF', 'application/pdf', smallPdf('The quagga sleeps'), 'application/pdf', /quagga sleeps/],
    [
      'a PDF that is called HTML',
      'text/html',
      smallPdf('A hidden quagga'),
      'application/pdf',
      /hidden quagga/,
    ],
    [
      'a PDF of an unknown kind',
      'application/octet-stream',
      smallPdf('An unknown quagga'),
      'application/pdf',
      /unknown quagga/,
    ],
    ['HTML without a type', '', htmlPage({ title: 'Q', text: story('quagga') }), 'text/html', /quagga/],
  ])('may be %s', async (what, type, body, mimeType, words) => {
    const path = `/kinds/${encodeURIComponent(what)}`;
    site.set(path, { headers: { 'content-type': type }, body });
    const source = await fetched(site.url(path));
    expect(source).toMatchObject({ status: 'indexed', mime_type: mimeType });
    expect((await contentOf(source.id)).text).toMatch(words);
  });

  it('a page may be compressed', async () => {
    const body = gzipSync(htmlPage({ title: 'Zipped', text: story('zipper') }));
    site.set('/zipped', { headers: { 'content-encoding': 'gzip' }, body });
    const source = await fetched(site.url('/zipped'));
    expect(source.status).toBe('indexed');
    expect((await contentOf(source.id)).title).toBe('Zipped');
  });
});

const german = 'Der Wärter trägt Äpfel über die große Brücke und fährt später müde zurück nach Süden';
const japanese =
  '港の古い灯台は春に青く塗られ、多くの人が船でそれを見に来ました。市長は海と魚について長い話をしました。';

/** In ISO-8859-15 the sign for euros is a byte that other encodings read as another sign: nobody can guess it. */
const euros = 'Der Eintritt kostet 5 € für Erwachsene und 2 € für Kinder';

describe('the characters of a page', () => {
  const paragraph = (text: string, meta = ''): string =>
    `<!doctype html><html><head>${meta}<title>Seite</title></head><body><main><p>${`${text} `.repeat(6)}</p></main></body></html>`;
  it.each<[string, string, string, string, string]>([
    ['windows-1252, as the header says', 'text/html; charset=windows-1252', 'windows-1252', german, ''],
    ['windows-1252, as its head says', 'text/html', 'windows-1252', german, '<meta charset="windows-1252">'],
    ['ISO-8859-15, as the header says', 'text/html; charset="ISO-8859-15"', 'iso-8859-15', euros, ''],
    ['ISO-8859-15, as its head says', 'text/html', 'iso-8859-15', euros, '<meta charset=iso-8859-15>'],
    ['windows-1252, as its bytes say', 'text/html', 'windows-1252', german, ''],
    ['Shift_JIS, as the header says', 'text/html; charset=Shift_JIS', 'shift_jis', japanese, ''],
    [
      'Shift_JIS, as its head says',
      'text/html',
      'shift_jis',
      japanese,
      '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
    ],
    ['Shift_JIS, as its bytes say', 'text/html', 'shift_jis', japanese, ''],
    ['UTF-8 without any word of it', 'text/html', 'utf-8', japanese, ''],
    ['UTF-8 that the header calls windows-1252', 'text/html; charset=windows-1252', 'utf-8', japanese, ''],
  ])('are read from %s', async (what, type, encoding, text, meta) => {
    const path = `/charsets/${encodeURIComponent(what)}`;
    site.set(path, { headers: { 'content-type': type }, body: encode(paragraph(text, meta), encoding) });
    const source = await fetched(site.url(path));
    expect(source).toMatchObject({ status: 'indexed', mime_type: 'text/html' });
    expect((await contentOf(source.id)).text).toContain(text);
  });

  it.each<[string, string, string]>([
    ['ISO-8859-15', 'iso-8859-15', '5 €'],
    ['Shift_JIS', 'shift_jis', '灯台'],
    ['UTF-8, whatever the header says', 'utf-8', 'Маяк горит.'],
  ])(
    'are read as the header says from plain text that is too short to guess: %s',
    async (what, encoding, text) => {
      const path = `/short/${encodeURIComponent(what)}`;
      const charset = encoding === 'utf-8' ? 'windows-1251' : encoding;
      site.set(path, {
        headers: { 'content-type': `text/plain; charset=${charset}` },
        body: encode(text, encoding),
      });
      expect((await contentOf((await fetched(site.url(path))).id)).text).toBe(text);
    },
  );
});

describe('while a page is fetched', () => {
  it('deleting a source while its page is fetched ends the fetch for good', async () => {
    const { release } = site.hold('/slow', htmlPage({ title: 'Slow', text: story('marmalade') }));
    const { id } = await add(site.url('/slow'));
    await asked('/slow');
    expect((await live.get(`${sources}/${id}`)).body.data.stage).toBe('fetching');
    expect((await live.delete(`${sources}/${id}`)).status).toBe(204);
    release();
    expectError(await live.get(`${sources}/${id}`), 404);
    // A page that comes after it is indexed later than the deleted one would have been.
    site.set('/after', htmlPage({ title: 'After', text: story('jam') }));
    expect((await fetched(site.url('/after'))).status).toBe('indexed');
    expectError(await live.get(`${sources}/${id}`), 404);
    const { body } = await live.post('/v1/query', { query: 'marmalade', search_type: 'keyword' });
    expect(body.data.results).toEqual([]);
  });

  it('a stop during a fetch is immediate, and page and crawl continue after the next start', async () => {
    const own = await startTestSite();
    const dataDir = newDataDir();
    const settings = { URL_FETCH_ALLOW_HOSTS: own.host, DATA_DIR: dataDir };
    let service = await startTestService(settings);
    onTestFinished(async () => {
      await service.stop();
      await own.close();
      await removeDataDir(dataDir);
    });
    own.set('*', { hangs: 'before-headers' });
    const { key } = service.live;
    const page = (await service.live.post(sources, { type: 'url', name: 'Slow', url: own.url('/page') })).body
      .data;
    const crawl = (await service.live.post(`${sources}/crawl`, { url: own.url('/crawl') })).body.data;
    await expect.poll(() => own.requests().length).toBe(2);
    const startedAt = performance.now();
    await service.stop();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    own.set('*', ({ path }) => htmlPage({ title: path, text: story(path) }));
    service = await startTestService(settings);
    const client = createClient(service.live.baseUrl, key);
    expect((await client.get(`${sources}/${page.id}?wait=30`)).body.data).toMatchObject({
      status: 'indexed',
      chunk_count: 1,
    });
    await vi.waitFor(
      async () =>
        expect((await client.get(`/v1/knowledge-base/crawls/${crawl.id}`)).body.data).toMatchObject({
          status: 'completed',
          pages: { added: 1 },
        }),
      { timeout: 30_000, interval: 50 },
    );
  });
});

/** A PDF of one page with one line. */
function smallPdf(line: string): Uint8Array {
  const drawing = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

/** Text in an encoding that Node reads and does not write: every two bytes are tried for the characters they make. */
function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let first = 255; first >= 0; first--) {
    if (encoding === 'shift_jis' && first >= 0x81)
      for (let second = 0x40; second < 256; second++)
        bytesOf.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    bytesOf.set(decoder.decode(Uint8Array.of(first)), [first]);
  }
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}
