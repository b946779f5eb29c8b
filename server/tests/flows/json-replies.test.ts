import { createOpenAI } from '@ai-sdk/openai';
import { generateText, Output } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectError } from '../helpers/expect-error.ts';
import { type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const QUESTION = 'Within how many days of delivery may customers return a product?';
const SCHEMA = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] };

let provider: FakeChatServer;
let test: TestService;
let live: Client;
let model: string;
beforeAll(async () => {
  provider = await startFakeChatServer();
  test = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: 'any',
    LLM_MODEL: 'scripted',
  });
  live = test.live;
  await live.addText('Refunds', 'Customers may return a product within 30 days of delivery.');
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  model = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

const complete = async (content = QUESTION) =>
  await live.post('/v1/chat/completions', {
    model,
    messages: [{ role: 'user', content }],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA } },
  });

describe('replies in JSON', () => {
  it('the model gets the schema and the passages, and the reply says that it is not checked', async () => {
    provider.answer(() => '```json\n{"days": 30}\n```');
    const { choices, citations, sources, confidence_reason } = (await complete()).body;
    expect(choices[0].message).toMatchObject({ content: '{"days": 30}', refusal: null, annotations: [] });
    expect(citations).toEqual([]);
    expect(sources).toMatchObject([{ name: 'Refunds' }]);
    expect(confidence_reason).toContain('not checked against the sources');
    const asked = provider.requests().at(-1);
    expect(asked?.body.response_format).toBeDefined();
    expect(asked?.instructions).toContain(JSON.stringify(SCHEMA));
    expect(JSON.stringify(asked?.turns)).toContain('30 days of delivery');
  });

  it('the AI SDK reads an object, in both protocols', async () => {
    provider.answer(() => '{"days": 30}');
    const sdk = createOpenAI({ apiKey: live.key, baseURL: `${live.baseUrl}/v1` });
    const output = Output.object({ schema: z.object({ days: z.int() }) });
    for (const asked of [sdk(model), sdk.chat(model)]) {
      const { output: said } = await generateText({ model: asked, output, prompt: QUESTION, maxRetries: 0 });
      expect(said).toEqual({ days: 30 });
    }
  });

  it('what cannot be answered is a refusal in words, also as a stream', async () => {
    const hello = (await complete('Hello!')).body;
    expect(hello.choices[0].message).toMatchObject({ content: null, refusal: expect.any(String) });
    const response = await live.post('/v1/responses', {
      model,
      input: 'Hello!',
      text: { format: { type: 'json_object' } },
    });
    expect(response.body.output[0].content).toMatchObject([{ type: 'refusal' }]);
  });

  it('503 if the model writes no JSON, and nothing is kept', async () => {
    provider.answer(() => 'Thirty days.');
    const before = (await live.get(`/v1/agents/${model}/conversations?limit=100`)).body.data.length;
    expectError(await complete(), 503);
    expect((await live.get(`/v1/agents/${model}/conversations?limit=100`)).body.data).toHaveLength(before);
  });
});

describe('markers of a streamed reply of a language model', () => {
  it('stand behind each sentence, and annotations name the sentences', async () => {
    provider.answer(() => 'Customers may return a product within 30 days of delivery [1].');
    const answer = await live.call(
      'POST',
      '/v1/responses',
      { model, input: QUESTION },
      { 'x-citation-style': 'markers' },
    );
    const [{ text, annotations }] = answer.body.output[0].content;
    expect(text).toBe('Customers may return a product within 30 days of delivery. [1]');
    expect(text.slice(annotations[0].start_index, annotations[0].end_index)).toBe(
      'Customers may return a product within 30 days of delivery.',
    );
    const streamed = await live.call(
      'POST',
      '/v1/chat/completions',
      { model, messages: [{ role: 'user', content: QUESTION }], stream: true },
      { 'x-citation-style': 'markers' },
    );
    expect(JSON.stringify(streamed.body)).toContain('delivery. [1]');
  });
});
