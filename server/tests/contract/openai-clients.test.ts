import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type LanguageModel, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// With the clients that existing programs have: OpenAI's and the AI SDK.

const QUESTION = 'How many days do customers have to return an item?';
const FOLLOW_UP = 'And who pays for it?';

let test: TestService;
let live: Client;
let base: string;
let agent: string;
let openai: OpenAI;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
  await live.addText(
    'Refund policy',
    'Customers may return any item within 30 days of the purchase. The customer pays for the shipping.',
  );
  agent = await createAgent('Guide');
  openai = new OpenAI({ apiKey: live.key, baseURL: `${live.baseUrl}/v1`, maxRetries: 0 });
});
afterAll(() => test.stop());

const createAgent = async (name: string, client = live, knowledge_base_ids = [base]): Promise<string> =>
  (await client.post('/v1/agents', { name, knowledge_base_ids })).body.data.id;

type Conversation = { session_id: string; message_count: number };
const sessionsOf = async (id: string): Promise<Conversation[]> =>
  (await live.get(`/v1/agents/${id}/conversations?limit=100`)).body.data;
const gapsOf = async (id: string): Promise<number> =>
  (await live.get(`/v1/gaps?agent_id=${id}&include=tests`)).body.data.total;

const complete = async (fields: object, headers: Record<string, string> = {}) =>
  await live.call(
    'POST',
    '/v1/chat/completions',
    { model: agent, messages: [{ role: 'user', content: QUESTION }], ...fields },
    headers,
  );
const headers = (style: string) => ({ 'x-citation-style': style });

describe('sources in clients of OpenAI', () => {
  const models = (): [name: string, model: LanguageModel][] => {
    const settings = { apiKey: live.key, baseURL: `${live.baseUrl}/v1` };
    const sdk = createOpenAI(settings);
    return [
      ['responses', sdk('Guide')],
      ['completions', sdk.chat('Guide')],
    ];
  };

  it('the AI SDK gives them to the app, in both protocols, whole and streamed', async () => {
    for (const [name, model] of models()) {
      const { text, sources } = await generateText({ model, prompt: QUESTION, maxRetries: 0 });
      expect(text, name).toContain('30 days');
      expect(sources, name).toMatchObject([
        { sourceType: 'url', title: 'Refund policy', url: expect.stringContaining('/sources/src_') },
      ]);
      const stream = streamText({ model, prompt: QUESTION, maxRetries: 0 });
      expect(await stream.text, name).toBe(text);
      expect(
        (await stream.sources).map(({ title }) => title),
        name,
      ).toEqual(['Refund policy']);
    }
  });

  it('the compatible provider of the AI SDK has no annotations, so it shows the footnotes of the text', async () => {
    const sdk = createOpenAICompatible({
      name: 'footnote',
      apiKey: live.key,
      baseURL: `${live.baseUrl}/v1`,
      headers: headers('footnotes'),
    });
    const { text } = await generateText({ model: sdk('Guide'), prompt: QUESTION, maxRetries: 0 });
    expect(text).toMatch(/pays for the shipping\. \[1\]/);
    expect(text).toMatch(/\n- \[1\] \[Refund policy\]\(http/);
  });

  it('annotations name the cited words, whatever the style, and a stream sends the same', async () => {
    for (const style of ['annotations', 'markers', 'footnotes', 'none']) {
      const { choices, citations } = (await complete({}, headers(style))).body;
      const { content, annotations } = choices[0].message;
      expect(content.includes('[1]'), style).toBe(style === 'markers' || style === 'footnotes');
      expect(annotations, style).toHaveLength(style === 'none' ? 0 : citations.length);
      for (const { url_citation: cited } of annotations)
        expect(content.slice(cited.start_index, cited.end_index)).toMatch(/^[CT].*\.$/);
      const stream = await openai.chat.completions.create(
        { model: agent, messages: [{ role: 'user', content: QUESTION }], stream: true },
        { headers: headers(style) },
      );
      let streamed = '';
      const sent: unknown[] = [];
      for await (const {
        choices: [choice],
      } of stream) {
        streamed += choice?.delta.content ?? '';
        sent.push(...((choice?.delta as { annotations?: unknown[] } | undefined)?.annotations ?? []));
      }
      expect(streamed, style).toBe(content);
      expect(sent, style).toEqual(annotations);
    }
    expectError(await complete({}, headers('loud')), 422, 'x-citation-style');
  });
});

describe('agents by name', () => {
  it('a name works wherever an id does, and answers name the id', async () => {
    expect((await complete({ model: 'Guide' })).body.model).toBe(agent);
    expect(await openai.models.retrieve('Guide')).toMatchObject({
      id: agent,
      object: 'model',
      name: 'Guide',
    });
    expect(await openai.models.retrieve(agent)).toMatchObject({ id: agent });
    const response = await openai.responses.create({ model: 'Guide', input: QUESTION });
    expect(response.model).toBe(agent);
  });

  it('404 for another case, a paused agent among the models, and the agents of others', async () => {
    const paused = await createAgent('Paused');
    await live.patch(`/v1/agents/${paused}`, { status: 'inactive' });
    const other = (await addWorkspace(test)).live;
    await createAgent('Theirs', other, [await defaultKnowledgeBase(other)]);
    for (const name of ['guide', 'Paused', 'Theirs', 'gpt-4o'])
      await expect(openai.models.retrieve(name)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    expectError(await complete({ model: 'Theirs' }), 404);
    expectError(await complete({ model: 'Paused' }), 403);
  });

  it('a key sees the names of its knowledge bases alone', async () => {
    const hidden = (await live.post('/v1/knowledge-bases', { name: 'Hidden' })).body.data.id;
    await createAgent('Secret', live, [hidden]);
    const restricted = await clientWithScope(live, 'read_write', { knowledge_base_ids: [base] });
    expect((await restricted.get('/v1/models/Guide')).status).toBe(200);
    expectError(await restricted.get('/v1/models/Secret'), 404);
  });

  it('422 names the ids of agents that share a name; of one active and others paused, the active one is meant', async () => {
    const twins = [await createAgent('Twin'), await createAgent('Twin')];
    const answer = await complete({ model: 'Twin' });
    expectError(answer, 422, 'model');
    for (const id of twins) expect(answer.body.error.message).toContain(id);
    await live.patch(`/v1/agents/${twins[0]}`, { status: 'inactive' });
    expect((await complete({ model: 'Twin' })).body.model).toBe(twins[1]);
  });

  it('the native chat takes ids only', async () => {
    expectError(await live.post('/v1/agents/Guide/chat', { message: QUESTION }), 404);
  });
});

describe('the conversations of chat front ends', () => {
  const turns = (edited = 'Customers have 30 days.') => [
    [{ role: 'user', content: QUESTION }],
    [
      { role: 'user', content: QUESTION },
      { role: 'assistant', content: edited },
      { role: 'user', content: FOLLOW_UP },
    ],
  ];

  it.each([
    ['the chat header of Open WebUI', {}, { 'x-openwebui-chat-id': 'c0ffee' }, 'c0ffee'],
    ['metadata.chat_id', { metadata: { chat_id: 'm1' } }, {}, 'm1'],
    ['metadata.session_id', { metadata: { session_id: 'm2' } }, {}, 'm2'],
    ['user', { user: 'ida' }, {}, expect.stringMatching(/^user_[0-9a-f]{32}$/)],
  ])('%s makes one session of a conversation', async (_, fields, sent, session_id) => {
    const model = await createAgent('Front');
    for (const messages of turns())
      expect((await complete({ model, messages, ...fields }, sent)).status).toBe(200);
    expect(await sessionsOf(model)).toMatchObject([{ session_id, message_count: 4 }]);
  });

  it('what the person has edited is the context, not what the session has', async () => {
    const model = await createAgent('Front');
    const chat = { 'x-openwebui-chat-id': 'edited' };
    await complete({ model }, chat);
    const messages = [
      { role: 'user', content: 'What is the capital of Mongolia?' },
      { role: 'assistant', content: 'Ulaanbaatar.' },
      { role: 'user', content: 'How many days do they have?' },
    ];
    const { session_id } = (await complete({ model, messages }, chat)).body;
    expect(session_id).toBe('edited');
  });

  it('a user with two conversations has two sessions, and nobody shares one by a name', async () => {
    const model = await createAgent('Front');
    for (const content of [QUESTION, 'Who pays for the shipping?'])
      await complete({ model, user: 'ida', messages: [{ role: 'user', content }] });
    await complete({ model, user: 'edmund' });
    expect(await sessionsOf(model)).toHaveLength(3);
    const other = await createAgent('Other');
    await complete({ model: other, user: 'ida' });
    expect(await sessionsOf(other)).toMatchObject([{ message_count: 2 }]);
  });

  it('an empty header, and a temporary chat, are sessions of their own', async () => {
    const model = await createAgent('Front');
    for (const id of ['', 'temporary:x', 'local:x'])
      await complete({ model }, { 'x-openwebui-chat-id': id, 'x-session-id': '' });
    expect(await sessionsOf(model)).toHaveLength(3);
  });

  it('`store: false` keeps no conversation and makes no gap', async () => {
    const model = await createAgent('Front');
    const messages = [{ role: 'user', content: 'What is the capital of Mongolia?' }];
    expect((await complete({ model, messages, store: false })).status).toBe(200);
    expect(await sessionsOf(model)).toEqual([]);
    expect(await gapsOf(model)).toBe(0);
  });

  it('the prompts of Open WebUI are no conversations, no gaps and no messages', async () => {
    const model = await createAgent('Front');
    const task = (what: string, format: string) =>
      `### Task:\n${what}\n### Guidelines:\n- Keep it short.\n### Output:\n${format}\n### Chat History:\n<chat_history>\nUSER: What is the capital of Mongolia?\nASSISTANT: I don't know.\n</chat_history>`;
    const used = async () => (await live.get('/v1/usage')).body.data.totals.messages;
    const before = await used();
    const asked: [string, string, object][] = [
      [
        'Generate a concise title summarizing the chat history.',
        'JSON format: { "title": "your concise title here" }',
        { title: 'What is the capital of Mongolia' },
      ],
      ['Generate 1-3 broad tags.', 'JSON format: { "tags": ["tag1", "tag2", "tag3"] }', { tags: [] }],
      [
        'Predict 3-5 useful messages this user might naturally send next.',
        'JSON format: { "follow_ups": ["Suggested next message 1"] }',
        { follow_ups: [] },
      ],
      [
        'Analyze the chat history to determine the necessity of generating search queries.',
        'Strictly return in JSON format: \n{\n  "queries": ["query1", "query2"]\n}',
        { queries: [] },
      ],
      ['You are an autocompletion system.', '`{ "text": "<your_completion>" }`.', { text: '' }],
    ];
    for (const [what, format, expected] of asked) {
      const messages = [{ role: 'user', content: task(what, format) }];
      const { body } = await complete(
        { model, messages, max_tokens: 1_000 },
        { 'x-openwebui-chat-id': 'c1', 'x-openwebui-user-id': 'u1' },
      );
      expect(JSON.parse(body.choices[0].message.content)).toEqual(expected);
    }
    expect(await sessionsOf(model)).toEqual([]);
    expect(await gapsOf(model)).toBe(0);
    expect(await used()).toBe(before);
  });
});
