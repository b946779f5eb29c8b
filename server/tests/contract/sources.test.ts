import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { wrongFields } from '../named-cases.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../start-test-service.ts';
import { startTestSite, type TestSite } from '../test-site.ts';

let site: TestSite;
let test: TestService;
let live: Client;
beforeAll(async () => {
  site = await startTestSite();
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: site.host });
  live = test.live;
});
afterAll(async () => {
  await test.stop();
  await site.close();
});

const sources = '/v1/knowledge-base/sources';
const modes = ['semantic', 'keyword', 'hybrid'];
const kettle =
  'The copper kettle of the lighthouse keeper whistles at four every afternoon, when the ferry is in sight.';

type Fields = Record<string, string | string[] | Blob>;
const form = (fields: Fields, fileName = 'notes.txt'): FormData => {
  const data = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) {
      if (value instanceof Blob) data.append(name, value, fileName);
      else data.append(name, value);
    }
  return data;
};
const upload = async (
  bytes: string | Uint8Array<ArrayBuffer>,
  fileName = 'notes.txt',
  fields: Fields = {},
) => {
  const file = new Blob([bytes]);
  const added = await live.post(
    sources,
    form({ type: 'document', name: fileName, ...fields, file }, fileName),
  );
  expect(added.status).toBe(201);
  return await settled(added.body.data.id);
};
const settled = async (id: string) => (await live.get(`${sources}/${id}?wait=30`)).body.data;
const contentOf = async (id: string) => (await live.get(`${sources}/${id}/content`)).body.data.text;
const hits = async (
  query: string,
  more: Record<string, unknown> = {},
): Promise<{ source_id: string; text: string }[]> =>
  (await live.post('/v1/query', { query, limit: 20, ...more })).body.data.results;

describe('POST /v1/knowledge-base/sources', () => {
  it('201 with the source processing, and its address', async () => {
    const { status, body, headers } = await live.post(sources, {
      type: 'text',
      name: 'Kettle',
      content: kettle,
      tags: ['tea', 'tea', 'sea'],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${sources}/${body.data.id}`);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^src_[0-9a-z]+$/),
      type: 'text',
      name: 'Kettle',
      status: 'processing',
      created_at: expect.any(String),
      knowledge_base_id: await defaultKnowledgeBase(live),
      tags: ['tea', 'sea'],
      mime_type: 'text/plain',
      size_bytes: Buffer.byteLength(kettle),
      content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      stage: 'queued',
      progress: 0,
      chunk_count: 0,
      updated_at: body.data.created_at,
    });
    expect(await settled(body.data.id)).toEqual({
      ...body.data,
      status: 'indexed',
      stage: 'done',
      progress: 1,
      chunk_count: 1,
      updated_at: expect.any(String),
      indexed_at: expect.any(String),
    });
  });

  it.each([['type'], ['name'], ['content']])('400 when %s of a text is missing', async (field) => {
    expectError(
      await live.post(sources, { type: 'text', name: 'A', content: 'B', [field]: undefined }),
      400,
      field,
    );
  });

  it('400 when the url of a url or the file of a document is missing', async () => {
    expectError(await live.post(sources, { type: 'url', name: 'A' }), 400, 'url');
    expectError(await live.post(sources, { type: 'document', name: 'A' }), 400, 'file');
    expectError(await live.post(sources, form({ type: 'document', name: 'A' })), 400, 'file');
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['type is another word', 'type', { type: 'pdf' }],
    ['content is blank', 'content', { content: ' \n' }],
    ['content is a number', 'content', { content: 5 }],
    ['content has 5,000,001 characters', 'content', { content: 'a'.repeat(5_000_001) }],
    ['a text has a url too', 'url', { url: 'https://example.com' }],
    ['a url has content too', 'content', { type: 'url', url: 'https://example.com' }],
    ['a url has another scheme', 'url', { type: 'url', content: undefined, url: 'ftp://example.com/a' }],
    [
      'a url carries a password',
      'url',
      { type: 'url', content: undefined, url: 'https://me:secret@example.com/' },
    ],
    [
      'a url has 2,049 characters',
      'url',
      { type: 'url', content: undefined, url: `http://a/${'a'.repeat(2_040)}` },
    ],
    ['a url is none', 'url', { type: 'url', content: undefined, url: 'example.com' }],
    ['tags is one string', 'tags', { tags: 'tea' }],
    ['a tag is blank', 'tags[1]', { tags: ['tea', ''] }],
    ['a tag has 65 characters', 'tags[0]', { tags: ['a'.repeat(65)] }],
    ['there are 33 tags', 'tags', { tags: Array.from({ length: 33 }, (_, index) => `${index}`) }],
    [
      'the knowledge base is unknown',
      'knowledge_base_id',
      { knowledge_base_id: 'kb_0000000000000000000000000' },
    ],
    ['a field is misspelt', 'tag', { tag: ['tea'] }],
  ])('422 when %s, and nothing is added', async (_, field, wrong) => {
    const before = (await live.get(`${sources}?limit=100`)).body.data.length;
    expectError(await live.post(sources, { type: 'text', name: 'A', content: 'B', ...wrong }), 422, field);
    expect((await live.get(`${sources}?limit=100`)).body.data.length).toBe(before);
  });

  it('goes to the knowledge base that is named', async () => {
    const id = (await live.post('/v1/knowledge-bases', { name: 'Boats' })).body.data.id;
    const source = await live.addText('Boat', 'The ferry is painted green.', { knowledge_base_id: id });
    expect(source.knowledge_base_id).toBe(id);
    expect((await live.get(`/v1/knowledge-bases/${id}`)).body.data.source_count).toBe(1);
  });

  it.each(['\u200b \u200b', '— — —'])(
    'is failed or indexed, never indexed with nothing, for the text %j',
    async (content) => {
      const source = await live.addText('Odd', content);
      if (source.status === 'indexed') expect(source.chunk_count).toBeGreaterThan(0);
      else expect(source).toMatchObject({ status: 'failed', error: { code: 'no_text', retryable: false } });
    },
  );

  it.each(['ID3 tags name', 'RIFF is', 'GIF89a was', '%PDF-1.7 begins'])(
    'reads a text that begins with "%s"',
    async (start) => {
      expect(await live.addText('Formats', `${start} a file format of the past.`)).toMatchObject({
        status: 'indexed',
      });
    },
  );

  it('a url that leads into this machine ends failed with fetch_blocked', async () => {
    const { body } = await live.post(sources, { type: 'url', name: 'Page', url: 'http://127.0.0.1/a b' });
    expect(body.data).toMatchObject({ type: 'url', url: 'http://127.0.0.1/a%20b' });
    expect(await settled(body.data.id)).toMatchObject({
      status: 'failed',
      chunk_count: 0,
      error: { code: 'fetch_blocked', message: expect.any(String), stage: 'fetching', retryable: false },
    });
  });
});

const german =
  'Der Wärter trägt Äpfel über die große Brücke; später fährt das müde Schiff zurück nach Süden. '.repeat(5);
const russian =
  'Смотритель маяка поднимается по лестнице и зажигает большую лампу над холодным морем. '.repeat(5);
const windows1251 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0)));
const utf16be = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());

describe('POST /v1/knowledge-base/sources as multipart/form-data', () => {
  it.each<[string, string, Uint8Array<ArrayBuffer>]>([
    ['UTF-8', german, new Uint8Array(Buffer.from(german))],
    ['UTF-8 with a byte order mark', german, new Uint8Array(Buffer.from(`\ufeff${german}`))],
    ['UTF-16 LE with a byte order mark', german, new Uint8Array(Buffer.from(`\ufeff${german}`, 'utf16le'))],
    ['UTF-16 LE without one', german, new Uint8Array(Buffer.from(german, 'utf16le'))],
    ['UTF-16 BE', german, utf16be(german)],
    ['Windows-1252', german, new Uint8Array(Buffer.from(german, 'latin1'))],
    ['Windows-1251', russian, windows1251(russian)],
  ])('reads a TXT in %s', async (_, text, bytes) => {
    const source = await upload(bytes);
    expect(source).toMatchObject({
      status: 'indexed',
      type: 'document',
      file_name: 'notes.txt',
      size_bytes: bytes.length,
    });
    expect((await contentOf(source.id)).trim()).toBe(text.trim());
  });

  it.each<[string, Fields]>([
    ['a repeated field', { tags: ['tea', 'sea'] }],
    ['tags[]', { 'tags[]': ['tea', 'sea'] }],
    ['one JSON array', { tags: '["tea", "sea"]' }],
    ['a JSON array and a field', { tags: ['["tea"]', 'sea'] }],
  ])('takes tags as %s', async (_, fields) => {
    expect((await upload(kettle, 'a.txt', fields)).tags).toEqual(['tea', 'sea']);
  });

  it('is tolerated for a text and a url', async () => {
    const text = await live.post(sources, form({ type: 'text', name: 'A', content: kettle, tags: 'tea' }));
    expect([text.status, text.body.data.tags]).toEqual([201, ['tea']]);
    expect((await settled(text.body.data.id)).status).toBe('indexed');
    const url = await live.post(sources, form({ type: 'url', name: 'A', url: 'http://127.0.0.1/' }));
    expect([url.status, url.body.data.url]).toEqual([201, 'http://127.0.0.1/']);
  });

  it.each<[string, string, string, string]>([
    ['a broken PDF', '%PDF-1.7\n1 0 obj\n', 'file.pdf', 'unreadable_file'],
    ['a broken PDF that says it is TXT', '%PDF-1.4\n', 'file.txt', 'unreadable_file'],
    ['a broken ZIP', 'PK\u0003\u0004 and more', 'file.docx', 'unreadable_file'],
    ['a picture that says it is TXT', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'file.txt', 'unsupported_format'],
    ['a text that says it is a PDF', 'Only words.', 'file.pdf', 'unsupported_format'],
    ['a web page that says it is a DOCX', '<!doctype html><p>Words.', 'file.docx', 'unsupported_format'],
  ])('%s ends failed with a reason', async (_, bytes, name, code) => {
    expect(await upload(bytes, name)).toMatchObject({
      status: 'failed',
      error: { code, message: expect.stringMatching(/^[A-Z].*\.$/i), stage: 'parsing', retryable: false },
    });
  });

  it('an empty file ends failed with no_text', async () => {
    expect(await upload('', 'empty.txt')).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\notes.txt', 'notes.txt'],
    ['résumé 你好.txt', 'résumé 你好.txt'],
  ])('keeps of the file name %j its last part alone', async (given, kept) => {
    expect((await upload(kettle, given)).file_name).toBe(kept);
  });

  it.each<[number, string, Fields]>([
    [400, 'name', { type: 'document' }],
    [400, 'type', { name: 'A' }],
    [422, 'name', { type: 'document', name: ['A', 'B'] }],
    [422, 'colour', { type: 'document', name: 'A', colour: 'red' }],
    [422, 'tags', { type: 'document', name: 'A', tags: '["tea"' }],
    [422, 'tags[0]', { type: 'document', name: 'A', tags: '[1]' }],
    [422, 'document', { type: 'document', name: 'A', document: new Blob(['x']) }],
    [422, 'file', { type: 'document', name: 'A', file: [new Blob(['x']), new Blob(['y'])] as never }],
    [422, 'file', { type: 'text', name: 'A', content: 'B', file: new Blob(['x']) }],
    [422, 'content', { type: 'document', name: 'A', content: 'B', file: new Blob(['x']) }],
  ])('%i naming %s for %j', async (status, field, fields) => {
    const file =
      fields['document'] || fields['file'] || fields['type'] === 'text' ? {} : { file: new Blob(['x']) };
    expectError(await live.post(sources, form({ ...fields, ...file })), status, field);
  });
});

describe('GET /v1/knowledge-base/sources', () => {
  it('filters by status, tag and knowledge base, newest first', async () => {
    const id = (await live.post('/v1/knowledge-bases', { name: 'Filter' })).body.data.id;
    const more = { knowledge_base_id: id };
    const first = await live.addText('First', kettle, { ...more, tags: ['red', 'blue'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await live.addText('Second', kettle, { ...more, tags: ['blue'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const failed = await settled(
      (await live.post(sources, { type: 'url', name: 'Third', url: 'http://127.0.0.1:1/', ...more })).body
        .data.id,
    );
    const ids = async (query: string) =>
      (await live.get(`${sources}?knowledge_base_ids=${id}${query}`)).body.data.map(
        (source: { id: string }) => source.id,
      );
    expect(await ids('')).toEqual([failed.id, second.id, first.id]);
    expect(await ids('&status=failed')).toEqual([failed.id]);
    expect(await ids('&status=indexed')).toEqual([second.id, first.id]);
    expect(await ids('&status=processing')).toEqual([]);
    expect(await ids('&tags=red')).toEqual([first.id]);
    expect(await ids('&tags=red&tags=blue')).toEqual([second.id, first.id]);
    expect(await ids('&tags=green')).toEqual([]);
  });

  it.each([
    ['status', 'status=done'],
    ['knowledge_base_ids', 'knowledge_base_ids=src_1'],
    ['tag', 'tag=tea'],
    ['tags', 'tags='],
  ])('422 naming %s for ?%s', async (field, query) => {
    const { body, ...answer } = await live.get(`${sources}?${query}`);
    expectError({ body, ...answer }, 422);
    expect(body.error.message).toContain(field);
  });
});

describe('GET /v1/knowledge-base/sources/:id', () => {
  it('waits with ?wait until the source is settled, and no longer', async () => {
    const { id } = (await live.post(sources, { type: 'text', name: 'Long', content: kettle.repeat(3_000) }))
      .body.data;
    const source = await settled(id);
    expect(source.status).toBe('indexed');
    const started = Date.now();
    expect((await live.get(`${sources}/${id}?wait=30`)).body.data).toEqual(source);
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('answers a wait at its end with the source still processing', async () => {
    const { url, release } = site.hold('/slow');
    const { id } = (await live.post(sources, { type: 'url', name: 'Slow', url })).body.data;
    const { status, body } = await live.get(`${sources}/${id}?wait=0.1`);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    release();
    await live.delete(`${sources}/${id}`);
  });

  it('404 to a wait when the source is deleted meanwhile', async () => {
    const { url, release } = site.hold('/slow');
    const { id } = (await live.post(sources, { type: 'url', name: 'Slow', url })).body.data;
    const waiting = live.get(`${sources}/${id}?wait=30`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await live.delete(`${sources}/${id}`)).status).toBe(204);
    expectError(await waiting, 404);
    release();
  });

  it.each(['61', '-1', 'abc'])('422 for ?wait=%s', async (wait) => {
    const { id } = await live.addText('A', kettle);
    expectError(await live.get(`${sources}/${id}?wait=${wait}`), 422, 'wait');
  });

  it.each(['src_0000000000000000000000000', 'kb_1', 'x'])('404 for %s', async (id) => {
    expectError(await live.get(`${sources}/${id}`), 404);
  });
});

describe('GET /v1/knowledge-base/sources/:id/content and /chunks', () => {
  it('returns the text, its headings, and chunks that are slices of it', async () => {
    const text = `# Lighthouse\n\n${kettle.repeat(20)}\n\n## Ferry\n\n${kettle.repeat(20)}`;
    const { id, chunk_count } = await live.addText('Guide', text);
    const { text: stored, headings } = (await live.get(`${sources}/${id}/content`)).body.data;
    expect(stored).toBe(text);
    expect(headings.map((heading: { text: string; level: number }) => heading.level)).toEqual([1, 2]);
    const chunks = (await live.get(`${sources}/${id}/chunks?limit=100`)).body.data;
    expect(chunks.map((chunk: { position: number }) => chunk.position)).toEqual(
      Array.from({ length: chunk_count }, (_, index) => index),
    );
    for (const { start, end, text: slice, id: chunkId } of chunks) {
      expect(stored.slice(start, end)).toBe(slice);
      expect(chunkId).toMatch(/^chunk_/);
    }
  });

  it('is empty for a source without text', async () => {
    const { id } = await settled(
      (await live.post(sources, { type: 'url', name: 'P', url: 'http://127.0.0.1:1/' })).body.data.id,
    );
    expect(await contentOf(id)).toBe('');
    expect((await live.get(`${sources}/${id}/chunks`)).body.data).toEqual([]);
  });

  it.each(['content', 'chunks', 'reindex'])('404 for %s of an unknown source', async (part) => {
    const path = `${sources}/src_0000000000000000000000000/${part}`;
    expectError(await live.call(part === 'reindex' ? 'POST' : 'GET', path), 404);
  });
});

describe('PATCH /v1/knowledge-base/sources/:id', () => {
  it('changes name and tags without indexing again', async () => {
    const before = await live.addText('Old', kettle, { tags: ['old'] });
    const { status, body } = await live.patch(`${sources}/${before.id}`, { name: 'New', tags: [] });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, name: 'New', tags: [], updated_at: expect.any(String) });
    expect((await hits(kettle, { source_ids: [before.id] }))[0]).toMatchObject({
      source_name: 'New',
      tags: [],
    });
    expect(await hits(kettle, { tags: ['old'], source_ids: [before.id] })).toEqual([]);
  });

  it('new content swaps in at once, and the old answers until then', async () => {
    const filler = 'Nothing of note happened on this long and quiet day at the coast. '.repeat(20_000);
    const { id } = await live.addText('Log', `The zeppelin landed.\n\n${filler}`);
    const find = async () =>
      (await hits('zeppelin quagga', { source_ids: [id], search_type: 'keyword' })).map(
        ({ text }) => /zeppelin|quagga/.exec(text)?.[0],
      );
    const { body } = await live.patch(`${sources}/${id}`, { content: `The quagga grazed.\n\n${filler}` });
    expect(body.data.status).toBe('processing');
    const seen: string[] = [];
    for (let status = 'processing'; status === 'processing'; ) {
      seen.push((await find()).join());
      status = (await live.get(`${sources}/${id}`)).body.data.status;
    }
    seen.push((await find()).join());
    expect(seen[0]).toBe('zeppelin');
    expect(seen.at(-1)).toBe('quagga');
    expect([...new Set(seen)]).toEqual(['zeppelin', 'quagga']);
    expect(await contentOf(id)).toContain('quagga');
  });

  it('the last of several changes at once wins', async () => {
    const { id } = await live.addText('Log', kettle);
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm'];
    for (const word of words)
      await live.patch(`${sources}/${id}`, { content: `A ${word} grows at the gate.` });
    expect((await settled(id)).status).toBe('indexed');
    expect(await contentOf(id)).toBe('A elm grows at the gate.');
    for (const word of words)
      expect((await hits(word, { search_type: 'keyword', source_ids: [id] })).length).toBe(
        word === 'elm' ? 1 : 0,
      );
  });

  it('a change that fails leaves the old content answering, and says so', async () => {
    const { id } = await upload(kettle);
    await live.call('PATCH', `${sources}/${id}`, form({ file: new Blob(['%PDF-1.7']) }, 'new.pdf'));
    expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'unreadable_file' } });
    expect((await hits('copper kettle', { source_ids: [id] }))[0]?.text).toBe(kettle);
    expect(await contentOf(id)).toBe(kettle);
  });

  it('a document takes a new file, a url a new url', async () => {
    const document = await upload(kettle);
    const changed = await live.call(
      'PATCH',
      `${sources}/${document.id}`,
      form({ file: new Blob(['A new ferry timetable.']) }, 'b.txt'),
    );
    expect(changed.body.data).toMatchObject({ status: 'processing', file_name: 'b.txt' });
    await settled(document.id);
    expect(await contentOf(document.id)).toBe('A new ferry timetable.');
    const url = (await live.post(sources, { type: 'url', name: 'P', url: 'http://127.0.0.1:1/' })).body.data;
    expect(
      (await live.patch(`${sources}/${url.id}`, { url: 'http://127.0.0.1:2/' })).body.data,
    ).toMatchObject({
      url: 'http://127.0.0.1:2/',
    });
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['url', { url: 'http://127.0.0.1:1/' }],
      ['name', { name: '' }],
      ['content', { content: '' }],
      ['content', { content: null }],
      ['type', { type: 'url' }],
      ['status', { status: 'indexed' }],
      ['knowledge_base_id', { knowledge_base_id: 'kb_1' }],
      ['tags', { tags: null }],
    ]),
  )('422 naming $field for $wrong, and nothing changes', async ({ field, wrong: change }) => {
    const before = await live.addText('A', kettle);
    expectError(await live.patch(`${sources}/${before.id}`, { tags: ['new'], ...change }), 422, field);
    expect((await live.get(`${sources}/${before.id}`)).body.data).toEqual(before);
  });
});

describe('POST /v1/knowledge-base/sources/:id/reindex', () => {
  it('indexes the stored content again and keeps what it finds', async () => {
    const before = await live.addText('A', kettle);
    const { status, body } = await live.post(`${sources}/${before.id}/reindex`);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    expect(await settled(before.id)).toMatchObject({
      status: 'indexed',
      chunk_count: before.chunk_count,
      content_sha256: before.content_sha256,
    });
    expect((await hits('copper kettle', { source_ids: [before.id] })).length).toBe(1);
  });

  it('takes a failed source out of failed', async () => {
    const { id } = await upload('%PDF-1.7');
    const { body } = await live.post(`${sources}/${id}/reindex`);
    expect(body.data).toMatchObject({ status: 'processing' });
    expect(body.data.error).toBeUndefined();
    expect((await settled(id)).status).toBe('failed');
  });

  it('needs no body, and takes an empty one with a content type', async () => {
    const { id } = await live.addText('A', kettle);
    const { status } = await live.call('POST', `${sources}/${id}/reindex`, undefined, {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
  });
});

describe('DELETE /v1/knowledge-base/sources/:id', () => {
  it.each(modes)('204, and %s search finds it no more', async (search_type) => {
    const { id } = await live.addText('Piano', 'The mayor plays the piano in the town hall on Sundays.');
    expect((await hits('mayor plays piano', { search_type })).map((hit) => hit.source_id)).toContain(id);
    const { status, body } = await live.delete(`${sources}/${id}`);
    expect([status, body]).toEqual([204, undefined]);
    expect((await hits('mayor plays piano', { search_type })).map((hit) => hit.source_id)).not.toContain(id);
    for (const part of ['', '/content', '/chunks'])
      expectError(await live.get(`${sources}/${id}${part}`), 404);
    expectError(await live.delete(`${sources}/${id}`), 404);
    expectError(await live.post('/v1/query', { query: 'kettle', source_ids: [id] }), 422, 'source_ids');
  });

  it('204 with a content type and no body', async () => {
    const { id } = await live.addText('A', kettle);
    expect(
      (await live.call('DELETE', `${sources}/${id}`, undefined, { 'content-type': 'application/json' }))
        .status,
    ).toBe(204);
  });

  it('ends a source that is being indexed', async () => {
    const { id } = (
      await live.post(sources, { type: 'text', name: 'Long', content: `${'marmalade '.repeat(200_000)}` })
    ).body.data;
    expect((await live.delete(`${sources}/${id}`)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expectError(await live.get(`${sources}/${id}`), 404);
    expect(await hits('marmalade', { search_type: 'keyword' })).toEqual([]);
  });

  it('takes its words and its name out of every transcript and the answers that follow', async () => {
    const knowledge_base_id = (await live.post('/v1/knowledge-bases', { name: 'Vault' })).body.data.id;
    const secret = 'The vault code of the harbour office is seven tangerine owls.';
    const { id } = await live.addText('Vault memo', secret, { knowledge_base_id });
    const agent = (await live.post('/v1/agents', { name: 'A', knowledge_base_ids: [knowledge_base_id] })).body
      .data.id;
    const ask = async () =>
      await live.post(`/v1/agents/${agent}/chat`, {
        message: 'What is the vault code of the harbour office?',
        session_id: 's',
      });
    const transcript = async () => (await live.get(`/v1/agents/${agent}/conversations/s/messages`)).body.data;
    expect((await ask()).body.data.sources[0]).toMatchObject({ id, name: 'Vault memo' });
    await live.delete(`${sources}/${id}`);
    expect((await ask()).body.data).toMatchObject({ sources: [], citations: [] });
    const messages = await transcript();
    expect(messages.length).toBe(4);
    expect(JSON.stringify(messages)).not.toMatch(/tangerine|Vault memo/);
    expect(JSON.stringify(messages)).not.toContain(id);
  });
});
