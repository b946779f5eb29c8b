import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { createFakeDeepModel } from '../helpers/fake-deep-model.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';
import { untilUnderstood } from '../helpers/until-understood.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 600_000 });
const patient = { timeout: 300_000 };

const sources = '/v1/knowledge-base/sources';
const BOTH = 'multilingual-e5-small';
const INSTANT = 'static-en-multi-256';

/** Awaited by the model before each passage. */
let beforePassage: () => Promise<void>;
beforeEach(() => {
  beforePassage = async () => {};
});
const start = (settings: Record<string, string> = {}): Promise<TestService> =>
  startTestService(settings, undefined, createFakeDeepModel({ beforePassage: () => beforePassage() }));

/** Has the model wait until the returned function is called. */
function holdModel(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  beforePassage = () => promise;
  onTestFinished(() => resolve());
  return resolve;
}

describe('a service with a deep model', () => {
  let test: TestService;
  let live: Client;
  beforeAll(async () => {
    test = await start();
    live = test.live;
  });
  afterAll(() => test.stop());
  const read = async (id: string, query = '') => (await live.get(`${sources}/${id}${query}`)).body.data;

  it('a source is indexed and found while it waits for the model, and done when the model has read it', async () => {
    const release = holdModel();
    const source = await live.addText('Kettle', 'The copper kettle whistles at four.');
    expect(source).toMatchObject({ status: 'indexed', understanding: 'pending' });
    const { body } = await live.post('/v1/query', { query: 'copper kettle' });
    expect(body.data.results[0].source_id).toBe(source.id);
    expect(await read(source.id, '?wait=1')).toMatchObject({ understanding: 'pending' });

    const waiting = untilUnderstood(live, source.id);
    release();
    expect(await waiting).toMatchObject({ status: 'indexed', understanding: 'done' });
    const { data: list } = (await live.get(sources)).body;
    expect(list.find(({ id }: { id: string }) => id === source.id).understanding).toBe('done');
  });

  it('?wait=deep waits for both passes', async () => {
    const { body } = await live.post(sources, {
      type: 'text',
      name: 'Bread',
      content: 'Bread rises overnight.',
    });
    expect(body.data.understanding).toBeUndefined();
    expect(await untilUnderstood(live, body.data.id)).toMatchObject({
      status: 'indexed',
      understanding: 'done',
    });
  });

  it('new content waits to be read again', async () => {
    const source = await live.addText('Heron', 'A heron waits in the water.');
    await untilUnderstood(live, source.id);
    const release = holdModel();
    await live.patch(`${sources}/${source.id}`, { content: 'A heron flies over the water.' });
    await expect
      .poll(() => read(source.id), patient)
      .toMatchObject({ status: 'indexed', understanding: 'pending' });
    release();
    expect(await untilUnderstood(live, source.id)).toMatchObject({ understanding: 'done' });
  });

  it('?wait=deep answers for a source that failed', async () => {
    const { body } = await live.post(sources, { type: 'url', name: 'Nowhere', url: 'http://127.0.0.1:9/' });
    const source = await untilUnderstood(live, body.data.id);
    expect(source.status).toBe('failed');
    expect(source.understanding).toBeUndefined();
  });

  it('a knowledge base says how far the model has come', async () => {
    const { id } = (await live.post('/v1/knowledge-bases', { name: 'Manuals' })).body.data;
    const base = async () => (await live.get(`/v1/knowledge-bases/${id}`)).body.data;
    expect(await base()).toMatchObject({
      embedding_model: BOTH,
      understanding: { status: 'done', chunks: 0, understood_chunks: 0 },
    });
    const release = holdModel();
    const source = await live.addText('Tea', 'Tea is green.', { knowledge_base_id: id });
    expect((await base()).understanding).toEqual({ status: 'pending', chunks: 1, understood_chunks: 0 });
    release();
    await untilUnderstood(live, source.id);
    expect((await base()).understanding).toEqual({ status: 'done', chunks: 1, understood_chunks: 1 });
  });

  it('a knowledge base that chooses the instant pass is not read, and is read once it chooses both', async () => {
    const { id } = (await live.post('/v1/knowledge-bases', { name: 'Fast', embedding_model: INSTANT })).body
      .data;
    const base = async () => (await live.get(`/v1/knowledge-bases/${id}`)).body.data;
    const source = await live.addText('Tea', 'Tea is black.', { knowledge_base_id: id });
    expect(await untilUnderstood(live, source.id)).not.toHaveProperty('understanding');
    expect(await base()).toMatchObject({ embedding_model: INSTANT, understanding: null });
    const { body } = await live.patch(`/v1/knowledge-bases/${id}`, { embedding_model: BOTH });
    expect(body.data).toMatchObject({ embedding_model: BOTH, embedding_switch: null });
    expect(await untilUnderstood(live, source.id)).toMatchObject({ understanding: 'done' });
    expect((await base()).understanding).toEqual({ status: 'done', chunks: 1, understood_chunks: 1 });
  });

  it('the stream of changes says that a source is done', async () => {
    const release = holdModel();
    const source = await live.addText('Lamp', 'The lamp is lit.');
    const events = await openEvents(live, '/v1/knowledge-base/changes');
    onTestFinished(() => events.close());
    let event = await events.next();
    while (event && !(event.data.id === source.id && event.data.understanding === 'done')) {
      if (event.event === 'ready') release();
      event = await events.next();
    }
    expect(event?.data).toMatchObject({ id: source.id, understanding: 'done' });
  });

  it('/metrics has what was read and what waits', async () => {
    await live.addText('Metric', 'The metre is a unit.');
    const value = async (name: string) =>
      Number(
        new RegExp(`${name}\\{environment="live"\\} (\\d+)`).exec((await live.get('/metrics')).body)?.[1],
      );
    await expect.poll(() => value('footnote_pending_chunks'), patient).toBe(0);
    await expect.poll(() => value('footnote_understood_chunks_total'), patient).toBeGreaterThan(0);
  });

  it.each(['-1', '61', 'soon', 'deeply'])('422 for wait=%s', async (wait) => {
    const { id } = await live.addText('Any', 'Any text.');
    expectError(await live.get(`${sources}/${id}?wait=${wait}`), 422, 'wait');
  });
});

describe('DEEP_CHUNKS_MAX', () => {
  it('a source beyond it is skipped, which it and its knowledge base say, and taken up when there is room', async () => {
    const { live, stop } = await start({ DEEP_CHUNKS_MAX: '1', WATCH_SECONDS: '1' });
    onTestFinished(stop);
    const path = `/v1/knowledge-bases/${await defaultKnowledgeBase(live)}`;
    const first = await live.addText('One', 'The first text.');
    expect(await untilUnderstood(live, first.id)).toMatchObject({ understanding: 'done' });
    const second = await live.addText('Two', 'The second text.');
    expect(await untilUnderstood(live, second.id)).toMatchObject({ understanding: 'skipped' });
    const { understanding } = (await live.get(path)).body.data;
    expect(understanding).toEqual({ status: 'skipped', chunks: 2, understood_chunks: 1 });

    await live.delete(`${sources}/${first.id}`);
    await expect
      .poll(async () => (await live.get(`${sources}/${second.id}`)).body.data, patient)
      .toMatchObject({ understanding: 'done' });
  });
});

describe('a service without a deep model', () => {
  it('says nothing of understanding, and ?wait=deep waits for the index', async () => {
    const { live, stop } = await startTestService();
    onTestFinished(stop);
    const { body } = await live.post(sources, { type: 'text', name: 'One', content: 'A text.' });
    const source = await untilUnderstood(live, body.data.id);
    expect(source.status).toBe('indexed');
    expect(source).not.toHaveProperty('understanding');
  });

  it('keeps what was read for the day when it has one again', async () => {
    const dataDir = newDataDir();
    onTestFinished(() => removeDataDir(dataDir));
    const settings = { DATA_DIR: dataDir };
    const first = await start(settings);
    const { id } = await first.live.addText('One', 'A text.');
    await untilUnderstood(first.live, id);
    const { key } = first.live;
    await first.stop();
    const without = await startTestService(settings);
    const client = createClient(without.live.baseUrl, key);
    expect((await client.get(`${sources}/${id}`)).body.data).not.toHaveProperty('understanding');
    const added = await client.addText('Two', 'Another text.');
    await without.stop();

    const again = await start(settings);
    onTestFinished(again.stop);
    const last = createClient(again.live.baseUrl, key);
    expect((await last.get(`${sources}/${id}`)).body.data.understanding).toBe('done');
    expect(await untilUnderstood(last, added.id)).toMatchObject({ understanding: 'done' });
  });
});
