import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { signUp } from '../helpers/people.ts';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { htmlPage, startTestSites, type TestSite } from '../helpers/test-site.ts';

const SOURCES = '/v1/knowledge-base/sources';
const HOUR_MS = 3_600_000;
/** What the service does by itself. */
const FOOTNOTE = { type: 'service', id: null, name: 'Footnote' };
/** Whatever a client sees in an entry. */
type Entry = Answer['body'];

let sites: Awaited<ReturnType<typeof startTestSites>>;
let site: TestSite;
let test: TestService;
let live: Client;
let neighbour: Client;
/** A key by which most is done here. */
let writer: Client & { keyId: string };
let aheadMs = 0;

beforeAll(async () => {
  sites = await startTestSites(2);
  site = sites.take();
  const settings = { URL_FETCH_ALLOW_HOSTS: sites.hosts, WATCH_SECONDS: '1', JOB_ATTEMPTS: '1' };
  test = await startTestService(settings, { now: () => Date.now() + aheadMs });
  live = test.live;
  neighbour = (await addWorkspace(test)).live;
  writer = await clientWithScope(live, 'read_write');
}, 60_000);
afterAll(async () => {
  await test.stop();
  await sites.close();
});
vi.setConfig({ testTimeout: 60_000 });

const byKey = () => ({ type: 'api_key', id: writer.keyId, name: 'A read_write key' });
const historyOf = async (id: string, query = 'limit=100'): Promise<Entry[]> =>
  (await live.get(`${SOURCES}/${id}/history?${query}`)).body.data;
/** What it says, without ids and times. */
const toldOf = async (id: string): Promise<Entry[]> =>
  (await historyOf(id)).map(({ action, actor, details }) => ({ action, actor, details }));
const actionsOf = async (id: string): Promise<string[]> => (await historyOf(id)).map(({ action }) => action);
const settled = async (id: string): Promise<Entry> => (await live.get(`${SOURCES}/${id}?wait=30`)).body.data;
const page = (word: string) => ({ title: word, text: `The ${word} nests on the cliff. `.repeat(20) });
/** A page that is looked at every hour. */
const addPage = async (path: string, client: Client = writer): Promise<Entry> => {
  const body = { type: 'url', name: 'Page', url: site.url(path), refresh_interval_hours: 1 };
  return await settled((await client.post(SOURCES, body)).body.data.id);
};
/** Lets the time pass after which it is looked at again, and waits until it was. */
const nextLook = async ({ id, fetched_at }: Entry): Promise<Entry> => {
  aheadMs += HOUR_MS;
  return await vi.waitFor(
    async () => {
      const source = await settled(id);
      expect(source.fetched_at).not.toBe(fetched_at);
      return source;
    },
    { timeout: 30_000 },
  );
};

describe('GET /v1/knowledge-base/sources/:id/history', () => {
  it('the history says how and by whom a source was added, and how it was indexed', async () => {
    const source = await writer.addText('Pier', 'The pier is 300 metres long.');
    const history = await historyOf(source.id);
    expect(history).toEqual([
      {
        id: expect.stringMatching(/^his_[0-9a-z]{25}$/),
        action: 'indexed',
        actor: FOOTNOTE,
        details: { chunk_count: 1, size_bytes: 28, duration_ms: expect.any(Number) },
        created_at: source.indexed_at,
      },
      {
        id: expect.stringMatching(/^his_[0-9a-z]{25}$/),
        action: 'added',
        actor: byKey(),
        details: { type: 'text', name: { from: null, to: 'Pier' }, size_bytes: 28 },
        created_at: source.created_at,
      },
    ]);
  });

  it('the history names the file of a document and the URL of a page', async () => {
    const form = new FormData();
    form.append('type', 'document');
    form.append('name', 'Leaflet');
    form.append('file', new Blob(['A leaflet about ferries.']), 'ferries.txt');
    const document = (await writer.post(SOURCES, form)).body.data;
    expect((await toldOf(document.id)).at(-1).details).toEqual({
      type: 'document',
      name: { from: null, to: 'Leaflet' },
      file_name: { from: null, to: 'ferries.txt' },
      size_bytes: 24,
    });
    site.set('/added', htmlPage(page('gannet')));
    const { id } = await addPage('/added');
    expect((await toldOf(id)).at(-1).details).toEqual({
      type: 'url',
      name: { from: null, to: 'Page' },
      url: { from: null, to: site.url('/added') },
    });
  });

  it('the history has each change with old and new value and its author', async () => {
    const { id } = await writer.addText('Old name', 'The pier is long.', { tags: ['a'] });
    const ada = await signUp(live, 'member');
    await ada.patch(`${SOURCES}/${id}`, { name: 'New name', tags: ['a', 'b'] });
    await settled(id);
    const [entry] = await toldOf(id);
    expect(entry).toEqual({
      action: 'updated',
      actor: { type: 'account', id: ada.accountId, name: 'Ada' },
      details: { name: { from: 'Old name', to: 'New name' }, tags: { from: ['a'], to: ['a', 'b'] } },
    });
    await writer.patch(`${SOURCES}/${id}`, { name: 'New name', tags: ['a', 'b'] });
    expect(await actionsOf(id)).toEqual(['updated', 'indexed', 'added']);
  });

  it('the history keeps long names and URLs whole', async () => {
    const [before, after] = ['🌳'.repeat(200), '🌊'.repeat(200)];
    const { id } = await writer.addText(before, 'A wood.');
    await writer.patch(`${SOURCES}/${id}`, { name: after });
    expect((await toldOf(id)).find(({ action }) => action === 'updated').details).toEqual({
      name: { from: before, to: after },
    });
  });

  it('the history says who replaced the content and who asked for a reindex', async () => {
    const { id } = await live.addText('Pier', 'The pier is long.');
    await writer.patch(`${SOURCES}/${id}`, { name: 'Jetty', content: 'The jetty is short.' });
    await settled(id);
    await writer.post(`${SOURCES}/${id}/reindex`);
    await settled(id);
    const indexed = {
      action: 'indexed',
      actor: FOOTNOTE,
      details: expect.objectContaining({ size_bytes: 19 }),
    };
    expect((await toldOf(id)).slice(0, 5)).toEqual([
      indexed,
      { action: 'reindex_requested', actor: byKey(), details: {} },
      indexed,
      { action: 'replaced', actor: byKey(), details: { size_bytes: 19 } },
      { action: 'updated', actor: byKey(), details: { name: { from: 'Pier', to: 'Jetty' } } },
    ]);
  });

  it('the history has the reason of a failed indexing and the new URL given after it', async () => {
    const [wrong, right] = [site.url('/nowhere'), site.url('/right')];
    const { body } = await writer.post(SOURCES, { type: 'url', name: 'Page', url: wrong });
    const failed = await settled(body.data.id);
    expect(failed.status).toBe('failed');
    site.set('/right', htmlPage(page('puffin')));
    await writer.patch(`${SOURCES}/${failed.id}`, { url: right });
    await settled(failed.id);
    const history = await toldOf(failed.id);
    expect(history.map(({ action }) => action)).toEqual(['indexed', 'replaced', 'failed', 'added']);
    expect(history[1]).toEqual({
      action: 'replaced',
      actor: byKey(),
      details: { url: { from: wrong, to: right } },
    });
    expect(history[2]).toEqual({ action: 'failed', actor: FOOTNOTE, details: { error: failed.error } });
  });

  it('the history counts repeated failures of a source in one entry', async () => {
    const before = await addPage('/missing');
    expect(before.status).toBe('failed');
    aheadMs += HOUR_MS;
    const again = await vi.waitFor(
      async () => {
        const [entry] = await historyOf(before.id);
        expect(entry.details.times).toBe(2);
        return entry;
      },
      { timeout: 30_000 },
    );
    expect(again.action).toBe('failed');
    expect(Date.parse(again.created_at) - Date.parse(again.details.since)).toBeGreaterThanOrEqual(HOUR_MS);
    expect(await actionsOf(before.id)).toEqual(['failed', 'added']);
    await writer.post(`${SOURCES}/${before.id}/reindex`);
    await settled(before.id);
    expect(await actionsOf(before.id)).toEqual(['failed', 'reindex_requested', 'failed', 'added']);
  });

  it('the history says what each refresh brought: nothing, new content or a fault', async () => {
    site.set('/page', htmlPage(page('plover')));
    let source = await addPage('/page');
    await writer.patch(`${SOURCES}/${source.id}`, { refresh_interval_hours: 1 });
    for (let look = 0; look < 3; look++) source = await nextLook(source);
    const [unchanged, ...rest] = await historyOf(source.id);
    expect(unchanged).toMatchObject({
      action: 'refreshed',
      actor: FOOTNOTE,
      details: { outcome: 'unchanged', times: 3 },
      created_at: source.fetched_at,
    });
    expect(Date.parse(unchanged.details.since)).toBeLessThan(Date.parse(unchanged.created_at) - HOUR_MS);
    expect(rest.map(({ action }: Entry) => action)).toEqual(['indexed', 'added']);

    site.set('/page', htmlPage(page('curlew')));
    source = await nextLook(source);
    const [indexed, changed] = await toldOf(source.id);
    expect(indexed.action).toBe('indexed');
    expect(changed).toEqual({
      action: 'refreshed',
      actor: FOOTNOTE,
      details: { outcome: 'changed', size_bytes: source.size_bytes },
    });

    site.remove('/page');
    source = await nextLook(source);
    expect((await toldOf(source.id))[0]).toEqual({
      action: 'refreshed',
      actor: FOOTNOTE,
      details: { outcome: 'failed', error: source.refresh_error },
    });
    await writer.patch(`${SOURCES}/${source.id}`, { refresh_interval_hours: null });
    expect((await toldOf(source.id))[0]).toEqual({
      action: 'updated',
      actor: byKey(),
      details: { refresh_interval_hours: { from: 1, to: null } },
    });
  });

  it('the history says which crawl found a page and which refreshed it', async () => {
    const crawled = sites.take();
    const crawl = async (): Promise<string> => {
      const { id } = (await writer.post(`${SOURCES}/crawl`, { url: crawled.url('/'), max_pages: 1 })).body
        .data;
      await expect
        .poll(async () => (await live.get(`/v1/knowledge-base/crawls/${id}`)).body.data.status, {
          timeout: 30_000,
        })
        .toBe('completed');
      return id;
    };
    crawled.set('/', htmlPage(page('tern')));
    const first = await crawl();
    const source = (await live.get(`${SOURCES}?q=tern`)).body.data[0];
    await settled(source.id);
    expect((await toldOf(source.id)).at(-1)).toEqual({
      action: 'added',
      actor: byKey(),
      details: {
        type: 'url',
        crawl_id: first,
        name: { from: null, to: 'tern' },
        url: { from: null, to: crawled.url('/') },
      },
    });
    crawled.set('/', htmlPage({ ...page('tern'), text: 'The tern has flown to the south. '.repeat(9) }));
    const second = await crawl();
    const { size_bytes } = await settled(source.id);
    expect((await toldOf(source.id))[1]).toEqual({
      action: 'refreshed',
      actor: FOOTNOTE,
      details: { outcome: 'changed', size_bytes, crawl_id: second },
    });
  });

  it('a bulk change adds an entry to the history of each changed source', async () => {
    const tagged = await writer.addText('Tagged', 'Some text.', { tags: ['a'] });
    const plain = await writer.addText('Plain', 'Other text.');
    const source_ids = [tagged.id, plain.id];
    await writer.post(`${SOURCES}/bulk`, { action: 'add_tags', source_ids, tags: ['a'] });
    expect(await actionsOf(tagged.id)).toEqual(['indexed', 'added']);
    expect((await toldOf(plain.id))[0]).toEqual({
      action: 'updated',
      actor: byKey(),
      details: { tags: { from: [], to: ['a'] } },
    });
    await writer.post(`${SOURCES}/bulk`, { action: 'reindex', source_ids });
    for (const id of source_ids) {
      await settled(id);
      expect((await toldOf(id))[1]).toEqual({ action: 'reindex_requested', actor: byKey(), details: {} });
    }
  });

  it('the history is paged and keeps the first entry and the newest 200', async () => {
    const { id } = await writer.addText('Name 0', 'Some text.');
    for (let number = 1; number <= 210; number++)
      await writer.patch(`${SOURCES}/${id}`, { tags: [`Tag ${number}`] });
    const seen: Entry[] = [];
    for (let cursor = ''; ; ) {
      const { data, meta } = (await live.get(`${SOURCES}/${id}/history?limit=90${cursor}`)).body;
      seen.push(...data);
      if (!meta.next_cursor) break;
      cursor = `&cursor=${meta.next_cursor}`;
    }
    const newest = Array.from({ length: 200 }, (_, index) => [`Tag ${210 - index}`]);
    expect(seen.slice(0, -1).map(({ details }) => details.tags.to)).toEqual(newest);
    expect(seen.at(-1).action).toBe('added');
  });

  it('the history shows one source, only to callers who can see it', async () => {
    const source = await writer.addText('Seen', 'The well is deep.');
    const elsewhere = (await live.post('/v1/knowledge-bases', { name: 'Elsewhere' })).body.data.id;
    const outside = await clientWithScope(live, 'read_only', { knowledge_base_ids: [elsewhere] });
    const within = await clientWithScope(live, 'read_only', {
      knowledge_base_ids: [source.knowledge_base_id],
    });
    expect((await within.get(`${SOURCES}/${source.id}/history`)).body.data).toHaveLength(2);
    expectError(await outside.get(`${SOURCES}/${source.id}/history`), 404);
    expectError(await neighbour.get(`${SOURCES}/${source.id}/history`), 404);
    await live.delete(`${SOURCES}/${source.id}`);
    expectError(await live.get(`${SOURCES}/${source.id}/history`), 404);
  });
});
