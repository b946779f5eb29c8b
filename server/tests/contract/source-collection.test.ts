import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// What is asked of all sources at once: search by name, counts, bulk changes; and the original file.

const SOURCES = '/v1/knowledge-base/sources';
const NOBODY = 'src_0000000000000000000000000';

let test: TestService;
let live: Client;
let neighbour: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  neighbour = (await addWorkspace(test)).live;
});
afterAll(() => test.stop());

const namesOf = async (query: string): Promise<string[]> =>
  (await live.get(`${SOURCES}?${query}&limit=100`)).body.data.map((item: { name: string }) => item.name);
const bulk = (body: Record<string, unknown>, client = live) => client.post(`${SOURCES}/bulk`, body);
const tagsOf = async (id: string): Promise<string[]> => (await live.get(`${SOURCES}/${id}`)).body.data.tags;

/** A document that nobody can read. */
const addBroken = async (client: Client) => {
  const form = new FormData();
  form.append('type', 'document');
  form.append('name', 'Broken');
  form.append('file', new Blob([new Uint8Array([0, 1, 2, 3])]), 'broken.bin');
  const { id } = (await client.post(SOURCES, form)).body.data;
  return (await client.get(`${SOURCES}/${id}?wait=30`)).body.data;
};

describe('GET /v1/knowledge-base/sources with q and type', () => {
  beforeAll(async () => {
    for (const name of ['Ärztehaus Öffnungszeiten', 'Приём ВРАЧА', '100%_sure', 'Plain'])
      await live.addText(name, `The text of ${name}.`);
    const form = new FormData();
    form.append('type', 'document');
    form.append('name', 'Leaflet');
    form.append('file', new Blob(['A leaflet about ferries.']), 'FERRY-Zeiten.txt');
    await live.post(SOURCES, form);
  });

  it.each([
    ['q=ÖFFNUNGS', ['Ärztehaus Öffnungszeiten']],
    ['q=врача', ['Приём ВРАЧА']],
    ['q=ferry-z', ['Leaflet']],
    ['q=0%25_', ['100%_sure']],
    ['q=%25', ['100%_sure']],
    ['q=_', ['100%_sure']],
    ['q=%5C', []],
    ['type=document', ['Leaflet']],
    ['type=text&q=PLAIN', ['Plain']],
    ['type=url', []],
  ])('%s shows %j', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  it('a cursor of sources works only with the same filters', async () => {
    const first = await live.get(`${SOURCES}?q=e&limit=1`);
    const cursor = first.body.meta.next_cursor;
    expect((await live.get(`${SOURCES}?q=e&limit=1&cursor=${cursor}`)).status).toBe(200);
    expectError(await live.get(`${SOURCES}?q=l&limit=1&cursor=${cursor}`), 422);
    expectError(await live.get(`${SOURCES}?type=book`), 422);
    expectError(await live.get(`${SOURCES}?q=%20`), 422);
  });
});

describe('GET /v1/knowledge-base/sources/counts', () => {
  it('sources are counted by status, type, knowledge base and tag', async () => {
    const client = test.sandbox;
    await client.addText('One', 'Some text.', { tags: ['a', 'b'] });
    await client.addText('Two', 'Other text.', { tags: ['b'] });
    await addBroken(client);
    const base = await defaultKnowledgeBase(client);
    const { data } = (await client.get(`${SOURCES}/counts`)).body;
    expect(data).toEqual({
      total: 3,
      by_status: { processing: 0, indexed: 2, failed: 1 },
      by_type: { document: 1, url: 0, text: 2 },
      by_knowledge_base: { [base]: 3 },
      tags: [
        { tag: 'b', count: 2 },
        { tag: 'a', count: 1 },
      ],
    });
  });
});

describe('POST /v1/knowledge-base/sources/bulk', () => {
  it('a bulk request adds and removes tags and counts the changed sources', async () => {
    const one = (await live.addText('One', 'Some text.', { tags: ['a'] })).id;
    const two = (await live.addText('Two', 'Some text.', { tags: ['b'] })).id;
    const source_ids = [one, two, NOBODY, one];
    const added = await bulk({ action: 'add_tags', source_ids, tags: ['b', 'c', 'b'] });
    expect(added.body.data).toEqual({ changed: 2, missing: [NOBODY] });
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
    expect((await bulk({ action: 'add_tags', source_ids, tags: ['b'] })).body.data.changed).toBe(0);
    const removed = await bulk({ action: 'remove_tags', source_ids, tags: ['a'] });
    expect(removed.body.data).toEqual({ changed: 1, missing: [NOBODY] });
    expect(await namesOf('tags=c')).toEqual(['Two', 'One']);
    expect(await namesOf('tags=a')).toEqual([]);
  });

  it('a bulk request reindexes sources, including failed ones', async () => {
    const good = await live.addText('Good', 'Some text.');
    const bad = await addBroken(live);
    expect(bad.status).toBe('failed');
    const { data } = (await bulk({ action: 'reindex', source_ids: [good.id, bad.id] })).body;
    expect(data).toEqual({ changed: 2, missing: [] });
    const again = (await live.get(`${SOURCES}/${good.id}?wait=30`)).body.data;
    expect(again.status).toBe('indexed');
    expect(Date.parse(again.indexed_at)).toBeGreaterThan(Date.parse(good.indexed_at));
    expect((await live.get(`${SOURCES}/${bad.id}?wait=30`)).body.data.updated_at).not.toBe(bad.updated_at);
  });

  it('a bulk request deletes sources with everything made of them', async () => {
    const ids = [];
    for (const name of ['First', 'Second'])
      ids.push((await live.addText(name, `The zeppelin of ${name}.`)).id);
    const { data } = (await bulk({ action: 'delete', source_ids: ids })).body;
    expect(data).toEqual({ changed: 2, missing: [] });
    for (const id of ids) expectError(await live.get(`${SOURCES}/${id}`), 404);
    const found = await live.post('/v1/query', { query: 'zeppelin', search_type: 'keyword' });
    expect(found.body.data.results).toEqual([]);
  });

  it("a bulk request can't touch sources of another workspace", async () => {
    const theirs = (await neighbour.addText('Theirs', 'Some text.', { tags: ['keep'] })).id;
    for (const action of ['delete', 'reindex'])
      expect((await bulk({ action, source_ids: [theirs] })).body.data).toEqual({
        changed: 0,
        missing: [theirs],
      });
    expect((await neighbour.get(`${SOURCES}/${theirs}`)).body.data.tags).toEqual(['keep']);
  });

  it('a bulk request that one of its sources cannot take changes none', async () => {
    const { id } = await live.addText('Full', 'Some text.', {
      tags: Array.from({ length: 31 }, (_, index) => `t${index}`),
    });
    const empty = (await live.addText('Empty', 'Some text.')).id;
    const refused = await bulk({ action: 'add_tags', source_ids: [empty, id], tags: ['x', 'y'] });
    expectError(refused, 422);
    expect(refused.body.error.message).toContain(id);
    expect(await tagsOf(empty)).toEqual([]);
    expectError(await bulk({ action: 'add_tags', source_ids: [id] }), 400);
    for (const body of [
      { action: 'add_tags', source_ids: [id], tags: [] },
      { action: 'delete', source_ids: [id], tags: ['a'] },
      { action: 'delete', source_ids: [] },
      { action: 'delete', source_ids: ['agt_1'] },
      { action: 'delete', source_ids: Array.from({ length: 1_001 }, () => id) },
      { action: 'rename', source_ids: [id] },
    ])
      expectError(await bulk(body), 422);
    const reader = await clientWithScope(live, 'read_only');
    expectError(await bulk({ action: 'delete', source_ids: [id] }, reader), 403);
    expect((await live.get(`${SOURCES}/${id}`)).status).toBe(200);
  });
});

describe('GET /v1/knowledge-base/sources/:id/file', () => {
  const download = async (id: string) =>
    await fetch(`${live.baseUrl}${SOURCES}/${id}/file`, { headers: { authorization: `Bearer ${live.key}` } });
  const upload = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> => {
    const form = new FormData();
    form.append('type', 'document');
    form.append('name', 'Upload');
    form.append('file', new Blob([bytes]), name);
    const { id } = (await live.post(SOURCES, form)).body.data;
    await live.get(`${SOURCES}/${id}?wait=30`);
    return id;
  };

  it('the file of a source is the uploaded bytes, as an inert download', async () => {
    const line = 'Many lines about the harbour and its cranes.\n';
    const bytes = new TextEncoder().encode(line.repeat(26_000));
    const response = await download(await upload(bytes, 'Häfen alt.txt'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': `attachment; filename="H?fen alt.txt"; filename*=UTF-8''H%C3%A4fen%20alt.txt`,
      'content-length': String(bytes.byteLength),
      'content-type': expect.stringContaining('text/plain'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(bytes));
  });

  it('the download of a text is named after its source', async () => {
    const { id } = await live.addText('Notes', 'Hello, world.');
    const response = await download(id);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=Notes.txt');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toBe('Hello, world.');
    await live.patch(`${SOURCES}/${id}`, { content: 'Goodbye.' });
    expect(await (await download(id)).text()).toBe('Goodbye.');
  });

  it('a range of a file is read from any of its parts, and the same bytes are not sent again', async () => {
    const bytes = Buffer.alloc(2_500_000);
    for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32BE(at, at);
    const id = await upload(new Uint8Array(bytes), 'numbers.bin');
    const get = (headers: Record<string, string>) =>
      fetch(`${live.baseUrl}${SOURCES}/${id}/file`, {
        headers: { authorization: `Bearer ${live.key}`, ...headers },
      });
    const whole = await get({});
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    for (const [range, from, to] of [
      ['bytes=0-3', 0, 4],
      ['bytes=1048570-2097160', 1_048_570, 2_097_161],
      ['bytes=2097152-', 2_097_152, 2_500_000],
      ['bytes=-4', 2_499_996, 2_500_000],
    ] as const) {
      const part = await get({ range, 'if-range': etag });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/2500000`);
      expect(part.headers.get('content-length')).toBe(String(to - from));
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to));
    }
    const beyond = await get({ range: 'bytes=2500000-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */2500000');
    expect(await beyond.text()).toContain('has 2500000 bytes');
    expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
    const same = await get({ 'if-none-match': etag });
    expect([same.status, await same.text()]).toEqual([304, '']);
    const head = await fetch(`${live.baseUrl}${SOURCES}/${id}/file`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${live.key}`, range: 'bytes=0-3' },
    });
    expect([head.status, await head.text()]).toEqual([206, '']);
  });

  it('the file of a page that was never fetched, or of an unknown source, gets 404', async () => {
    const added = await live.post(SOURCES, { type: 'url', name: 'Page', url: 'http://127.0.0.1:1/' });
    expectError(await live.get(`${SOURCES}/${added.body.data.id}/file`), 404);
    expectError(await live.get(`${SOURCES}/${NOBODY}/file`), 404);
  });
});
