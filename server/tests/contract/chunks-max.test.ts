import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { archiveForm } from '../helpers/add-archive.ts';
import { expectError } from '../helpers/expect-error.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { htmlPage, startTestSite } from '../helpers/test-site.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';

const SOURCES = '/v1/knowledge-base/sources';
const PATIENCE = { timeout: 90_000, interval: 50 };

/** A text of more than two chunks. */
const LONG = Array.from(
  { length: 60 },
  (_, day) =>
    `On day ${day} the keeper of the lighthouse wrote down the wind, the tide and the ships that passed by.`,
).join('\n\n');

const ofText = (content: string, more: Record<string, unknown> = {}) => ({
  type: 'text',
  name: 'Text',
  content,
  ...more,
});
const settled = async (client: Client, id: string) =>
  (await client.get(`${SOURCES}/${id}?wait=30`)).body.data;

/** Adds a text. A workspace is not counted again at once. */
const untilThereIsRoom = async (client: Client, content: string): Promise<void> => {
  await expect.poll(async () => (await client.post(SOURCES, ofText(content))).status, PATIENCE).toBe(201);
};

/** A service with room for two chunks, and a workspace that has both. */
async function startFull(settings: Record<string, string> = {}) {
  const test = await startTestService({ CHUNKS_MAX: '2', ...settings });
  const { live } = test;
  const added = [
    await live.addText('One', 'The lamp is oiled.'),
    await live.addText('Two', 'The bell is rung.'),
  ];
  expect(added).toMatchObject([{ chunk_count: 1 }, { chunk_count: 1 }]);
  return { test, live, first: added[0].id as string };
}

describe('a workspace with as many chunks as it may have', () => {
  let test: TestService;
  let live: Client;
  let first: string;
  beforeAll(async () => {
    ({ test, live, first } = await startFull());
  });
  afterAll(() => test.stop());

  const form = (): FormData => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ type: 'document', name: 'File' })) body.append(name, value);
    body.append('file', new Blob(['A note.']), 'note.txt');
    return body;
  };
  it.each<[string, string, string, () => unknown, string]>([
    ['a text', 'POST', SOURCES, () => ofText('A third text.'), 'content'],
    ['a document', 'POST', SOURCES, form, 'file'],
    ['a page', 'POST', SOURCES, () => ({ type: 'url', name: 'Page', url: 'http://127.0.0.1:1/' }), 'url'],
    [
      'a text with an id of its own',
      'PUT',
      `${SOURCES}/by-external-id/third`,
      () => ofText('A third text.'),
      'content',
    ],
    ['an archive', 'POST', '/v1/knowledge-base/archives', () => archiveForm({}), 'file'],
    ['a crawl', 'POST', `${SOURCES}/crawl`, () => ({ url: 'http://127.0.0.1:1/' }), 'url'],
  ])('422 for %s, and nothing is added', async (_, method, path, body, field) => {
    const answer = await live.call(method, path, body());
    expectError(answer, 422, field);
    expect(answer.body.error.message).toContain('2 chunks');
    expect(answer.body.error.message).toContain('CHUNKS_MAX');
    expect((await live.get(SOURCES)).body.data).toHaveLength(2);
  });

  it('422 for each source of a batch that would be new, while others are changed', async () => {
    const { status, body } = await live.post(`${SOURCES}/batch`, {
      sources: [ofText('A third text.'), ofText('The lamp is oiled.', { on_duplicate: 'skip' })],
    });
    expect(status).toBe(200);
    expect(body.data.results).toMatchObject([
      { status: 422, error: { code: 'unprocessable_entity', details: [{ field: 'content' }] } },
      { status: 200, data: { id: first, outcome: 'unchanged' } },
    ]);
  });

  it('takes other content for a source, names and tags, and is searched', async () => {
    const changed = await live.patch(`${SOURCES}/${first}`, {
      content: 'The lamp is lit.',
      name: 'Lamp',
      tags: ['a'],
    });
    expect(changed.status).toBe(200);
    expect(await settled(live, first)).toMatchObject({ status: 'indexed', chunk_count: 1 });
    const { body } = await live.post('/v1/query', { query: 'lamp' });
    expect(body.data.results[0].text).toBe('The lamp is lit.');
  });

  it('fails a source whose new content has too many chunks, and goes on answering from the old', async () => {
    expect((await live.patch(`${SOURCES}/${first}`, { content: LONG })).status).toBe(200);
    const { status, chunk_count, error } = await settled(live, first);
    expect({ status, chunk_count }).toEqual({ status: 'failed', chunk_count: 1 });
    expect(error).toMatchObject({ code: 'too_many_chunks', stage: 'indexing', retryable: false });
    expect(error.message).toContain('CHUNKS_MAX');
    const { body } = await live.post('/v1/query', { query: 'lamp' });
    expect(body.data.results[0].text).toBe('The lamp is lit.');
  });

  it('says the limit at GET /v1/limits', async () => {
    expect((await live.get('/v1/limits')).body.data.sizes.workspace_chunks).toBe(2);
  });

  it('counts for a key that sees none of the full knowledge base', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    const { key } = (
      await live.post('/v1/api-keys', { name: 'Narrow', scope: 'read_write', knowledge_base_ids: [base] })
    ).body.data;
    const narrow = createClient(live.baseUrl, key);
    expectError(
      await narrow.post(SOURCES, ofText('A third text.', { knowledge_base_id: base })),
      422,
      'content',
    );
  });

  it('leaves the sandbox its own room', async () => {
    expect(await test.sandbox.addText('One', 'The lamp is oiled.')).toMatchObject({ status: 'indexed' });
  });
});

describe('a workspace that is nearly full', () => {
  it('fails a source with too many chunks, and indexes one that fits in', async () => {
    const { live, stop } = await startTestService({ CHUNKS_MAX: '2' });
    onTestFinished(stop);
    expect(await live.addText('Long', LONG)).toMatchObject({
      status: 'failed',
      chunk_count: 0,
      error: { code: 'too_many_chunks' },
    });
    expect(await live.addText('Short', 'The lamp is oiled.')).toMatchObject({ status: 'indexed' });
  });

  it('has room again when a source is deleted', async () => {
    const { test, live, first } = await startFull();
    onTestFinished(test.stop);
    expectError(await live.post(SOURCES, ofText('A third text.')), 422, 'content');
    expect((await live.delete(`${SOURCES}/${first}`)).status).toBe(204);
    await untilThereIsRoom(live, 'A third text.');
  });

  it('has room again when a knowledge base is deleted and another one made', async () => {
    const { live, stop } = await startTestService({ CHUNKS_MAX: '1' });
    onTestFinished(stop);
    const made = async (name: string): Promise<string> =>
      (await live.post('/v1/knowledge-bases', { name })).body.data.id;
    const harbour = await made('Harbour');
    const inHarbour = { knowledge_base_id: harbour };
    const added = await live.post(SOURCES, ofText('The lamp is oiled.', inHarbour));
    expect(await settled(live, added.body.data.id)).toMatchObject({ chunk_count: 1 });
    expectError(await live.post(SOURCES, ofText('The bell is rung.')), 422, 'content');
    expect((await live.delete(`/v1/knowledge-bases/${harbour}`)).status).toBe(204);
    await made('Island');
    await untilThereIsRoom(live, 'The bell is rung.');
  });

  it('fills up exactly when many sources come at once', async () => {
    const { live, stop } = await startTestService({ CHUNKS_MAX: '10', INGEST_WORKERS: '4' });
    onTestFinished(stop);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => live.post(SOURCES, ofText(`Lamp ${i} is lit.`))),
    );
    for (const answer of answers) if (answer.status !== 201) expectError(answer, 422, 'content');
    const added = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id);
    const sources = await Promise.all(added.map((id) => settled(live, id)));
    const [indexed, failed] = ['indexed', 'failed'].map((status) =>
      sources.filter((source) => source.status === status),
    );
    expect(indexed).toHaveLength(10);
    expect(indexed?.map(({ chunk_count }) => chunk_count)).toEqual(Array(10).fill(1));
    expect(failed).toHaveLength(added.length - 10);
    expect(failed?.map(({ error }) => error.code)).toEqual(Array(added.length - 10).fill('too_many_chunks'));
  });

  it('takes the place of chunks that were replaced by fewer', async () => {
    const { live, stop } = await startTestService({ CHUNKS_MAX: '20' });
    onTestFinished(stop);
    const { id, chunk_count } = await live.addText('Long', LONG);
    expect(chunk_count).toBeGreaterThan(2);
    for (let i = 0; i < 20 - chunk_count; i++)
      expect(await live.addText(`Text ${i}`, `Lamp ${i} is lit.`)).toMatchObject({ status: 'indexed' });
    expectError(await live.post(SOURCES, ofText('One more.')), 422, 'content');
    expect((await live.patch(`${SOURCES}/${id}`, { content: 'The keeper rests.' })).status).toBe(200);
    expect(await settled(live, id)).toMatchObject({ status: 'indexed', chunk_count: 1 });
    for (let i = 1; i < chunk_count; i++) {
      await untilThereIsRoom(live, `Bell ${i} is rung.`);
      await expect.poll(async () => (await live.get(`${SOURCES}?status=processing`)).body.data).toEqual([]);
    }
    expect((await live.get(`${SOURCES}?status=failed`)).body.data).toEqual([]);
    expectError(await live.post(SOURCES, ofText('One more.')), 422, 'content');
  });

  it('ends a crawl page by page, each with the reason', async () => {
    const site = await startTestSite();
    onTestFinished(() => site.close());
    const { live, stop } = await startTestService({ CHUNKS_MAX: '1', URL_FETCH_ALLOW_HOSTS: site.host });
    onTestFinished(stop);
    const text = 'The lamp of the harbour is lit by the keeper every evening. '.repeat(4);
    site.set('/', htmlPage({ title: 'Lamp', text, links: ['/late'] }));
    const late = site.hold('/late');
    const { id } = (await live.post(`${SOURCES}/crawl`, { url: site.url() })).body.data;
    const sources = async () => (await live.get(`${SOURCES}?status=indexed`)).body.data;
    await expect.poll(async () => (await sources()).length, PATIENCE).toBe(1);
    late.release();
    const crawl = async () => (await live.get(`/v1/knowledge-base/crawls/${id}`)).body.data;
    await expect.poll(async () => (await crawl()).status, PATIENCE).toBe('completed');
    const pages = (await live.get(`/v1/knowledge-base/crawls/${id}/pages`)).body.data;
    expect(pages).toMatchObject([
      { status: 'added' },
      { status: 'failed', reason: expect.stringContaining('CHUNKS_MAX') },
    ]);
  });

  it('leaves documents of a connector out, each with the reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-place-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'third.txt'), 'A third text.');
    const { test, live } = await startFull({ CONNECTOR_FOLDERS: folder });
    onTestFinished(test.stop);
    const { id } = (
      await live.post('/v1/connectors', {
        kind: 'folder',
        name: 'Place',
        settings: { path: folder },
        knowledge_base_id: (await live.get('/v1/knowledge-bases')).body.data[0].id,
        interval_minutes: null,
      })
    ).body.data;
    const documents = async () => (await live.get(`/v1/connectors/${id}/documents`)).body.data;
    await expect
      .poll(documents, PATIENCE)
      .toMatchObject([{ status: 'failed', reason: expect.stringContaining('CHUNKS_MAX') }]);
    expect((await live.get(SOURCES)).body.data).toHaveLength(2);
  });
});

it('a workspace above a limit that was lowered keeps its sources, and replaces them by as many chunks', async () => {
  const dataDir = newDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const { test, live, first } = await startFull({ DATA_DIR: dataDir });
  await test.stop();
  const again = await startTestService({ DATA_DIR: dataDir, CHUNKS_MAX: '1' });
  onTestFinished(again.stop);
  const client = createClient(again.live.baseUrl, live.key);
  expect((await client.patch(`${SOURCES}/${first}`, { name: 'Renamed' })).status).toBe(200);
  expect((await client.post(`${SOURCES}/${first}/reindex`)).status).toBe(200);
  expect(await settled(client, first)).toMatchObject({ status: 'indexed', name: 'Renamed' });
  expect((await client.patch(`${SOURCES}/${first}`, { content: 'The lamp is lit.' })).status).toBe(200);
  expect(await settled(client, first)).toMatchObject({ status: 'indexed', chunk_count: 1 });
  expect((await client.patch(`${SOURCES}/${first}`, { content: LONG })).status).toBe(200);
  expect(await settled(client, first)).toMatchObject({ status: 'failed', chunk_count: 1 });
  expectError(await client.post(SOURCES, ofText('A third text.')), 422, 'content');
});
