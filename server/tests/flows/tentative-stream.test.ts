import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { openEvents, type ReadEvent, streamChat } from '../helpers/read-events.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const TRUTH = 'Gift cards cannot be returned.';
const WRITTEN = `${TRUTH} [1] Our founder loves sailing on the lake [1]. Refunds are paid within five working days [1].`;
const REPLY = `${TRUTH} Refunds are paid within five working days.`;
const QUESTION = 'Can gift cards be returned, as a rule?';

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
    GROUNDING: 'lenient',
  });
  live = test.live;
  const source = await live.addText('Refunds', `${TRUTH} Refunds are paid within five working days.`);
  const made = await live.post('/v1/agents', {
    name: 'Guide',
    knowledge_base_ids: [source.knowledge_base_id],
  });
  agent = made.body.data.id;
  provider.answer(() => WRITTEN);
});
afterAll(async () => {
  await test.stop();
  await provider.close();
});

/** What a client shows after each event. */
function shownBy(events: readonly ReadEvent[]): string[] {
  let text = '';
  return events.flatMap(({ event, data }) => {
    if (event === 'delta') text += data.text;
    else if (event === 'withdraw') text = text.slice(0, data.start) + text.slice(data.end);
    else return [];
    return text;
  });
}
const ask = async (): Promise<ReadEvent[]> => await streamChat(live, agent, { message: QUESTION });

describe('a stream with GROUNDING=lenient', () => {
  it('sends words as the model writes them, and withdraws what no source supports', async () => {
    const events = await ask();
    const shown = shownBy(events);
    expect(shown[0]).toBe('Gift');
    expect(shown).toContain(`${TRUTH} Our founder loves sailing on the`);
    expect(shown.at(-1)).toBe(REPLY);
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { reply: REPLY } });
    expect(events.filter(({ event }) => event === 'withdraw')).toHaveLength(1);
    for (const text of shown) expect(text).not.toMatch(/[[\]]/);
  });

  it('has the reply of a plain answer', async () => {
    const { body } = await live.post(`/v1/agents/${agent}/chat`, { message: QUESTION });
    expect(body.data.reply).toBe(REPLY);
  });

  it('goes to the chat widget too', async () => {
    const origin = 'https://shop.example';
    const { body } = await live.post(`/v1/agents/${agent}/tokens`, {
      name: 'Site',
      allowed_origins: [origin],
    });
    const { token } = body.data;
    const events = await openEvents(
      { baseUrl: live.baseUrl, key: '' },
      `/v1/widget/${token}/chat`,
      { message: QUESTION },
      { origin },
    );
    const shown = shownBy(await events.rest());
    expect(shown).toContain(`${TRUTH} Our founder loves sailing on the`);
    expect(shown.at(-1)).toBe(REPLY);
  });

  it('sends an OpenAI client only what was checked', async () => {
    const events = await openEvents(live, '/v1/chat/completions', {
      model: agent,
      messages: [{ role: 'user', content: QUESTION }],
      stream: true,
    });
    const pieces = (await events.rest()).flatMap(({ data }) => data.choices?.[0]?.delta.content || []);
    expect(pieces).toEqual([TRUTH, ' Refunds are paid within five working days.']);
  });

  it('withdraws everything before the fallback is said', async () => {
    provider.script({ pieces: ['Our', ' founder', ' loves', ' sailing', ' boats', ' [1].'] });
    const events = await ask();
    const shown = shownBy(events);
    expect(shown).toContain('');
    expect(shown.at(-1)).toBe(events.at(-1)?.data.reply);
    expect(events.at(-1)?.data.kind).toBe('fallback');
  });

  it('withdraws what a model wrote before it broke off, and answers without it', async () => {
    provider.always({ pieces: ['Our', ' founder', ' loves', ' sailing'], cutAfter: 4 });
    const events = await ask();
    provider.always();
    expect(shownBy(events).at(-1)).toBe(events.at(-1)?.data.reply);
    expect(events.at(-1)?.data).toMatchObject({ degraded: true, reply: expect.stringContaining(TRUTH) });
  });
});
