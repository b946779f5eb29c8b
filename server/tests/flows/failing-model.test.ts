import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const REFUNDS =
  'Customers may return a product within 30 days of delivery. Refunds are paid to the original card within five working days. Gift cards cannot be returned.';
const QUESTION = 'Within how many days of delivery may customers return a product?';
const ANSWER = 'Customers may return a product within 30 days of delivery.';
const CITED = 'Customers may return a product within 30 days of delivery [1].';

let provider: FakeChatServer;
let test: TestService;
let live: Client;
let base: string;
let refunds: string;

const settings = (more: Record<string, string> = {}): Record<string, string> => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_BASE_URL: `${provider.origin}/v1`,
  LLM_API_KEY: FAKE_CHAT_KEY,
  LLM_MODEL: 'scripted',
  LLM_OPTIONS: 'input_price=1 output_price=2',
  ...more,
});

beforeAll(async () => {
  provider = await startFakeChatServer();
  test = await startTestService(settings());
  live = test.live;
  base = (await live.post('/v1/knowledge-bases', { name: 'Shop' })).body.data.id;
  refunds = (await live.addText('Refunds', REFUNDS, { knowledge_base_id: base })).id;
});
afterEach(() => {
  provider.always();
  provider.answer(() => CITED);
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

const createAgent = async (fields: Record<string, unknown> = {}, client = live): Promise<string> =>
  (await client.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;
const say = async (agent: string, message = QUESTION, session_id?: string) => {
  const { status, body } = await live.post(`/v1/agents/${agent}/chat`, { message, session_id });
  expect(status).toBe(200);
  return body.data;
};

describe('a language model that fails', () => {
  it.each([
    ['refuses', { status: 401, body: { error: { message: 'no' } } }],
    ['breaks off before a sentence is whole', { pieces: ['Customers', ' may'], cutAfter: 2 }],
  ])('%s: the reply is made of sentences of the sources, and says so', async (_, reply) => {
    provider.always(reply);
    const data = await say(await createAgent());
    expect(data).toMatchObject({ degraded: true, sources: [{ id: refunds }] });
    expect(data.reply).toContain(ANSWER);
    expect(data.confidence_reason).toMatch(/^The language model was out of reach\./);
    expect(data.usage).toBeUndefined();
    expect(test.logs.join('')).toContain('answered without the language model');
    expect(test.logs.join('')).not.toContain(FAKE_CHAT_KEY);
  });

  it('with a failing model and high min_confidence the fallback is marked degraded', async () => {
    provider.always({ status: 401, body: { error: { message: 'no' } } });
    const data = await say(await createAgent({ min_confidence: 1, fallback_message: 'Call us.' }));
    expect(data).toMatchObject({ reply: 'Call us.', sources: [], degraded: true });
    expect(data.confidence).toBeLessThan(0.5);
  });

  it('a model that breaks off leaves only whole sentences', async () => {
    provider.always({ pieces: [CITED, ' Gift cards are', ' never', ' ever'], cutAfter: 4 });
    const data = await say(await createAgent());
    expect(data).toMatchObject({ reply: ANSWER, degraded: true });
    expect(data.confidence_reason).toMatch(/^The language model broke off\./);
  });

  it.each([
    ['says nothing', { pieces: [] }, 'gave no reply'],
    ['writes only blanks', { pieces: ['\n', '  \u200b', '\n'] }, 'gave no reply'],
    ['writes only a marker', { pieces: ['[1]'] }, 'gave no reply'],
    ['thinks until its limit', { pieces: [], finish: 'length' as const }, 'gave no reply'],
    ['repeats a word', { pieces: Array<string>(600).fill(' days') }, 'repeated itself'],
    [
      'is cut off in its first sentence',
      { pieces: ['Customers may return'], finish: 'length' as const },
      'reached its limit',
    ],
  ])('that %s makes the reply of sentences of the sources, and is named', async (_, reply, reason) => {
    provider.always(reply);
    const data = await say(await createAgent());
    expect(data).toMatchObject({ degraded: true, kind: 'answer', sources: [{ id: refunds }] });
    expect(data.reply).toContain(ANSWER);
    expect(data.confidence_reason).toMatch(new RegExp(`^The language model ${reason}`));
    expect(data.confidence_reason).not.toContain('out of reach');
  });

  it.each([
    [
      'repeats itself',
      { pieces: Array<string>(50).fill(`${CITED} Gift cards cannot be returned [1]. `) },
      'repeated itself',
    ],
    [
      'reaches its limit',
      { pieces: [CITED, ' Gift cards cannot be returned [1]. Refunds are'], finish: 'length' as const },
      'reached its limit',
    ],
  ])('that %s keeps its whole sentences, each once', async (_, reply, reason) => {
    provider.always(reply);
    const data = await say(await createAgent());
    expect(data).toMatchObject({ reply: `${ANSWER} Gift cards cannot be returned.`, degraded: true });
    expect(data.confidence_reason).toMatch(new RegExp(`^The language model ${reason}`));
  });

  it('that repeats itself is stopped', async () => {
    const before = provider.aborted();
    provider.always({ pieces: [...Array<string>(200).fill(' days'), ' …'], hangsAfter: 200 });
    expect((await say(await createAgent())).degraded).toBe(true);
    while (provider.aborted() === before) await new Promise(setImmediate);
  });

  it.each([
    ['before it began', { status: 401, body: { error: { message: 'no' } } }],
    ['in the middle', { pieces: [CITED, ' Gift cards are', ' never', ' ever'], cutAfter: 4 }],
  ])('makes the answer 503 with LLM_ON_FAILURE=error: %s', async (_, reply) => {
    const strict = await startTestService(settings({ LLM_ON_FAILURE: 'error' }));
    try {
      const source = await strict.live.addText('Refunds', REFUNDS);
      provider.always(reply);
      const agent = await createAgent({ knowledge_base_ids: [source.knowledge_base_id] }, strict.live);
      const { status, body } = await strict.live.post(`/v1/agents/${agent}/chat`, { message: QUESTION });
      expect(status).toBe(503);
      expect(body.error.code).toBe('unavailable');
      const sessions = await strict.live.get(`/v1/agents/${agent}/conversations`);
      expect(sessions.body.data).toEqual([]);
    } finally {
      await strict.stop();
    }
  });

  it('a client that disconnects stops the model and nothing is stored', async () => {
    const agent = await createAgent();
    provider.script({ pieces: [CITED, ...Array<string>(200).fill(' word')], pauseMs: 50 });
    const [before, aborted] = [provider.requests().length, provider.aborted()];
    // Not with fetch, which connects again once it is aborted, and says nothing on that connection.
    const leaving = request(`${live.baseUrl}/v1/agents/${agent}/chat`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
    });
    leaving.on('error', () => {});
    leaving.end(JSON.stringify({ message: QUESTION, session_id: 'left' }));
    while (provider.requests().length === before) await new Promise(setImmediate);
    leaving.destroy();
    while (provider.aborted() === aborted) await new Promise(setImmediate);
    expect((await live.get(`/v1/agents/${agent}/conversations`)).body.data).toEqual([]);
  });
});
