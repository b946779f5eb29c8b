import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { openEvents, streamChat } from '../helpers/read-events.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const FEE = 'The mooring fee at the quay is nine euros a night.';
const QUESTION = 'How much do I pay to leave my boat in the harbour until tomorrow?';
const QUERY = 'mooring fee quay';

let provider: FakeChatServer;
let test: TestService;
let live: Client;
let agent: string;

beforeAll(async () => {
  provider = await startFakeChatServer();
  test = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: FAKE_CHAT_KEY,
    LLM_MODEL: 'scripted',
  });
  live = test.live;
  const base = (await live.post('/v1/knowledge-bases', { name: 'Harbour' })).body.data.id;
  await live.addText('Fees', FEE, { knowledge_base_id: base });
  for (const boat of ['Elsa', 'Anna', 'Ruth', 'Nora', 'Olga', 'Rosa', 'Vera', 'Jane', 'Ella', 'Lucy'])
    await live.addText(
      boat,
      `You pay to leave for tomorrow with the boat ${boat} in the harbour, and leave the harbour by boat.`,
      { knowledge_base_id: base },
    );
  const made = await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] });
  agent = made.body.data.id;
});
beforeEach(() =>
  provider.answer(({ turns }) => (turns.at(-1)?.text.includes(FEE) ? `${FEE} [1]` : `SEARCH: ${QUERY}`)),
);
afterAll(async () => {
  await test.stop();
  await provider.close();
});

describe('a language model that asks for one more search', () => {
  it('gets what it searches for, and the stream shows it', async () => {
    const before = provider.requests().length;
    const events = await streamChat(live, agent, { message: QUESTION });
    expect(events.map(({ event }) => event)).toEqual(['meta', 'search', 'delta', 'sources', 'done']);
    expect(events[1]?.data).toEqual({ query: QUERY });
    const done = events.at(-1)?.data;
    expect(done).toMatchObject({ reply: FEE, kind: 'answer', sources: [{ name: 'Fees' }] });
    const [first, second, ...others] = provider.requests().slice(before);
    expect(others).toEqual([]);
    expect(first?.instructions).toContain('SEARCH:');
    expect(second?.instructions).not.toContain('SEARCH:');
    expect(second?.turns.at(-1)?.text).toContain('boat Elsa');
    // Both calls count.
    expect(done.usage.output_tokens).toBe(
      `SEARCH: ${QUERY}`.split(' ').length + `${FEE} [1]`.split(' ').length,
    );
  });

  it('may do so once', async () => {
    provider.answer(() => `SEARCH: ${QUERY}`);
    const before = provider.requests().length;
    const { body } = await live.post(`/v1/agents/${agent}/chat`, { message: QUESTION });
    expect(body.data).toMatchObject({
      kind: 'fallback',
      confidence_reason: expect.stringContaining('no answer'),
    });
    expect(JSON.stringify(body.data)).not.toContain('SEARCH');
    expect(provider.requests()).toHaveLength(before + 2);
  });

  it('is not asked again if nothing else is found', async () => {
    provider.answer(() => `SEARCH: ${QUESTION}`);
    const before = provider.requests().length;
    const { body } = await live.post(`/v1/agents/${agent}/chat`, { message: QUESTION });
    expect(body.data.kind).toBe('fallback');
    expect(provider.requests()).toHaveLength(before + 1);
  });

  it('is no event of an OpenAI stream', async () => {
    const events = await openEvents(live, '/v1/chat/completions', {
      model: agent,
      messages: [{ role: 'user', content: QUESTION }],
      stream: true,
    });
    const all = await events.rest();
    expect(all.flatMap(({ data }) => data.choices?.[0]?.delta.content || [])).toEqual([FEE]);
    expect(JSON.stringify(all)).not.toContain(QUERY);
  });
});
