import { describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { defaultKnowledgeBase } from '../helpers/start-test-service.ts';
import {
  contentOf,
  type Fields,
  form,
  kettle,
  live,
  prepareSources,
  settled,
  sources,
  upload,
} from './prepare-sources.ts';

prepareSources();

describe('POST /v1/knowledge-base/sources', () => {
  it('adding a source answers 201 with the source processing and its Location', async () => {
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
      metadata: {},
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

  it('a url source without url and a document without file get 400', async () => {
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

  it('a source goes to the knowledge base that is named', async () => {
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

  it('a URL of this machine fails with fetch_blocked', async () => {
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

  it('a form is accepted for a text and a url', async () => {
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

  it('an empty file fails with no_text', async () => {
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
