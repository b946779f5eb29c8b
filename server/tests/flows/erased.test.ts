import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '#storage/open-store.ts';
import { TABLE_NAMES } from '#storage/tables.ts';
import { serve } from '../helpers/local-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { storageBeside, TEST_ENGINE } from '../helpers/test-storage.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';

const SOURCES = '/v1/knowledge-base/sources';

let test: TestService;
let live: Client;
let receiver: WebhookReceiver;
/** Answers with what it was sent. */
let echo: Awaited<ReturnType<typeof serve>>;
let base: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  echo = await serve(async (request, response) => void response.end(await text(request)));
  test = await startTestService({
    URL_FETCH_ALLOW_HOSTS: `${receiver.host},127.0.0.1:${echo.port}`,
    WATCH_SECONDS: '1',
  });
  live = test.live;
  base = await defaultKnowledgeBase(live);
});
afterAll(async () => {
  await test.stop();
  await receiver.close();
  await echo[Symbol.asyncDispose]();
});

/** Which of the words stand in any table, or in any file of the embedded engine. */
async function found(words: readonly string[]): Promise<string[]> {
  const engine = await openEngine({
    ...storageBeside(test.dataDir),
    environment: 'live',
    indexMemoryBytes: 0,
    isOnlyServer: false,
  });
  const rows: string[] = [];
  for (const table of TABLE_NAMES)
    rows.push(`${table} ${JSON.stringify(await engine.reads.selectFrom(table).selectAll().execute())}`);
  await engine.close();
  const files = TEST_ENGINE === 'embedded' ? filesOf(test.dataDir) : [];
  return words.filter(
    (word) =>
      rows.some((row) => row.includes(word)) || files.some((path) => readFileSync(path).includes(word)),
  );
}
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const eventsOf = async (client: Client) => (await client.get('/v1/events?limit=100')).body.data;
const addWebhook = async (url: string): Promise<string> =>
  (await live.post('/v1/webhooks', { url })).body.data.id;

describe('what was deleted', () => {
  it('no word of a deleted source is left, not even in webhook deliveries', async () => {
    const hook = await addWebhook(`${echo.origin}/`);
    const form = new FormData();
    form.set('type', 'document');
    form.set('name', 'planted-name');
    form.set('tags', 'planted-tag');
    form.set('file', new Blob(['The heron stands in planted-text.']), 'planted-file.txt');
    const { id } = (await live.call('POST', SOURCES, form)).body.data;
    await live.get(`${SOURCES}/${id}?wait=30`);
    await live.patch(`${SOURCES}/${id}`, { name: 'planted-second-name' });
    const words = ['planted-name', 'planted-tag', 'planted-text', 'planted-file', 'planted-second-name'];
    expect((await found(words)).length).toBe(words.length);
    const deliveries = () => live.get(`/v1/webhooks/${hook}/deliveries`);
    await expect.poll(async () => JSON.stringify((await deliveries()).body)).toContain('planted-name');

    expect((await live.delete(`${SOURCES}/${id}`)).status).toBe(204);

    await expect.poll(() => found(words)).toEqual([]);
    const events = (await eventsOf(live)).filter(({ data }: { data: { id: string } }) => data.id === id);
    expect(events.map(({ type, data }: { type: string; data: unknown }) => [type, data])).toEqual([
      ['source.deleted', { id, erased: true }],
      ['source.indexed', { id, erased: true }],
    ]);
    const { body } = await deliveries();
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'delivered']);
    expect(body.data[1].attempts).toMatchObject([{ status_code: 200 }]);
    expect((await live.delete(`/v1/webhooks/${hook}`)).status).toBe(204);
  });

  it('no word of sources deleted in bulk or with their knowledge base is left', async () => {
    const knowledge_base_id = (await live.post('/v1/knowledge-bases', { name: 'Spare' })).body.data.id;
    const one = await live.addText('planted-of-base', 'The crane flies.', { knowledge_base_id });
    const two = await live.addText('planted-of-bulk', 'The stork flies.');
    await live.post(`${SOURCES}/bulk`, { action: 'delete', source_ids: [two.id] });
    expect((await live.delete(`/v1/knowledge-bases/${knowledge_base_id}`)).status).toBe(204);
    await expect.poll(() => found(['planted-of-base', 'planted-of-bulk'])).toEqual([]);
    expect(JSON.stringify(await eventsOf(live))).toContain(one.id);
  });

  it('no word of a deleted conversation is left', async () => {
    const agent = (await live.post('/v1/agents', { name: 'Stays', knowledge_base_ids: [base] })).body.data.id;
    const path = `/v1/agents/${agent}`;
    const question = 'Where is planted-question of the plantedheron?';
    const chat = { message: question, session_id: 's1', metadata: { user: 'planted-metadata' } };
    const { message_id } = (await live.post(`${path}/chat`, chat)).body.data;
    await live.post(`${path}/chat`, { message: 'Another?', session_id: 's2', metadata: { user: 'kept' } });
    const feedback = { rating: 'down', comment: 'planted-comment' };
    await live.post(`${path}/conversations/s1/messages/${message_id}/feedback`, feedback);
    await live.post('/v1/gaps/dismiss', { question });
    await live.patch(`${path}/conversations/s1`, { tags: ['planted-mark'] });
    const words = ['planted-question', 'plantedheron', 'planted-metadata', 'planted-comment', 'planted-mark'];
    expect(await found(words)).toEqual(words);

    expect((await live.delete(`${path}/conversations/s1`)).status).toBe(204);

    await expect.poll(() => found(words)).toEqual([]);
    const [feedbackEvent] = (await live.get('/v1/events?type=message.feedback')).body.data;
    expect(feedbackEvent.data).toEqual({ agent_id: agent, session_id: 's1', erased: true });
    expect(await found(['kept'])).toEqual(['kept']);
  });

  it('no prompt or conversation of a deleted agent is left', async () => {
    const body = {
      name: 'Guide',
      knowledge_base_ids: [base],
      system_prompt: 'planted-prompt',
      welcome_message: 'planted-welcome',
      fallback_message: 'planted-fallback',
    };
    const agent = (await live.post('/v1/agents', body)).body.data.id;
    await live.patch(`/v1/agents/${agent}`, { welcome_message: 'planted-second-welcome' });
    const chat = { message: 'planted-words?', session_id: 's1', metadata: { user: 'planted-user' } };
    await live.post(`/v1/agents/${agent}/chat`, chat);
    const words = ['prompt', 'welcome', 'fallback', 'second-welcome', 'words', 'user'].map(
      (word) => `planted-${word}`,
    );
    expect(await found(words)).toEqual(words);
    expect((await live.delete(`/v1/agents/${agent}`)).status).toBe(204);
    await expect.poll(() => found(words)).toEqual([]);
  });

  it("webhooks get a deleted thing's name once more, and then it is erased", async () => {
    const hook = await addWebhook(receiver.url('/farewell'));
    receiver.answer(500, '/farewell');
    const source = await live.addText('planted-farewell', 'The egret wades.');
    await expect.poll(() => receiver.received('/farewell').length).toBeGreaterThan(0);
    expect((await live.delete(`${SOURCES}/${source.id}`)).status).toBe(204);
    receiver.answer(204, '/farewell');
    const { data } = (await live.get(`/v1/webhooks/${hook}/deliveries?status=pending`)).body;
    const first = data.find(({ event_type }: { event_type: string }) => event_type === 'source.indexed');
    await live.post(`/v1/webhooks/${hook}/deliveries/${first.id}/retry`);
    const received = () =>
      receiver.received('/farewell').map(({ event }) => [event.type, event.data.name ?? event.data]);
    await expect
      .poll(() => received().slice(-2))
      .toEqual([
        ['source.indexed', { id: source.id, erased: true }],
        ['source.deleted', 'planted-farewell'],
      ]);
    await expect.poll(() => found(['planted-farewell'])).toEqual([]);
  });

  it('a deleted thing is erased when the last webhook waiting for it is disabled or deleted', async () => {
    for (const end of [
      (path: string) => live.patch(path, { enabled: false }),
      (path: string) => live.delete(path),
    ]) {
      const source = await live.addText('planted-waiting', 'The ibis waits.');
      const path = `/v1/webhooks/${await addWebhook('http://127.0.0.1:1/')}`;
      await live.delete(`${SOURCES}/${source.id}`);
      expect(await found(['planted-waiting'])).toEqual(['planted-waiting']);
      expect((await end(path)).status).toBeLessThan(300);
      await expect.poll(() => found(['planted-waiting'])).toEqual([]);
    }
  });
});
