import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// With the official client, as existing programs have it.

type Asked = OpenAI.ChatCompletionMessageParam[];

let test: TestService;
let live: Client;
let other: Client;
let openai: OpenAI;
let base: string;
let agent: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  other = (await addWorkspace(test)).live;
  base = await defaultKnowledgeBase(live);
  await live.addText(
    'Refund policy',
    'Customers may return any item within 30 days of the purchase and get a full refund.',
  );
  await live.addText('Warranty', 'The warranty of the espresso machine covers broken pumps for two years.');
  agent = await createAgent();
  openai = clientOf(live.key);
});
afterAll(() => test.stop());

const createAgent = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;
const clientOf = (apiKey: string): OpenAI =>
  new OpenAI({ apiKey, baseURL: `${live.baseUrl}/v1`, maxRetries: 0 });
const about = 'How many days do customers have to return an item?';
const ask = (content: string): Asked => [{ role: 'user', content }];
const sessionsOf = async (id: string) =>
  (await live.get(`/v1/agents/${id}/conversations?limit=100`)).body.data;
const transcript = async (id: string, session: string) =>
  (await live.get(`/v1/agents/${id}/conversations/${session}/messages?limit=100`)).body.data;

/** What an agent says beside what OpenAI has. */
type More = {
  session_id: string;
  sources: { name: string }[];
  citations: object[];
  confidence: number;
  confidence_reason: string;
};
const complete = async (messages: Asked, fields: object = {}) =>
  (await openai.chat.completions.create({ model: agent, messages, ...fields })) as OpenAI.ChatCompletion &
    More;

describe('POST /v1/chat/completions', () => {
  it("the answer has OpenAI's shape, plus sources, citations and confidence", async () => {
    const completion = await complete(ask(about));
    expect(completion).toEqual({
      id: expect.stringMatching(/^msg_/),
      object: 'chat.completion',
      kind: 'answer',
      created: expect.any(Number),
      model: agent,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: expect.stringContaining('30 days'),
            refusal: null,
            annotations: [expect.objectContaining({ type: 'url_citation' })],
          },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      session_id: expect.stringMatching(/^ses_/),
      sources: [expect.objectContaining({ name: 'Refund policy' })],
      citations: [expect.objectContaining({ source_id: expect.stringMatching(/^src_/) })],
      confidence: expect.any(Number),
      confidence_reason: expect.any(String),
    });
    expect(Math.abs(completion.created * 1_000 - Date.now())).toBeLessThan(60_000);
  });

  it('the streamed chunks join to the plain answer', async () => {
    const stream = await openai.chat.completions.create({ model: agent, messages: ask(about), stream: true });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.every(({ object }) => object === 'chat.completion.chunk')).toBe(true);
    expect(
      chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason)).filter(Boolean),
    ).toEqual(['stop']);
    const plain = await complete(ask(about));
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
      plain.choices[0]?.message.content,
    );
    expect(chunks.at(-1)).toMatchObject({
      sources: plain.sources,
      citations: plain.citations,
      confidence: plain.confidence,
      session_id: expect.stringMatching(/^ses_/),
    });
    expect(chunks.every((chunk) => !('usage' in chunk))).toBe(true);
  });

  it("OpenAI's client reads the stream, with usage when asked for", async () => {
    const runner = openai.chat.completions.stream({
      model: agent,
      messages: ask(about),
      stream_options: { include_usage: true },
    });
    const completion = await runner.finalChatCompletion();
    expect(completion.choices[0]?.message.content).toContain('30 days');
    expect(completion.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
  });

  it('a stream consists of unnamed events and ends with [DONE]', async () => {
    const body = { model: agent, messages: ask(about), stream: true };
    const stream = await openEvents(live, '/v1/chat/completions', body);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = await stream.rest();
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['message']));
    expect(events.at(-1)?.data).toBe('[DONE]');
  });

  it('settings of other models are accepted and ignored', async () => {
    const completion = await complete(
      [
        { role: 'system', content: 'You are a pirate.' },
        { role: 'developer', content: 'Say Arr.' },
        { role: 'user', content: [{ type: 'text', text: about }] },
      ],
      {
        temperature: 1.7,
        top_p: 0.1,
        max_tokens: 1,
        max_completion_tokens: 1,
        n: 1,
        stop: ['days'],
        seed: 7,
        user: 'someone',
        presence_penalty: 1,
        logit_bias: {},
        response_format: { type: 'text' },
        tools: [{ type: 'function', function: { name: 'now', parameters: {} } }],
        tool_choice: 'auto',
        store: true,
        something_new: { a: 1 },
      },
    );
    expect(completion.choices[0]?.message.content).toContain('30 days');
  });

  it('a follow-up is understood by the messages before it', async () => {
    const messages: Asked = [
      ...ask('What does the warranty of the espresso machine cover?'),
      { role: 'assistant', content: 'It covers broken pumps.' },
      ...ask('For how long?'),
    ];
    expect((await complete(messages)).sources[0]?.name).toBe('Warranty');
    expect((await complete(ask('For how long?'))).sources[0]?.name).not.toBe('Warranty');
  });

  it('a session named in the body or the header keeps its context', async () => {
    const id = await createAgent();
    const turn = async (content: string, name: string, header: boolean) =>
      (await openai.chat.completions.create(
        { model: id, messages: ask(content), ...(!header && { session_id: name }) },
        header ? { headers: { 'x-session-id': name } } : {},
      )) as OpenAI.ChatCompletion & More;
    await turn('What does the warranty of the espresso machine cover?', 's', false);
    const answer = await turn('For how long?', 's', true);
    expect(answer).toMatchObject({ session_id: 's', sources: [{ name: 'Warranty' }] });
    expect(await sessionsOf(id)).toMatchObject([{ session_id: 's', message_count: 4 }]);
    expect((await transcript(id, 's')).at(-1)).toMatchObject({ id: answer.id, role: 'agent' });
  });

  it('each call without a session gets a new one, which keeps its metadata', async () => {
    const id = await createAgent();
    for (const channel of ['a', 'b'])
      await openai.chat.completions.create({ model: id, messages: ask(about), metadata: { channel } });
    expect(await sessionsOf(id)).toMatchObject([
      { message_count: 2, metadata: { channel: 'b' } },
      { message_count: 2, metadata: { channel: 'a' } },
    ]);
  });

  const wrong: [title: string, param: string, fields: object][] = [
    ['a message that is blank', 'messages[0].content', { messages: ask(' ') }],
    ['a message of 16,001 characters', 'messages[0].content', { messages: ask('a'.repeat(16_001)) }],
    ['no message of the user', 'messages', { messages: [{ role: 'system', content: 'Hello' }] }],
    ['no message at all', 'messages', { messages: [] }],
    ['an image', 'messages[0].content', { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }],
    ['another role', 'messages[0].role', { messages: [{ role: 'bot', content: about }] }],
    ['content that is a number', 'messages[0].content', { messages: [{ role: 'user', content: 7 }] }],
    ['two choices', 'n', { n: 2 }],
    ['JSON as the format', 'response_format.type', { response_format: { type: 'json_object' } }],
    ['a tool that must be called', 'tool_choice', { tool_choice: 'required' }],
    ['a function that must be called', 'tool_choice', { tool_choice: { type: 'function', function: {} } }],
    ['a reply in sound', 'modalities[1]', { modalities: ['text', 'audio'] }],
    ['a schema as the format', 'response_format.type', { response_format: { type: 'json_schema' } }],
    ['a chat id that is too long', 'metadata.chat_id', { metadata: { chat_id: 'a'.repeat(129) } }],
    ['an empty session id', 'session_id', { session_id: '' }],
    ['metadata that is no text', 'metadata.key', { metadata: { key: 1 } }],
    ['a stream that is no boolean', 'stream', { stream: 'yes' }],
  ];
  it.each(wrong)('422 for %s', async (_, param, fields) => {
    const answer = await live.post('/v1/chat/completions', { model: agent, messages: ask(about), ...fields });
    expectError(answer, 422, param);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('a malformed session id in the header gets 422', async () => {
    const body = { model: agent, messages: ask(about) };
    const answer = await live.call('POST', '/v1/chat/completions', body, { 'x-session-id': 'a'.repeat(129) });
    expectError(answer, 422, 'x-session-id');
  });

  it('exactly as many messages and parts are accepted as GET /v1/limits says', async () => {
    const { sizes } = (await live.get('/v1/limits')).body.data;
    const chatOf = (messages: number, parts: number) => ({
      model: agent,
      messages: Array(messages).fill({
        role: 'user',
        content: Array(parts).fill({ type: 'text', text: 'Hi' }),
      }),
    });
    const most = sizes.completion_messages;
    const each = sizes.completion_parts / most;
    expect((await live.post('/v1/chat/completions', chatOf(most, each))).status).toBe(200);
    expect((await live.post('/v1/chat/completions', chatOf(1, sizes.message_parts))).status).toBe(200);
    for (const body of [chatOf(most, each + 1), chatOf(1, sizes.message_parts + 1), chatOf(most + 1, 1)])
      expectError(await live.post('/v1/chat/completions', body), 422);
  });

  it('a body without model or messages gets 400', async () => {
    expectError(await live.post('/v1/chat/completions', { messages: ask(about) }), 400, 'model');
    expectError(await live.post('/v1/chat/completions', { model: agent }), 400, 'messages');
  });

  it("OpenAI's client raises its own error classes", async () => {
    const create = (client: OpenAI, model: string, stream = false) =>
      client.chat.completions.create({ model, messages: ask(about), stream });
    const paused = await createAgent();
    await live.patch(`/v1/agents/${paused}`, { status: 'inactive' });
    const reader = await clientWithScope(live, 'read_only');
    const theirBase = await defaultKnowledgeBase(other);
    const theirs = (await other.post('/v1/agents', { name: 'Theirs', knowledge_base_ids: [theirBase] })).body
      .data;
    for (const stream of [false, true]) {
      const failure = async (client: OpenAI, model: string) =>
        await create(client, model, stream).then(
          () => undefined,
          (error: unknown) => error,
        );
      for (const unknown of ['agt_0000000000000000000000000', 'gpt-4o', theirs.id]) {
        const error = await failure(openai, unknown);
        expect(error).toBeInstanceOf(OpenAI.NotFoundError);
        expect(error).toMatchObject({ status: 404, code: 'not_found', type: 'not_found_error', param: null });
        expect((error as Error).message).toContain(unknown);
      }
      expect(await failure(clientOf('svc_live_nonsense'), agent)).toBeInstanceOf(OpenAI.AuthenticationError);
      expect(await failure(clientOf(test.sandbox.key), agent)).toBeInstanceOf(OpenAI.PermissionDeniedError);
      expect(await failure(clientOf(reader.key), agent)).toBeInstanceOf(OpenAI.PermissionDeniedError);
      expect(await failure(openai, paused)).toMatchObject({ code: 'forbidden', type: 'permission_error' });
    }
  });

  it("a request without a key gets 401 in OpenAI's shape", async () => {
    const { body } = await createClient(live.baseUrl, '').post('/v1/chat/completions', {});
    expect(body.error).toMatchObject({ code: 'unauthorized', type: 'authentication_error', param: null });
  });

  it('the title that a chat program asks for is no conversation and no gap', async () => {
    const alone = await createAgent();
    const messages: Asked = [
      ...ask('What is the capital of Mongolia?'),
      { role: 'assistant', content: "I don't know." },
      ...ask('Please generate a four to five word title summarizing our conversation without any lead-in.'),
    ];
    const completion = await complete(messages, { model: alone });
    expect(completion.choices[0]?.message.content).toBe('What is the capital of Mongolia');
    expect(completion.sources).toEqual([]);
    expect(await sessionsOf(alone)).toEqual([]);
    expect((await live.get(`/v1/gaps?agent_id=${alone}&include=tests`)).body.data.total).toBe(0);
    const stream = await openai.chat.completions.create({ model: alone, messages, stream: true });
    let streamed = '';
    for await (const { choices } of stream) streamed += choices[0]?.delta.content ?? '';
    expect(streamed).toBe('What is the capital of Mongolia');
  });

  it('the title of a session is no message of it', async () => {
    const session_id = 'titled';
    await complete(ask(about), { session_id });
    const title = ask('Based on the chat history, give this conversation a name.');
    expect((await complete(title, { session_id })).session_id).toBe(session_id);
    expect(await transcript(agent, session_id)).toHaveLength(2);
  });
});

describe('GET /v1/models', () => {
  it('GET /v1/models lists the active agents, newest first, for any key', async () => {
    const paused = await createAgent();
    await live.patch(`/v1/agents/${paused}`, { status: 'inactive' });
    const newest = await createAgent({ name: 'Newest' });
    const reader = await clientWithScope(live, 'read_only');
    const { data: models } = await clientOf(reader.key).models.list();
    expect(models[0]).toEqual({
      id: newest,
      object: 'model',
      created: expect.any(Number),
      owned_by: 'footnote',
      name: 'Newest',
    });
    expect(models.map(({ id }) => id)).toContain(agent);
    expect(models.map(({ id }) => id)).not.toContain(paused);
    expect((await other.get('/v1/models')).body.data.map(({ id }: { id: string }) => id)).not.toContain(
      agent,
    );
  });

  it('GET /v1/models is complete beyond one page of agents', async () => {
    const made = await Promise.all(Array.from({ length: 120 }, () => createAgent()));
    const { data: models } = await openai.models.list();
    const ids = models.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of made) expect(ids).toContain(id);
  });
});
