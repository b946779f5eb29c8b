import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { makeZip, type ZipEntry } from '../helpers/make-zip.ts';
import { createClient, startTestService, type TestService } from '../helpers/start-test-service.ts';

const ARCHIVES = '/v1/knowledge-base/archives';
const PATIENCE = { timeout: 60_000, interval: 50 };
let test: TestService;

beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

type Fields = Record<string, string>;
async function send(bytes: Uint8Array, name: string, fields: Fields = {}, target = test.live) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return await target.post(ARCHIVES, form);
}

/** The archive once it has ended. */
async function unpack(bytes: Uint8Array, name: string, fields: Fields = {}) {
  const { status, body } = await send(bytes, name, fields);
  expect([status, body.error]).toEqual([201, undefined]);
  const read = async () => (await test.live.get(`${ARCHIVES}/${body.data.id}`)).body.data;
  await expect.poll(async () => (await read()).status, PATIENCE).not.toBe('processing');
  return await read();
}
const entriesOf = async ({ id }: { id: string }, query = '') =>
  (await test.live.get(`${ARCHIVES}/${id}/entries?limit=100${query}`)).body.data;
const sourceOf = async (externalId: string) =>
  (await test.live.get(`/v1/knowledge-base/sources?external_id=${encodeURIComponent(externalId)}`)).body
    .data[0];

type TarFile = { name: string; data: string; type?: string; size?: number };
function makeTar(files: readonly TarFile[]): Uint8Array {
  const blocks = files.flatMap(({ name, data, type = '0', size = Buffer.byteLength(data) }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write('0000000\0', 108);
    header.write('0000000\0', 116);
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.from(data);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const HANDBOOK: ZipEntry[] = [
  { name: 'handbook/', data: '' },
  { name: 'handbook/lamp.md', data: '# Lamp\n\nThe lamp burns four litres a night.' },
  { name: 'handbook/2026/wages.txt', data: 'The keeper earns ninety crowns.' },
];

describe('an archive', () => {
  it('becomes sources with their paths, and changes only what differs when it comes again', async () => {
    const archive = await unpack(makeZip(HANDBOOK), 'docs.zip', { tags: 'handbook' });
    expect(archive).toMatchObject({
      status: 'completed',
      name: 'docs.zip',
      entries: { waiting: 0, created: 2, updated: 0, unchanged: 0, skipped: 0 },
    });
    const lamp = await sourceOf('docs.zip/handbook/lamp.md');
    expect(lamp).toMatchObject({
      name: 'handbook/lamp.md',
      file_name: 'lamp.md',
      tags: ['handbook'],
      metadata: { archive: 'docs.zip', path: 'handbook/lamp.md' },
    });
    expect(await entriesOf(archive)).toMatchObject([
      { path: 'handbook/lamp.md', status: 'created', source_id: lamp.id },
      { path: 'handbook/2026/wages.txt', status: 'created' },
    ]);
    const changed = HANDBOOK.map((entry) =>
      entry.name.endsWith('lamp.md')
        ? { ...entry, data: '# Lamp\n\nThe lamp burns five litres a night.' }
        : entry,
    );
    expect(await unpack(makeZip(changed), 'docs.zip', { tags: 'handbook' })).toMatchObject({
      entries: { created: 0, updated: 1, unchanged: 1 },
    });
    expect((await sourceOf('docs.zip/handbook/lamp.md')).id).toBe(lamp.id);
    const found = await test.live.post('/v1/query', { query: 'How much oil does the lamp burn?' });
    await expect
      .poll(
        async () =>
          JSON.stringify(
            (await test.live.post('/v1/query', { query: 'How much oil does the lamp burn?' })).body,
          ),
        PATIENCE,
      )
      .toContain('five litres');
    expect(found.status).toBe(200);
  });

  it('gives its metadata and its principals to each source', async () => {
    const fields = { metadata: '{"year":2026}', allowed: 'group:staff' };
    const archive = await unpack(makeZip(HANDBOOK), 'staff.zip', fields);
    expect(archive).toMatchObject({ metadata: { year: 2026 }, allowed: ['group:staff'] });
    const wages = 'staff.zip/handbook/2026/wages.txt';
    expect(await sourceOf(wages)).toMatchObject({
      metadata: { year: 2026, archive: 'staff.zip', path: 'handbook/2026/wages.txt' },
      allowed: ['group:staff'],
    });
    const again = await unpack(makeZip(HANDBOOK), 'staff.zip', { ...fields, allowed: 'null' });
    expect(again).toMatchObject({ allowed: null, entries: { updated: 2, created: 0 } });
    expect(await sourceOf(wages)).not.toHaveProperty('allowed');
  });

  it('may be a TAR, compressed or not', async () => {
    const files = [
      { name: 'a/', data: '', type: '5' },
      { name: 'a/pier.txt', data: 'The pier is 300 metres long.' },
      { name: 'a/link', data: '', type: '2' },
    ];
    expect(await unpack(makeTar(files), 'plain.tar')).toMatchObject({ entries: { created: 1, skipped: 1 } });
    const archive = await unpack(gzipSync(makeTar(files)), 'pressed.tar.gz', { name: 'pier' });
    expect(archive).toMatchObject({ name: 'pier', entries: { created: 1, skipped: 1 } });
    expect(await sourceOf('pier/a/pier.txt')).toMatchObject({ name: 'a/pier.txt' });
    expect(await entriesOf(archive, '&status=skipped')).toMatchObject([
      { path: 'a/link', reason: expect.stringContaining('link') },
    ]);
  });

  it('leaves out what could lead elsewhere, is hidden, encrypted, empty, repeated, or an archive itself', async () => {
    const archive = await unpack(
      makeZip([
        { name: '../up.txt', data: 'x' },
        { name: '/etc/passwd', data: 'x' },
        { name: 'C:/windows.txt', data: 'x' },
        { name: 'a\\b.txt', data: 'x' },
        { name: '.git/config', data: 'x' },
        { name: '__MACOSX/._a.txt', data: 'x' },
        { name: 'inner.zip', data: makeZip([{ name: 'x.txt', data: 'x' }]) },
        { name: 'secret.txt', data: 'x', flags: 1 },
        { name: 'empty.txt', data: '' },
        { name: 'good.txt', data: 'The harbour has nine berths.' },
        { name: 'good.txt', data: 'Another one.' },
        { name: `${'deep/'.repeat(40)}x.txt`, data: 'x' },
        {
          name: 'picture.exe',
          data: new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff]),
        },
      ]),
      'odd.zip',
    );
    expect(archive).toMatchObject({ status: 'completed', entries: { created: 1 } });
    const skipped = await entriesOf(archive, '&status=skipped');
    expect(skipped).toHaveLength(11);
    for (const { reason } of skipped) expect(reason).toMatch(/[.]$/);
  });

  it.each([
    ['is no archive', () => Buffer.from('Hello'), /not a ZIP, TAR or TAR\.GZ/],
    [
      'is a document',
      () =>
        makeZip([
          {
            name: '[Content_Types].xml',
            data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
          },
          { name: 'word/document.xml', data: '<a/>' },
        ]),
      /document/,
    ],
    ['is empty', () => makeZip([]), /no files|damaged|not a ZIP/],
    ['is a bomb', () => gzipSync(makeTar([{ name: 'a.txt', data: 'a'.repeat(60_000_000) }])), /limit/],
    [
      'is cut off',
      () => gzipSync(makeTar([{ name: 'a.txt', data: 'The pier.' }])).subarray(0, 60),
      /damaged/,
    ],
    [
      'has entries that share their bytes',
      () =>
        makeZip(
          Array.from({ length: 500 }, (_, at) => ({
            name: `${at}.txt`,
            data: Buffer.alloc(1024 * 1024),
            ...(at > 0 && { sharesContentOf: 0 }),
          })),
        ),
      /lies inside another/,
    ],
    [
      'has a hundred thousand entries',
      () =>
        gzipSync(makeTar(Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}`, data: '' }))), {
          level: 1,
        }),
      /more than 10000/,
    ],
    [
      'claims eight gigabytes',
      () => makeTar([{ name: 'a.txt', data: 'x', size: 8_589_934_591 }]),
      /damaged|limit|larger/,
    ],
    [
      'has too many entries',
      () => makeTar(Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}`, data: '' }))),
      /more than 10000/,
    ],
  ])('fails with a sentence if it %s', async (_, make, reason) => {
    const archive = await unpack(make(), 'bad.zip');
    const reasons = [
      archive.error,
      ...(await entriesOf(archive)).map((entry: { reason?: string }) => entry.reason),
    ];
    expect(archive.entries.created).toBe(0);
    expect(reasons.filter(Boolean).join(' ')).toMatch(reason);
  });

  it('is seen by its workspace and environment only', async () => {
    const archive = await unpack(makeZip(HANDBOOK), 'mine.zip');
    expectError(await test.sandbox.get(`${ARCHIVES}/${archive.id}`), 404);
    expectError(await test.live.post(ARCHIVES, { name: 'x' }), 400);
    expectError(await send(makeZip(HANDBOOK), 'x.zip', { metadata: '{"path":"x"}' }), 422);
    const { id: base } = (await test.live.post('/v1/knowledge-bases', { name: 'Other' })).body.data;
    const wanted = { name: 'Restricted', scope: 'read_write', knowledge_base_ids: [base] };
    const { key } = (await test.live.post('/v1/api-keys', wanted)).body.data;
    const restricted = createClient(test.live.baseUrl, key);
    expectError(await restricted.get(`${ARCHIVES}/${archive.id}/entries`), 404);
    expect((await restricted.get(ARCHIVES)).body.data).toEqual([]);
    const listed = (await test.live.get(`${ARCHIVES}?status=completed`)).body.data;
    expect(listed[0]).toMatchObject({ id: archive.id });
  });
});
