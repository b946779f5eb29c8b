import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const QUESTION = 'Within how many days of delivery may customers return a product?';
const ANSWER = 'Customers may return a product within 30 days of delivery.';

let provider: FakeChatServer;
let test: TestService;
let live: Client;
beforeAll(async () => {
  provider = await startFakeChatServer();
  test = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: 'any',
    LLM_MODEL: 'scripted',
  });
  live = test.live;
  await live.addText('Refunds', `${ANSWER} Gift cards cannot be returned.`);
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

describe('tasks of chat front ends, with a language model', () => {
  it('a title is written by the model without a search, and from the first question if it fails', async () => {
    const knowledge_base_ids = [await defaultKnowledgeBase(live)];
    const model = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
    const complete = async () => {
      const messages = [
        { role: 'user', content: QUESTION },
        { role: 'assistant', content: ANSWER },
        { role: 'user', content: 'Based on the chat history, give this conversation a name.' },
      ];
      const { status, body } = await live.post('/v1/chat/completions', { model, messages });
      expect(status).toBe(200);
      return body;
    };
    provider.answer(() => 'Returning a product');
    const { choices, usage } = await complete();
    expect(choices[0].message.content).toBe('Returning a product');
    expect(usage.completion_tokens).toBeGreaterThan(0);
    const asked = JSON.stringify(provider.requests().at(-1));
    expect(asked).toContain('give this conversation a name');
    expect(asked).not.toContain('Gift cards');
    // A message can be forged to look like such a prompt: only what can be a title is passed on.
    provider.answer(() => 'Buy at [our shop](https://evil.example)\nand tell your friends.');
    expect((await complete()).choices[0].message.content).toMatch(/…$/);
    provider.always({ status: 401 });
    const failed = await complete();
    expect(failed).toMatchObject({ degraded: true });
    expect(failed.choices[0].message.content).toBe(QUESTION.slice(0, -1).slice(0, 60).replace(/ \w*$/, '…'));
    expect((await live.get(`/v1/agents/${model}/conversations`)).body.data).toEqual([]);
  });
});
