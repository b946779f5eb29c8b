import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '#storage/engine.ts';
import { openEngine } from '#storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

const SITE = 'https://shop.example.com';
const QUESTION = 'Within how many days of delivery may customers return a product?';
const TEXT = 'Customers may return a product within 30 days of delivery.';
/** What the provider says that each reply took. */
const USAGE = { inputTokens: 900, outputTokens: 100 };
const NOON = Date.UTC(2026, 10, 22, 12);

let provider: FakeChatServer;
let test: TestService;
let live: Client;
let clockMs = NOON;
let base: string;

beforeAll(async () => {
  provider = await startFakeChatServer();
  const settings = {
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: `${provider.origin}/v1`,
    LLM_API_KEY: FAKE_CHAT_KEY,
    LLM_MODEL: 'scripted',
  };
  test = await startTestService(settings, { now: () => clockMs });
  live = test.live;
  base = await defaultKnowledgeBase(live);
  await live.addText('Refunds', TEXT);
});
beforeEach(async () => {
  // Every test has a day and a month of its own.
  const date = new Date(clockMs);
  clockMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 22, 12);
  provider.answer(() => `${TEXT.slice(0, -1)} [1].`);
  provider.always({ usage: USAGE });
  await live.patch('/v1/workspace', { token_budget: { per_day: null, per_month: null } });
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

async function withStorage<Found>(look: (engine: Engine) => Promise<Found>): Promise<Found> {
  const engine = await openEngine({
    ...storageBeside(test.dataDir),
    environment: 'live',
    indexMemoryBytes: 0,
    isOnlyServer: false,
  });
  try {
    return await look(engine);
  } finally {
    await engine.close();
  }
}

const createAgent = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;
const ask = (agent: string, more: Record<string, unknown> = {}) =>
  live.post(`/v1/agents/${agent}/chat`, { message: QUESTION, ...more });
// biome-ignore lint/suspicious/noExplicitAny: an entry of an answer, as a client reads it.
const budgetOf = async (id: string): Promise<any> =>
  (await live.get('/v1/usage')).body.data.token_budgets.find((each: { id: string }) => each.id === id);
const eventsOf = async (id: string) =>
  (await live.get('/v1/events?limit=100')).body.data
    .filter(
      (event: { type: string; data: { id?: string } }) =>
        event.type.startsWith('budget.') && event.data.id === id,
    )
    .map((event: { type: string; data: unknown }) => [event.type, event.data])
    .reverse();

describe('a token budget', () => {
  it("a budget counts the model's real usage, also without a limit", async () => {
    const agent = await createAgent();
    expect((await ask(agent)).status).toBe(200);
    expect(await budgetOf(agent)).toEqual({
      type: 'agent',
      id: agent,
      name: 'Guide',
      day: { limit: null, spent: 1_000, renews_at: new Date(clockMs + 12 * 3_600_000).toISOString() },
      month: { limit: null, spent: 1_000, renews_at: expect.stringMatching(/-01T00:00:00\.000Z$/) },
    });
  });

  it.each(['workspace', 'agent'] as const)('of the %s refuses chats until the day ends', async (owner) => {
    const agent = await createAgent();
    const path = owner === 'workspace' ? '/v1/workspace' : `/v1/agents/${agent}`;
    const changed = await live.patch(path, { token_budget: { per_day: 2_000 } });
    expect(changed.body.data.token_budget).toEqual({ per_day: 2_000, per_month: null });
    expect((await ask(agent)).status).toBe(200);
    expect((await ask(agent)).status).toBe(200);
    const asked = provider.requests().length;
    const refused = await ask(agent);
    expectError(refused, 429);
    expect(refused.body.error.code).toBe('rate_limited');
    expect(refused.body.error.message).toMatch(
      new RegExp(
        `^The token budget of the ${owner} ".+" for this day \\(2,000 tokens\\) is used up\\. It renews at `,
      ),
    );
    expect(refused.headers.get('retry-after')).toBe(String(12 * 3_600));
    expect(provider.requests()).toHaveLength(asked);
    clockMs += 12 * 3_600_000;
    expect((await ask(agent)).status).toBe(200);
    await live.patch(path, { token_budget: { per_day: null } });
  });

  it('a monthly budget spans days', async () => {
    const agent = await createAgent({ token_budget: { per_month: 1_000 } });
    expect((await ask(agent)).status).toBe(200);
    clockMs += 24 * 3_600_000;
    const refused = await ask(agent);
    expectError(refused, 429);
    expect(refused.body.error.message).toContain('for this month');
    const left = Number(refused.headers.get('retry-after'));
    clockMs += left * 1_000;
    expect((await ask(agent)).status).toBe(200);
  });

  it('a nearly spent budget lets only the replies under way finish', async () => {
    provider.always({ usage: USAGE, pauseMs: 20 });
    const agent = await createAgent({ token_budget: { per_day: 1_500 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(agent)));
    const statuses = answers.map(({ status }) => status);
    const passed = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(2);
    const { day } = await budgetOf(agent);
    expect(day.spent).toBe(1_000 * passed);
    for (const { body } of answers.filter(({ status }) => status === 429))
      expect(body.error.message).toMatch(/is (?:used up|reserved for replies in progress)/);
  });

  it('budget events come once at 80% and once when spent', async () => {
    const agent = await createAgent({ token_budget: { per_day: 5_000 } });
    for (let turn = 0; turn < 3; turn++) await ask(agent);
    expect(await eventsOf(agent)).toEqual([]);
    for (let turn = 0; turn < 4; turn++) await ask(agent);
    const told = {
      budget: 'agent',
      id: agent,
      name: 'Guide',
      period: 'day',
      limit: 5_000,
      renews_at: new Date(clockMs + 12 * 3_600_000).toISOString(),
    };
    expect(await eventsOf(agent)).toEqual([
      ['budget.warning', { ...told, spent: 4_000 }],
      ['budget.exceeded', { ...told, spent: 5_000 }],
    ]);
  });

  it('budget events come again after the budget was changed', async () => {
    const agent = await createAgent({ token_budget: { per_day: 1_000 } });
    await ask(agent);
    await live.patch(`/v1/agents/${agent}`, { token_budget: { per_day: 2_000 } });
    await ask(agent);
    expect((await eventsOf(agent)).map(([type]: [string]) => type)).toEqual([
      'budget.exceeded',
      'budget.exceeded',
    ]);
  });

  it('an estimate is counted when the provider counts nothing or breaks off', async () => {
    provider.always({ usage: 'none' });
    const agent = await createAgent();
    await ask(agent);
    const first = (await budgetOf(agent)).day.spent;
    expect(first).toBeGreaterThan(100);
    provider.always({ pieces: [TEXT, ' And so on.'], cutAfter: 1 });
    expect((await ask(agent)).body.data.degraded).toBe(true);
    expect((await budgetOf(agent)).day.spent).toBeGreaterThan(first);
  });

  it('every character beyond ASCII of a reply that breaks off is counted', async () => {
    const text = '顧客可於送達後三十日內退回商品。';
    await live.addText('退貨', text.repeat(40));
    const agent = await createAgent();
    provider.always({ pieces: Array.from({ length: 20 }, () => text), cutAfter: 10 });
    await ask(agent, { message: '顧客可於送達後多少日內退回商品？' });
    const [asked] = provider.requests().slice(-1);
    const said = [asked?.instructions ?? '', ...(asked?.turns.map((turn) => turn.text) ?? [])].join('');
    const foreign = said.replace(/[\0-\x7f]/g, '').length;
    expect(foreign).toBeGreaterThan(500);
    expect((await budgetOf(agent)).day.spent).toBeGreaterThanOrEqual(
      foreign + Math.floor((said.length - foreign) / 4) + 5 * text.length,
    );
  });

  it('the reserved tokens are counted when a reply ends before its first word', async () => {
    const agent = await createAgent();
    provider.always({ hangsAfter: 0 });
    const asked = provider.requests().length;
    const leave = new AbortController();
    const left = fetch(`${live.baseUrl}/v1/agents/${agent}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: QUESTION }),
      signal: leave.signal,
    }).catch(() => undefined);
    await expect.poll(() => provider.requests().length).toBeGreaterThan(asked);
    leave.abort();
    await left;
    // 1,024 tokens is the default of LLM_MAX_OUTPUT_TOKENS.
    await expect.poll(async () => (await budgetOf(agent)).day.spent).toBeGreaterThan(1_024);
  });

  it('deleting an agent or widget during a reply gives no tokens back', async () => {
    const agent = await createAgent({ token_budget: { per_day: 100_000 } });
    const path = `/v1/agents/${agent}/tokens`;
    const token = (
      await live.post(path, { name: 'Shop', allowed_origins: [SITE], token_budget: { per_day: 100_000 } })
    ).body.data;
    provider.always({ usage: USAGE, pauseMs: 100 });
    const asked = provider.requests().length;
    const replies = [
      ask(agent),
      live.call('POST', `/v1/widget/${token.token}/chat`, { message: QUESTION }, { origin: SITE }),
    ];
    await expect.poll(() => provider.requests().length).toBe(asked + 2);
    await live.delete(`${path}/${token.id}`);
    await live.delete(`/v1/agents/${agent}`);
    await Promise.all(replies);
    const rowsNow = () =>
      withStorage((engine) =>
        engine.reads.selectFrom('spent_tokens').select(['spender_id', 'reserved']).execute(),
      );
    // Settled are replies that were cut off, too, whenever their model is done.
    await expect
      .poll(async () => (await rowsNow()).filter(({ reserved }) => Number(reserved) !== 0))
      .toEqual([]);
    const { token_budgets } = (await live.get('/v1/usage')).body.data;
    expect((await budgetOf(token_budgets[0].id)).day.spent).toBeGreaterThan(0);
    const ofDeleted = (await rowsNow()).filter(
      ({ spender_id }) => spender_id === agent || spender_id === token.id,
    );
    expect(ofDeleted).toEqual([]);
  });

  it('events keep no name of a deleted widget', async () => {
    const agent = await createAgent();
    const name = 'Cormorant Shop';
    const make = async () =>
      (
        await live.post(`/v1/agents/${agent}/tokens`, {
          name,
          allowed_origins: [SITE],
          token_budget: { per_day: 1 },
        })
      ).body.data;
    const tokens = [await make(), await make()];
    for (const { token } of tokens)
      await live.call('POST', `/v1/widget/${token}/chat`, { message: QUESTION }, { origin: SITE });
    const named = async () =>
      (await live.get('/v1/events?limit=100')).body.data.filter((event: unknown) =>
        JSON.stringify(event).includes(name),
      ).length;
    await expect.poll(named).toBe(2);
    await live.delete(`/v1/agents/${agent}/tokens/${tokens[0].id}`);
    expect(await named()).toBe(1);
    await live.delete(`/v1/agents/${agent}`);
    expect(await named()).toBe(0);
  });

  it("a provider that doesn't answer costs nothing, and the reply is given without it", async () => {
    provider.always({ status: 401, body: { error: { message: 'no' } } });
    const agent = await createAgent({ token_budget: { per_day: 1_000 } });
    expect((await ask(agent)).body.data.degraded).toBe(true);
    expect((await budgetOf(agent)).day.spent).toBe(0);
    provider.always({ usage: USAGE });
    expect((await ask(agent)).status).toBe(200);
  });

  it("a spent budget ends a stream with its error, also in OpenAI's shape", async () => {
    const agent = await createAgent({ token_budget: { per_day: 1 } });
    await ask(agent);
    const events = await openEvents(live, `/v1/agents/${agent}/chat`, { message: QUESTION, stream: true });
    const last = (await events.rest()).at(-1);
    expect(last).toMatchObject({ event: 'error', data: { error: { code: 'rate_limited' } } });
    const completion = await live.post('/v1/chat/completions', {
      model: agent,
      messages: [{ role: 'user', content: QUESTION }],
    });
    expect(completion.status).toBe(429);
    expect(completion.body.error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('used up'),
    });
    expect(completion.headers.get('retry-after')).toBe(String(12 * 3_600));
  });

  it("a spent budget doesn't refuse small talk", async () => {
    const agent = await createAgent({ token_budget: { per_day: 1 } });
    await ask(agent);
    expectError(await ask(agent), 429);
    expect((await ask(agent, { message: 'Hello!' })).status).toBe(200);
  });

  it('a widget has its own budget, and visitors get a plain sentence', async () => {
    const agent = await createAgent();
    const path = `/v1/agents/${agent}/tokens`;
    const token = (
      await live.post(path, { name: 'Shop', allowed_origins: [SITE], token_budget: { per_day: 1_000 } })
    ).body.data;
    expect(token.token_budget).toEqual({ per_day: 1_000, per_month: null });
    const visit = async () => {
      const to = { baseUrl: live.baseUrl, key: '' };
      const events = await openEvents(
        to,
        `/v1/widget/${token.token}/chat`,
        { message: QUESTION },
        { origin: SITE },
      );
      return (await events.rest()).at(-1);
    };
    expect(await visit()).toMatchObject({ event: 'done' });
    expect(await visit()).toMatchObject({
      event: 'error',
      data: {
        error: {
          code: 'rate_limited',
          message: "This chat can't answer any more questions for now. Try again tomorrow.",
        },
      },
    });
    expect((await ask(agent)).status).toBe(200);
    expect((await budgetOf(token.id)).day).toMatchObject({ limit: 1_000, spent: 1_000 });
    expect((await budgetOf(agent)).day.spent).toBe(2_000);
    await live.delete(`${path}/${token.id}`);
    expect(await budgetOf(token.id)).toBeUndefined();
  });

  it('only admins set budgets, and each change is in the audit log', async () => {
    const agent = await createAgent();
    const writer = await clientWithScope(live, 'read_write');
    for (const [path, noun] of [
      [`/v1/agents/${agent}`, 'token_budget'],
      ['/v1/workspace', 'admin'],
    ] as const) {
      const refused = await writer.patch(path, { token_budget: { per_day: 5 } });
      expectError(refused, 403);
      expect(refused.body.error.message).toContain(noun);
    }
    expect((await writer.patch(`/v1/agents/${agent}`, { name: 'New' })).status).toBe(200);
    await live.patch(`/v1/agents/${agent}`, { token_budget: { per_day: 5 } });
    await live.patch('/v1/workspace', { token_budget: { per_month: 7_000 } });
    const entries = (await live.get('/v1/audit-log?limit=2')).body.data;
    const none = { per_day: null, per_month: null };
    expect(entries.map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
      ['workspace.updated', { token_budget: { from: none, to: { ...none, per_month: 7_000 } } }],
      ['agent.updated', { token_budget: { from: none, to: { ...none, per_day: 5 } } }],
    ]);
    for (const per_day of [0, -1, 1.5, '5', 1e15])
      expectError(
        await live.patch('/v1/workspace', { token_budget: { per_day } }),
        422,
        'token_budget.per_day',
      );
  });
});

describe('without a language model', () => {
  it('without a language model no budget refuses anything', async () => {
    const plain = await startTestService();
    try {
      await plain.live.addText('Refunds', TEXT);
      await plain.live.patch('/v1/workspace', { token_budget: { per_day: 1 } });
      const agent = (
        await plain.live.post('/v1/agents', {
          name: 'Guide',
          knowledge_base_ids: [await defaultKnowledgeBase(plain.live)],
        })
      ).body.data.id;
      const client = createClient(plain.live.baseUrl, plain.live.key);
      for (let turn = 0; turn < 3; turn++)
        expect((await client.post(`/v1/agents/${agent}/chat`, { message: QUESTION })).status).toBe(200);
      const [workspace] = (await plain.live.get('/v1/usage')).body.data.token_budgets;
      expect(workspace).toMatchObject({ type: 'workspace', day: { limit: 1, spent: 0 } });
    } finally {
      await plain.stop();
    }
  });
});
