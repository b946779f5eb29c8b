import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aboutThePier, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { type EventReader, openEvents } from '../helpers/read-events.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { removeDataDir } from '../helpers/test-storage.ts';

// Streams while a language model writes, against a provider that is as slow as a test wants it.

const PIER = 'How long is the pier?';
const SENTENCE = 'The pier is 300 metres long [1]. ';

let fake: FakeChatServer;
beforeAll(async () => {
  fake = await startFakeChatServer();
});
afterEach(() => fake.always());
afterAll(() => fake.close());

const modelSettings = () => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'fake',
  LLM_BASE_URL: `${fake.origin}/v1`,
});
/** A reply of so many sentences, each after so long. */
const slowly = (sentences: number, pauseMs: number) =>
  fake.always({ pieces: aboutThePier(sentences), pauseMs });

async function start(settings: Record<string, string> = {}): Promise<TestService & { agent: string }> {
  const test = await startTestService({ ...modelSettings(), ...settings });
  return { ...test, agent: await addAgent(test.live) };
}
async function addAgent(client: Client): Promise<string> {
  await client.addText('Pier', 'The pier is 300 metres long.');
  const knowledge_base_ids = [await defaultKnowledgeBase(client)];
  return (await client.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
}

const open = (client: Pick<Client, 'baseUrl' | 'key'>, agent: string, session_id: string) =>
  openEvents(client, `/v1/agents/${agent}/chat`, { message: PIER, session_id, stream: true });
/** Reads up to the first piece of the reply, so that the model is in the middle of it. */
async function untilDelta(stream: EventReader): Promise<void> {
  expect((await stream.next())?.event).toBe('meta');
  expect((await stream.next())?.event).toBe('delta');
}
const messagesOf = (client: Client, agent: string, session: string) =>
  client.get(`/v1/agents/${agent}/conversations/${session}/messages`);
/** Resolves when the model was left alone once more than before. */
const modelLeft = (before: number) => expect.poll(() => fake.aborted()).toBe(before + 1);

describe('a stream of a reply that a model writes', () => {
  let test: TestService & { agent: string };
  let live: Client;
  beforeAll(async () => {
    test = await start({ STREAM_HEARTBEAT_SECONDS: '1' });
    live = test.live;
  });
  afterAll(() => test.stop());

  it('a stream begins before the model answers', async () => {
    fake.always({ hangsAfter: 0 });
    const [before, asked] = [fake.aborted(), fake.requests().length];
    const stream = await open(live, test.agent, 'begins');
    expect(await stream.next()).toMatchObject({ event: 'meta', data: { session_id: 'begins' } });
    await expect.poll(() => fake.requests().length).toBe(asked + 1);
    stream.close();
    await modelLeft(before);
  });

  it('a stream sends the reply as it is written, and its usage', async () => {
    slowly(4, 100);
    const stream = await open(live, test.agent, 'whole');
    await untilDelta(stream);
    expect((await messagesOf(live, test.agent, 'whole')).status).toBe(404);
    const events = await stream.rest();
    const { data, event } = events.at(-1) ?? {};
    expect(event).toBe('done');
    expect(data).toMatchObject({
      reply: expect.stringContaining('300 metres'),
      usage: { model: expect.stringContaining('fake'), output_tokens: 4, input_tokens: expect.any(Number) },
    });
    expect(data).not.toHaveProperty('degraded');
    const [, reply] = (await messagesOf(live, test.agent, 'whole')).body.data;
    expect(reply).toMatchObject({ id: data.message_id, text: data.reply, usage: data.usage });
  });

  it('a stream carries comments while the model is silent', async () => {
    fake.always({ pieces: [SENTENCE], pauseMs: 2_500 });
    const stream = await open(live, test.agent, 'silent');
    expect((await stream.rest()).at(-1)?.event).toBe('done');
    expect(stream.comments()).toBe(2);
  });

  it('a client that disconnects stops the model, and nothing is stored', async () => {
    slowly(100, 50);
    const before = fake.aborted();
    const stream = await open(live, test.agent, 'left');
    await untilDelta(stream);
    stream.close();
    await modelLeft(before);
    await sleep(50);
    expect((await messagesOf(live, test.agent, 'left')).status).toBe(404);
  });

  it('an aborted plain request stops the model too', async () => {
    slowly(100, 50);
    const [before, asked] = [fake.aborted(), fake.requests().length];
    const abort = new AbortController();
    const answer = fetch(`${live.baseUrl}/v1/agents/${test.agent}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: PIER, session_id: 'plain' }),
      signal: abort.signal,
    });
    await expect.poll(() => fake.requests().length).toBe(asked + 1);
    abort.abort();
    await expect(answer).rejects.toThrow();
    await modelLeft(before);
    expect((await messagesOf(live, test.agent, 'plain')).status).toBe(404);
  });

  it('revoking the key ends the stream with unauthorized and stops the model', async () => {
    slowly(100, 50);
    const before = fake.aborted();
    const client = await clientWithScope(live, 'read_write');
    const stream = await open(client, test.agent, 'revoked');
    await untilDelta(stream);
    await live.delete(`/v1/api-keys/${client.keyId}`);
    const last = (await stream.rest()).at(-1);
    expect(last).toEqual({
      event: 'error',
      data: {
        error: {
          code: 'unauthorized',
          message: expect.stringContaining('revoked'),
          request_id: stream.headers.get('x-request-id'),
        },
      },
    });
    await modelLeft(before);
    expect((await messagesOf(live, test.agent, 'revoked')).status).toBe(404);
  });

  it.each([
    ['disabled', (path: string) => live.patch(path, { enabled: false })],
    ['deleted', (path: string) => live.delete(path)],
  ])('of a chat widget ends when its token is %s, and nothing of it is kept', async (_how, end) => {
    slowly(100, 50);
    const before = fake.aborted();
    const agent = await addAgent(live);
    const tokens = `/v1/agents/${agent}/tokens`;
    const origin = 'https://shop.example.com';
    const { id, token } = (await live.post(tokens, { name: 'Shop', allowed_origins: [origin] })).body.data;
    const visitor = { baseUrl: live.baseUrl, key: '' };
    const stream = await openEvents(visitor, `/v1/widget/${token}/chat`, { message: PIER }, { origin });
    await untilDelta(stream);
    await end(`${tokens}/${id}`);
    expect((await stream.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'unauthorized', message: expect.stringContaining('was deleted or disabled') } },
    });
    await modelLeft(before);
    expect((await live.get(`/v1/agents/${agent}/conversations`)).body.data).toEqual([]);
  });

  it("revoking the key ends a streamed completion with an error that OpenAI's client raises", async () => {
    slowly(100, 50);
    const client = await clientWithScope(live, 'read_write');
    const stream = await openEvents(client, '/v1/chat/completions', {
      model: test.agent,
      messages: [{ role: 'user', content: PIER }],
      stream: true,
    });
    await stream.next();
    await live.delete(`/v1/api-keys/${client.keyId}`);
    expect((await stream.rest()).at(-1)).toMatchObject({
      event: 'message',
      data: { error: { code: 'unauthorized', type: 'authentication_error', param: null } },
    });
  });

  it('deleting the agent ends the stream with not_found', async () => {
    slowly(6, 50);
    const agent = await addAgent(live);
    const stream = await open(live, agent, 's');
    await untilDelta(stream);
    await live.delete(`/v1/agents/${agent}`);
    expect((await stream.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'not_found' } },
    });
  });

  it('a stream holds its session until it ends or its client disconnects', async () => {
    slowly(8, 50);
    const first = await open(live, test.agent, 'order');
    await untilDelta(first);
    const second = open(live, test.agent, 'order');
    const asked = fake.requests().length;
    await sleep(150);
    expect(fake.requests().length).toBe(asked);
    expect((await first.rest()).at(-1)?.event).toBe('done');
    await untilDelta(await second);
    (await second).close();
    fake.always();
    fake.script({ pieces: [SENTENCE] });
    expect((await (await open(live, test.agent, 'order')).rest()).at(-1)?.event).toBe('done');
    const messages = (await messagesOf(live, test.agent, 'order')).body.data;
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'agent', 'user', 'agent']);
  });

  it('a client that disconnects while waiting for its session disturbs no other turn', async () => {
    slowly(6, 50);
    const first = await open(live, test.agent, 'waiting');
    await untilDelta(first);
    const abort = new AbortController();
    const waiting = fetch(`${live.baseUrl}/v1/agents/${test.agent}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Who waits?', session_id: 'waiting', stream: true }),
      signal: abort.signal,
    });
    const last = open(live, test.agent, 'waiting');
    await sleep(50);
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect((await first.rest()).at(-1)?.event).toBe('done');
    expect((await (await last).rest()).at(-1)?.event).toBe('done');
    const messages = (await messagesOf(live, test.agent, 'waiting')).body.data;
    expect(messages.filter(({ role }: { role: string }) => role === 'user').map(textOf)).toEqual([
      PIER,
      PIER,
    ]);
  });
});

const textOf = ({ text }: { text: string }): string => text;

describe('a service that stops during a stream', () => {
  it('a stopping service lets the stream end, and the session continues after the restart', async () => {
    const test = await start();
    onTestFinished(() => removeDataDir(test.dataDir));
    slowly(6, 100);
    const stream = await open(test.live, test.agent, 's');
    await untilDelta(stream);
    const stopped = test.service.stop();
    expect((await stream.rest()).at(-1)?.event).toBe('done');
    await stopped;

    const again = await startTestService({ ...modelSettings(), DATA_DIR: test.dataDir });
    onTestFinished(() => again.stop());
    const client = createClient(again.live.baseUrl, test.live.key);
    fake.always();
    fake.script({ pieces: [SENTENCE] });
    expect((await (await open(client, test.agent, 's')).rest()).at(-1)?.event).toBe('done');
    expect((await messagesOf(client, test.agent, 's')).body.data.length).toBe(4);
  });

  it('a stopping service ends a stream that takes too long with unavailable', async () => {
    const test = await start({ SHUTDOWN_SECONDS: '1' });
    onTestFinished(() => removeDataDir(test.dataDir));
    slowly(1_000, 100);
    const before = fake.aborted();
    const stream = await open(test.live, test.agent, 's');
    await untilDelta(stream);
    const waiting = test.live.post(`/v1/agents/${test.agent}/chat`, { message: PIER });
    await sleep(50);
    const stopped = test.service.stop();
    expect((await stream.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'unavailable' } },
    });
    const refused = await waiting;
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(refused.headers.get('retry-after')).toBe('5');
    await stopped;
    await expect.poll(() => fake.aborted()).toBe(before + 2);
  });

  it('SIGTERM exits with 0 soon, despite an idle connection', async () => {
    const server = await startServerProcess({});
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    expect(await server.stop('SIGTERM')).toBe(0);
    await closed;
  });

  it('SIGTERM exits with 0 when the stream has ended', async () => {
    const server = await startServerProcess({ env: modelSettings() });
    const client = createClient(server.baseUrl, server.key);
    const agent = await addAgent(client);
    slowly(5, 100);
    const stream = await open(client, agent, 's');
    await untilDelta(stream);
    const exited = server.stop('SIGTERM');
    expect((await stream.rest()).at(-1)?.event).toBe('done');
    expect(await exited).toBe(0);
  });
});
