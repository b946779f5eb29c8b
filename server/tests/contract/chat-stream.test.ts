import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { openEvents, type ReadEvent, streamChat } from '../helpers/read-events.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
  await live.addText(
    'Refund policy',
    'Customers may return any item within 30 days of the purchase and get a full refund.',
  );
});
afterAll(() => test.stop());

const createAgent = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;
const about = 'How many days do customers have to return an item?';
const textOf = (events: ReadEvent[]): string =>
  events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.text)
    .join('');
const transcript = async (agent: string, session: string) =>
  (await live.get(`/v1/agents/${agent}/conversations/${session}/messages?limit=100`)).body.data;

describe('POST /v1/agents/:id/chat with format: text', () => {
  const question = 'How much oil does the Nautilus pump need?';
  const say = async (agent: string, fields: Record<string, unknown>) =>
    (await live.post(`/v1/agents/${agent}/chat`, { message: question, session_id: 'plain', ...fields })).body
      .data;

  it('the reply has no marks of Markdown, and citations point to the same words', async () => {
    await live.addText(
      'Nautilus pump',
      'The Nautilus pump needs two litres of oil. Pour in the oil:\n\n```sh\nnautilus --oil 2\n```',
    );
    const agent = await createAgent();
    const [marked, plain] = [await say(agent, {}), await say(agent, { format: 'text' })];
    expect(marked.reply).toContain('```');
    expect(plain.reply).not.toContain('`');
    expect(plain.reply).toContain('nautilus --oil 2');
    expect(plain.citations).toHaveLength(marked.citations.length);
    const words = (text: string, { reply_start, reply_end }: { reply_start: number; reply_end: number }) =>
      text
        .slice(reply_start, reply_end)
        .replace('```sh', '')
        .match(/[\p{L}\p{N}]+/gu);
    for (const [index, citation] of plain.citations.entries())
      expect(words(plain.reply, citation)).toEqual(words(marked.reply, marked.citations[index]));

    const events = await streamChat(live, agent, { message: question, session_id: 'plain', format: 'text' });
    expect(textOf(events)).toBe(plain.reply);
    expect(events.at(-1)?.data.reply).toBe(plain.reply);
    expect((await transcript(agent, 'plain')).at(-1).text).toBe(marked.reply);
  });

  it('any other format gets 422', async () => {
    const body = { message: question, format: 'html' };
    expectError(await live.post(`/v1/agents/${await createAgent()}/chat`, body), 422, 'format');
  });
});

describe('POST /v1/agents/:id/chat with stream: true', () => {
  it('a stream has meta, delta, sources and done, and done equals the plain answer', async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    const stream = await openEvents(live, `/v1/agents/${agent}/chat`, {
      message: about,
      session_id: 's',
      stream: true,
    });
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    const events = await stream.rest();
    expect(events.map(({ event }) => event).join(' ')).toMatch(/^meta( delta)+ sources done$/);
    const [meta, done] = [events[0]?.data, events.at(-1)?.data];
    expect(meta).toEqual({
      request_id: stream.headers.get('x-request-id'),
      session_id: 's',
      message_id: done.message_id,
      welcome_message: 'Ahoy!',
    });
    expect(textOf(events)).toBe(done.reply);
    expect(events.at(-2)?.data).toEqual({ sources: done.sources, citations: done.citations });

    const plain = await live.post(`/v1/agents/${agent}/chat`, { message: about, session_id: 'plain' });
    expect(done).toEqual({
      ...plain.body.data,
      session_id: 's',
      message_id: expect.stringMatching(/^msg_/),
    });
    expect(done.sources).toMatchObject([{ name: 'Refund policy' }]);
  });

  it('a streamed turn is stored like a plain one', async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    const done = (await streamChat(live, agent, { message: about, session_id: 's' })).at(-1)?.data;
    const messages = await transcript(agent, 's');
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['welcome', 'user', 'agent']);
    expect(messages[2]).toMatchObject({ id: done.message_id, text: done.reply, citations: done.citations });
  });

  it('Accept: text/event-stream also streams, unless `stream` is false', async () => {
    const path = `/v1/agents/${await createAgent()}/chat`;
    const accept = { accept: 'text/event-stream' };
    const stream = await openEvents(live, path, { message: about }, accept);
    expect((await stream.rest()).at(-1)?.event).toBe('done');
    const plain = await live.call('POST', path, { message: about, stream: false }, accept);
    expect(plain.body.data.reply).toContain('30 days');
    const mixed = await openEvents(live, path, { message: about }, { accept: 'application/json, */*' });
    expect((await mixed.rest()).map(({ event }) => event)).toEqual(['answer']);
  });

  it('an error before the stream begins keeps its status and is JSON', async () => {
    const agent = await createAgent();
    const paused = await createAgent();
    await live.patch(`/v1/agents/${paused}`, { status: 'inactive' });
    const reader = await clientWithScope(live, 'read_only');
    const accept = { accept: 'text/event-stream' };
    const send = (client: Client, id: string, body: unknown) =>
      client.call('POST', `/v1/agents/${id}/chat`, body, accept);
    const body = { message: about, stream: true };
    expectError(await send(live, agent, { stream: true }), 400, 'message');
    expectError(await send(live, agent, { ...body, message: ' ' }), 422, 'message');
    expectError(await send(live, agent, { ...body, stream: 'yes' }), 422, 'stream');
    expectError(await send(createClient(live.baseUrl, ''), agent, body), 401);
    expectError(await send(reader, agent, body), 403);
    expectError(await send(live, paused, body), 403);
    expectError(await send(live, 'agt_0000000000000000000000000', body), 404);
  });

  it('the turns of a session are answered one after another, streamed or not', async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    const questions = Array.from({ length: 12 }, (_, index) => `${index}: ${about}`);
    const answers = await Promise.all(
      questions.map(async (message, index) =>
        index % 2 === 0
          ? (await streamChat(live, agent, { message, session_id: 's' })).at(-1)?.data
          : (await live.post(`/v1/agents/${agent}/chat`, { message, session_id: 's' })).body.data,
      ),
    );
    expect(answers.filter((answer) => answer.welcome_message === 'Ahoy!').length).toBe(1);
    const messages = await transcript(agent, 's');
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      'welcome',
      ...questions.flatMap(() => ['user', 'agent']),
    ]);
    for (const [index, { id, role }] of messages.entries()) {
      if (role !== 'agent') continue;
      const asked = questions[answers.findIndex((answer) => answer.message_id === id)];
      expect(messages[index - 1].text).toBe(asked);
    }
  });

  it('a client that disconnects in the middle frees the session for the next turn', async () => {
    const agent = await createAgent();
    for (let count = 0; count < 5; count++) {
      const stream = await openEvents(live, `/v1/agents/${agent}/chat`, {
        message: about,
        session_id: 's',
        stream: true,
      });
      await stream.next();
      stream.close();
    }
    const { body } = await live.post(`/v1/agents/${agent}/chat`, { message: about, session_id: 's' });
    expect(body.data.reply).toContain('30 days');
  });
});

describe('metadata of a session', () => {
  const sessions = async (agent: string) => (await live.get(`/v1/agents/${agent}/conversations`)).body.data;

  it('metadata is kept as sent, replaced by later metadata and kept when left out', async () => {
    const agent = await createAgent();
    const say = (metadata?: Record<string, string>) =>
      live.post(`/v1/agents/${agent}/chat`, { message: about, session_id: 's', metadata });
    await say();
    expect((await sessions(agent))[0].metadata).toEqual({});
    await say({ channel: 'web', ' plan ': '名前 🙂', empty: '' });
    expect((await sessions(agent))[0].metadata).toEqual({ channel: 'web', ' plan ': '名前 🙂', empty: '' });
    await say();
    expect((await sessions(agent))[0].metadata).toMatchObject({ channel: 'web' });
    await streamChat(live, agent, { message: about, session_id: 's', metadata: { channel: 'app' } });
    expect((await sessions(agent))[0].metadata).toEqual({ channel: 'app' });
    await say({});
    expect((await sessions(agent))[0].metadata).toEqual({});
  });

  it('metadata belongs to one session of one agent', async () => {
    const [mine, other] = [await createAgent(), await createAgent()];
    const said = { message: about, session_id: 's' };
    await live.post(`/v1/agents/${mine}/chat`, { ...said, metadata: { of: 'mine' } });
    await live.post(`/v1/agents/${mine}/chat`, { ...said, session_id: 't' });
    await live.post(`/v1/agents/${other}/chat`, said);
    expect((await sessions(mine)).map(({ metadata }: { metadata: unknown }) => metadata)).toEqual([
      {},
      { of: 'mine' },
    ]);
    expect((await sessions(other))[0].metadata).toEqual({});
  });

  it('metadata may have 16 keys of 64 characters with values of 512', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [`${index + 10}${'🙂'.repeat(62)}`, '字'.repeat(512)]),
    );
    const agent = await createAgent();
    expect((await live.post(`/v1/agents/${agent}/chat`, { message: about, metadata })).status).toBe(200);
    expect((await sessions(agent))[0].metadata).toEqual(metadata);
  });

  it.each<[string, unknown, string]>([
    ['17 keys', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])), 'metadata'],
    ['a key of 65 characters', { ['k'.repeat(65)]: 'v' }, 'metadata'],
    ['an empty key', { '': 'v' }, 'metadata'],
    ['a value of 513 characters', { key: 'v'.repeat(513) }, 'metadata.key'],
    ['a number', { key: 7 }, 'metadata.key'],
    ['an object in it', { key: {} }, 'metadata.key'],
    ['a list', ['key'], 'metadata'],
    ['a string', 'key', 'metadata'],
    ['null', null, 'metadata'],
  ])('422 for %s', async (_, metadata, field) => {
    const agent = await createAgent();
    expectError(await live.post(`/v1/agents/${agent}/chat`, { message: about, metadata }), 422, field);
    expect(await sessions(agent)).toEqual([]);
  });
});
