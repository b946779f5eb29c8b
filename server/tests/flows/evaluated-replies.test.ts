import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const QUESTION = 'Within how many days of delivery may customers return a product?';
const TEXT = 'Customers may return a product within 30 days of delivery.';

let provider: FakeChatServer;
let test: TestService;
let live: Client;
let agent: string;
beforeAll(async () => {
  provider = await startFakeChatServer();
  provider.answer(() => `${TEXT.slice(0, -1)} [1].`);
  provider.always({ usage: { inputTokens: 900, outputTokens: 100 } });
  test = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: FAKE_CHAT_KEY,
    LLM_MODEL: 'scripted',
  });
  live = test.live;
  await live.addText('Refunds', TEXT);
  const bases = [await defaultKnowledgeBase(live)];
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: bases })).body.data.id;
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

async function evaluate(times = 1) {
  const questions = Array.from({ length: times }, (_, index) => ({
    query: index === 0 ? QUESTION : `${QUESTION} (${index})`,
    must: ['30 days'],
  }));
  const { body } = await live.post('/v1/evaluations', { questions, agent_id: agent });
  return (await live.get(`/v1/evaluations/${body.data.id}?wait=60`)).body.data;
}

describe('an evaluation of an agent that has a language model', () => {
  it('counts its tokens, and fails with the reason once the budget is used up', async () => {
    const first = await evaluate();
    expect(first).toMatchObject({ status: 'completed', replies: { right: 1, holds_must: 1 } });
    expect(first.reply_outcomes[0]).toMatchObject({ kind: 'answer', right: true });
    const usage = (await live.get('/v1/usage?group_by=key')).body.data;
    const spent = usage.token_budgets.find(({ id }: { id: string }) => id === agent).day.spent;
    expect(spent).toBe(1_000);
    await live.patch(`/v1/agents/${agent}`, { token_budget: { per_day: 1_000 } });
    const asked = provider.requests().length;
    const second = await evaluate();
    expect(second.status).toBe('failed');
    expect(second.error).toContain('The agent could not reply: The token budget of the agent');
    expect(provider.requests().length).toBe(asked);
  }, 60_000);

  it('judges a reply that was cut at its limit as it is', async () => {
    await live.patch(`/v1/agents/${agent}`, { token_budget: { per_day: null } });
    const pieces = [`${TEXT.slice(0, -1)} [1].`, ' Customers may also'];
    provider.script({ pieces, finish: 'length' });
    const { status, error, reply_outcomes } = await evaluate();
    expect([status, error]).toEqual(['completed', undefined]);
    expect(reply_outcomes).toMatchObject([{ right: true, reply: TEXT }]);
  }, 60_000);

  it('fails if the model cannot be reached, and counts the tokens of the replies before', async () => {
    const tokens = async () => (await live.get('/v1/usage')).body.data.totals.input_tokens;
    const before = await tokens();
    provider.script({}, ...Array.from({ length: 9 }, () => ({ status: 401 })));
    const { status, error } = await evaluate(2);
    expect(status).toBe('failed');
    expect(error).toContain('A model could not be reached');
    expect(await tokens()).toBeGreaterThan(before);
  }, 60_000);

  it('fails once its agent is deleted, and asks nothing more', async () => {
    const knowledge_base_ids = [await defaultKnowledgeBase(live)];
    const gone = (await live.post('/v1/agents', { name: 'Gone', knowledge_base_ids })).body.data.id;
    let asked = 0;
    let remove: Promise<unknown> | undefined;
    provider.answer(() => {
      asked += 1;
      remove ??= live.delete(`/v1/agents/${gone}`);
      return `${TEXT.slice(0, -1)} [1].`;
    });
    const questions = Array.from({ length: 50 }, (_, index) => ({
      query: `${QUESTION} (${index})`,
      must: ['30 days'],
    }));
    const { body } = await live.post('/v1/evaluations', { questions, agent_id: gone });
    const { data } = (await live.get(`/v1/evaluations/${body.data.id}?wait=60`)).body;
    await remove;
    expect(data.status).toBe('failed');
    expect(data.error).toContain(gone);
    expect(asked).toBeLessThan(50);
  }, 60_000);
});
