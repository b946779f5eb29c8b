import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const TEXT = 'The pump needs two litres of oil. The filter is changed once a year.';
const QUESTION = 'How much oil does the pump need?';

let provider: FakeChatServer;
let service: TestService;
let live: Client;
let base: string;
let agent: string;
beforeAll(async () => {
  provider = await startFakeChatServer();
  provider.answer(() => 'The pump needs two litres of oil [1]. Its colour is a bright green [1].');
  service = await startTestService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'big',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_OPTIONS: 'input_price=2 output_price=4 trial_models=small,big',
  });
  live = service.live;
  base = await defaultKnowledgeBase(live);
  await live.addText('Pump manual', TEXT);
  const body = { name: 'Guide', knowledge_base_ids: [base], temperature: 0.1 };
  agent = (await live.post('/v1/agents', body)).body.data.id;
});
afterEach(() => provider.always());
afterAll(async () => {
  await service.stop();
  await provider.close();
});

const attempt = async (body: Record<string, unknown>, client = live) =>
  await client.post(`/v1/agents/${agent}/trials`, { message: QUESTION, ...body });

describe('POST /v1/agents/:id/trials', () => {
  it('replies with settings that are not saved, and says what was sent, written and removed', async () => {
    const { status, body } = await attempt({
      settings: { system_prompt: 'Speak like a pirate.', temperature: 1.5 },
    });
    expect(status).toBe(200);
    const trial = body.data;
    expect(trial.reply).toBe('The pump needs two litres of oil.');
    expect(trial.citations[0].snippet).toBe('The pump needs two litres of oil.');
    expect(trial.usage).toMatchObject({ model: 'openai-compatible/big', cost: expect.any(Number) });
    const [passage] = trial.passages;
    expect(passage).toMatchObject({ source_name: 'Pump manual', rank: 1, is_cited: true, text: TEXT });
    expect(trial.total_ms).toBeGreaterThanOrEqual(trial.first_token_ms);
    expect(trial.steps.map(({ name }: { name: string }) => name)).toEqual([
      'pinned_answers',
      'search',
      'embed',
      'send',
      'write',
      'check',
    ]);
    const stepOf = (name: string) => trial.steps.find((step: { name: string }) => step.name === name);
    expect(stepOf('search')).toMatchObject({ query: QUESTION, found: 1 });
    expect(stepOf('write')).toMatchObject({
      model: 'openai-compatible/big',
      usage: { input_tokens: expect.any(Number) },
    });
    expect(stepOf('check')).toMatchObject({
      supported: 1,
      removed: [{ text: 'Its colour is a bright green.', reason: 'unsupported' }],
    });
    const asked = provider.requests().at(-1);
    expect(asked?.instructions).toContain('Speak like a pirate.');
    expect(asked?.body.temperature).toBe(1.5);
    const saved = (await live.get(`/v1/agents/${agent}`)).body.data;
    expect(saved).toMatchObject({ system_prompt: null, temperature: 0.1 });
  });

  it('counts in the usage, and stores no conversation', async () => {
    const used = async (): Promise<number> => {
      return (await live.get('/v1/usage')).body.data.totals.input_tokens;
    };
    const before = await used();
    await attempt({});
    await expect.poll(used).toBeGreaterThan(before);
    const conversations = await live.get(`/v1/agents/${agent}/conversations`);
    expect(conversations.body.data).toEqual([]);
  });

  it('asks another model of the installation, or none', async () => {
    const models = await live.get(`/v1/agents/${agent}/trials`);
    expect(models.body.data.models).toEqual(['openai-compatible/big', 'openai-compatible/small']);
    const small = (await attempt({ model: 'openai-compatible/small' })).body.data;
    expect(small.usage.model).toBe('openai-compatible/small');
    expect(small.usage.cost).toBeUndefined();
    expect(provider.requests().at(-1)?.body.model).toBe('small');
    const count = provider.requests().length;
    const quoted = (await attempt({ model: 'none' })).body.data;
    expect(quoted.reply).toContain('The pump needs two litres of oil.');
    expect(quoted.usage).toBeUndefined();
    expect(quoted.steps.map(({ name }: { name: string }) => name)).toContain('quote');
    expect(provider.requests()).toHaveLength(count);
    expectError(await attempt({ model: 'huge' }), 422, 'model');
  });

  it('rewrites a follow-up with the history that is sent', async () => {
    provider.script({ pieces: ['How much oil does the pump need a year?'] });
    const history = [
      { role: 'user', text: QUESTION },
      { role: 'assistant', text: 'Two litres.' },
    ];
    const trial = (await attempt({ message: 'And per year?', history })).body.data;
    expect(trial.steps).toContainEqual(
      expect.objectContaining({ name: 'rewrite', query: 'How much oil does the pump need a year?' }),
    );
  });

  it('says why the fallback message replaced a reply below the minimum', async () => {
    const settings = { min_confidence: 1, fallback_message: 'Call us.' };
    const trial = (await attempt({ settings })).body.data;
    expect(trial).toMatchObject({ reply: 'Call us.', kind: 'fallback' });
    expect(trial.steps.at(-1)).toMatchObject({ name: 'fallback', reason: expect.stringContaining('1') });
  });

  it('streams each step as it ends, and stops the model when the client goes', async () => {
    const path = `/v1/agents/${agent}/trials`;
    const events = await (await openEvents(live, path, { message: QUESTION, stream: true })).rest();
    const names = events.map(({ event }) => event);
    expect(names[0]).toBe('meta');
    expect(names.indexOf('step')).toBeLessThan(names.indexOf('delta'));
    expect(names.at(-1)).toBe('done');
    expect(events.at(-1)?.data.steps).toHaveLength(names.filter((name) => name === 'step').length);

    provider.script({ pieces: ['The ', 'pump '], hangsAfter: 1 });
    const before = provider.aborted();
    const reader = await openEvents(live, path, { message: QUESTION, stream: true });
    await reader.next();
    await expect.poll(() => provider.requests().at(-1)?.turns.length).toBeGreaterThan(0);
    reader.close();
    await expect.poll(() => provider.aborted()).toBe(before + 1);
  });

  it('refuses what is too much, unknown knowledge bases, and keys that may only read', async () => {
    const history = Array.from({ length: 17 }, () => ({ role: 'user', text: 'Hi' }));
    expectError(await attempt({ history }), 422, 'history');
    expectError(await attempt({ settings: { name: 'B' } }), 422, 'settings.name');
    expectError(await attempt({ settings: { knowledge_base_ids: ['kb_none'] } }), 422);
    expectError(await attempt({}, await clientWithScope(live, 'read_only')), 403);
  });

  it('counts against the budget of the agent', async () => {
    await live.patch(`/v1/agents/${agent}`, { token_budget: { per_day: 1 } });
    await attempt({});
    expectError(await attempt({}), 429);
    await live.patch(`/v1/agents/${agent}`, { token_budget: { per_day: null } });
  });
});
