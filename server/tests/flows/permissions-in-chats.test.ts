import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const sources = '/v1/knowledge-base/sources';
const ADA = ['user:ada@museum.example', 'group:staff'];
const BOB = ['user:bob@museum.example'];

let test: TestService;
let live: Client;
let agent: string;
let opening: string;
let vault: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  agent = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
  opening = (await live.addText('Opening', 'The museum opens at nine in the morning.')).id;
  vault = (await live.addText('Vault', 'The code of the vault is vermilion.', { allowed: ['group:staff'] }))
    .id;
});
afterAll(() => test.stop());

const chat = async (asUser: string[] | undefined, message: string, more: Record<string, unknown> = {}) =>
  await live.post(`/v1/agents/${agent}/chat`, { message, ...(asUser && { as_user: asUser }), ...more });

describe('a session', () => {
  const say = (asUser: string[] | undefined, session_id: string) =>
    chat(asUser, 'When does the museum open in the morning?', { session_id });

  it('goes on for the same person, in any order of their principals, and for those who may see more', async () => {
    expect((await say(BOB, 'more')).status).toBe(200);
    expect((await say(BOB, 'more')).status).toBe(200);
    expect((await say(['group:board', ...BOB], 'more')).status).toBe(200);
    expect((await say([...BOB, 'group:board'], 'more')).status).toBe(200);
    expectError(await say(BOB, 'more'), 409, 'session_id');
    expect((await say(undefined, 'more')).status).toBe(200);
    expectError(await say([...BOB, 'group:board'], 'more'), 409, 'session_id');
  });

  it('409 for another person, in every protocol', async () => {
    const { body } = await live.post('/v1/responses', {
      model: agent,
      input: 'What is the code of the vault?',
      as_user: ADA,
      session_id: 'of-ada',
    });
    const [reply] = body.output;
    expectError(await say(BOB, 'of-ada'), 409, 'session_id');
    const input = 'And again?';
    for (const [path, asked] of [
      ['/v1/responses', { input, session_id: 'of-ada' }],
      ['/v1/responses', { input, previous_response_id: body.id }],
      [
        '/v1/responses',
        {
          input: [
            { type: 'item_reference', id: reply.id },
            { role: 'user', content: input },
          ],
        },
      ],
      ['/v1/chat/completions', { messages: [{ role: 'user', content: input }], session_id: 'of-ada' }],
    ] as const) {
      const { status, body: answer } = await live.post(path, { model: agent, ...asked, as_user: BOB });
      expect(status, JSON.stringify(asked)).toBe(409);
      expect(JSON.stringify(answer)).not.toContain('vermilion');
    }
  });
});

describe('an Idempotency-Key', () => {
  const ask = (key: string, asUser: string[]) =>
    live.call(
      'POST',
      '/v1/query',
      { query: 'code of the vault', as_user: asUser },
      { 'idempotency-key': key },
    );

  it('of another person is that of another request', async () => {
    expect((await ask('people', ADA)).status).toBe(200);
    expectError(await ask('people', BOB), 422, 'Idempotency-Key');
  });

  it('brings no answer back whose source is hidden by now', async () => {
    const { id } = await live.addText('Cellar', 'The code of the cellar vault is 9931.', { allowed: ADA });
    expect((await ask('hidden', ADA)).status).toBe(200);
    await live.patch(`${sources}/${id}`, { allowed: ['group:board'] });
    expectError(await ask('hidden', ADA), 422, 'Idempotency-Key');
    await live.delete(`${sources}/${id}`);
  });
});

describe('a pinned answer', () => {
  it('is given to those who see all of its sources, and shadows no other for the rest', async () => {
    const question = 'Who has the keys of the vault?';
    const add = async (body: Record<string, unknown>) => (await live.post('/v1/answers', body)).body.data.id;
    const hidden = await add({ question, answer: 'The porter.', source_ids: [opening, vault] });
    const open = await add({
      question: 'Whom do I ask for keys?',
      variants: [question],
      answer: 'Ask at the desk.',
    });
    expect((await chat(ADA, question)).body.data.reply).toBe('The porter.');
    expect((await chat(undefined, question)).body.data.reply).toBe('The porter.');
    expect((await chat(BOB, question)).body.data.reply).toBe('Ask at the desk.');
    await live.patch(`${sources}/${vault}`, { allowed: [...ADA, ...BOB] });
    expect((await chat(BOB, question)).body.data.reply).toBe('The porter.');
    await live.patch(`${sources}/${vault}`, { allowed: ['group:staff'] });
    expect((await chat(BOB, question)).body.data.reply).toBe('Ask at the desk.');
    for (const id of [hidden, open]) await live.delete(`/v1/answers/${id}`);
  });

  it('is not for everyone once the source that only some may see is deleted', async () => {
    const question = 'When is the drawbridge of Zyxhaven raised?';
    const add = async (body: Record<string, unknown>, path = sources) =>
      (await live.post(path, body)).body.data.id;
    const secret = await add({
      type: 'text',
      name: 'Bridge',
      content: 'The drawbridge is raised at four.',
      allowed: ['group:staff'],
    });
    const other = await add({ type: 'text', name: 'Moat', content: 'The moat is deep.' });
    const answer = await add({ question, answer: 'At four.', source_ids: [secret, other] }, '/v1/answers');
    expect((await chat(ADA, question)).body.data.reply).toBe('At four.');
    expect((await chat(BOB, question)).body.data.reply).not.toBe('At four.');
    await live.delete(`${sources}/${secret}`);
    for (const person of [ADA, BOB, []])
      expect((await chat(person, question)).body.data.reply).not.toBe('At four.');
    expect((await live.get(`/v1/answers/${answer}`)).body.data).toMatchObject({
      enabled: false,
      needs_review: true,
      source_ids: [other],
    });
    await live.patch(`/v1/answers/${answer}`, { enabled: true });
    expect((await chat(BOB, question)).body.data.reply).toBe('At four.');
    await live.delete(`/v1/answers/${answer}`);
    await live.delete(`${sources}/${other}`);
  });
});

describe('with a language model', () => {
  let provider: FakeChatServer;
  let other: TestService;
  beforeAll(async () => {
    provider = await startFakeChatServer();
    other = await startTestService({
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: `${provider.origin}/v1`,
      LLM_API_KEY: FAKE_CHAT_KEY,
      LLM_MODEL: 'scripted',
    });
  });
  afterAll(async () => {
    await other.stop();
    await provider.close();
  });

  it('a reply whose source has been hidden since is no part of the prompts of its session', async () => {
    const client = other.live;
    const body = { name: 'Guide', knowledge_base_ids: [await defaultKnowledgeBase(client)] };
    const guide = (await client.post('/v1/agents', body)).body.data.id;
    const { id } = await client.addText('Vault', 'The code of the vault is vermilion.', { allowed: ADA });
    await client.addText('Opening', 'The vault of the museum opens at nine in the morning.');
    provider.answer(() => 'The code of the vault is vermilion [1].');
    const say = async (message: string) =>
      (await client.post(`/v1/agents/${guide}/chat`, { message, session_id: 's', as_user: ADA })).body.data;
    expect((await say('What is the code of the vault?')).reply).toContain('vermilion');
    provider.answer(() => 'The vault of the museum opens at nine in the morning [1].');
    await say('When does the vault of the museum open?');
    expect(JSON.stringify(provider.requests().at(-1)?.turns)).toContain('vermilion');
    await client.patch(`${sources}/${id}`, { allowed: ['group:board'] });
    await say('When does the vault of the museum open?');
    expect(JSON.stringify(provider.requests().at(-1)?.turns)).toContain('nine');
    expect(JSON.stringify(provider.requests().at(-1)?.body)).not.toContain('vermilion');
  });
});
