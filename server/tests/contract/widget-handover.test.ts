import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Answer,
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SITE = 'https://shop.example.com';
const SESSION = 'a'.repeat(22);

let test: TestService;
let live: Client;
let visitor: Client;
let agent: string;
beforeAll(async () => {
  test = await startTestService({ RATE_LIMITS: 'on' });
  live = test.live;
  visitor = createClient(live.baseUrl, '');
  await live.addText('Pier', 'The pier of Wittering is 300 metres long.');
  agent = (
    await live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [await defaultKnowledgeBase(live)],
      handover: 'on_request',
    })
  ).body.data.id;
});
afterAll(() => test.stop());

type Token = { id: string; token: string };
const addToken = async (more: Record<string, unknown> = {}): Promise<Token> =>
  (await live.post(`/v1/agents/${agent}/tokens`, { name: 'Shop', allowed_origins: [SITE], ...more })).body
    .data;
const from = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => visitor.call(method, `/v1/widget/${path}`, body, { origin: SITE, ...headers });
const say = async (token: Token, message: string) => {
  const target = { baseUrl: live.baseUrl, key: '' };
  const body = { message, session_id: SESSION };
  const events = await openEvents(target, `/v1/widget/${token.token}/chat`, body, { origin: SITE });
  return (await events.rest()).at(-1)?.data as Record<string, unknown>;
};
const ask = (token: Token, more: Record<string, unknown> = {}, session_id = SESSION) =>
  from('POST', `${token.token}/handover`, { session_id, ...more });
const news = (token: Token, query = '', session = SESSION) =>
  from('GET', `${token.token}/messages${query}`, undefined, { 'x-session-id': session });
const pathOf = (token: Token) => `/v1/agents/${agent}/conversations/${token.id}.${SESSION}`;

describe('a visitor of the chat widget', () => {
  it('is offered a person, asks for one and gets what people answer', async () => {
    const token = await addToken();
    expect((await say(token, 'Can I talk to a human?'))['handover']).toEqual({ reason: 'requested' });
    expect((await news(token)).body.data).toEqual({ messages: [] });
    const asked = await ask(token, { contact: { email: 'ida@example.com' }, message: 'Help!' });
    expect([asked.status, asked.body.data]).toEqual([201, { status: 'open' }]);
    expectError(await ask(token), 409);
    const write = (text: string, more = {}) => live.post(`${pathOf(token)}/messages`, { text, ...more });
    await write('Hello!');
    await write('Which pier?', { author_name: 'Bo' });
    const { data } = (await news(token)).body;
    expect(data).toEqual({
      status: 'assigned',
      messages: [
        { id: expect.stringMatching(/^msg_/), text: 'Hello!', created_at: expect.any(String) },
        {
          id: expect.stringMatching(/^msg_/),
          author: 'Bo',
          text: 'Which pier?',
          created_at: expect.any(String),
        },
      ],
    });
    expect((await say(token, 'The pier of Wittering'))['handover']).toEqual({ status: 'assigned' });
    await live.patch(`${pathOf(token)}/handover`, { status: 'resolved' });
    const later = (await news(token, `?after=${data.messages[1].id}`)).body.data;
    expect(later).toEqual({ status: 'resolved', messages: [] });
    expect(test.logs.join('')).not.toContain('ida@example.com');
    expect(test.logs.join('')).not.toContain(SESSION);
  });

  it('reaches no session of another token, and none that was deleted', async () => {
    const [token, other] = [await addToken(), await addToken()];
    await say(token, 'How long is the pier?');
    expectError(await ask(other), 404);
    expectError(await news(other), 404);
    await live.delete(pathOf(token));
    expectError(await ask(token), 404);
    expectError(await news(token), 404);
  });

  it('gets 403 from another origin and while the agent is paused, and 409 if it offers no one', async () => {
    const token = await addToken();
    await say(token, 'How long is the pier?');
    const elsewhere = { origin: 'https://evil.example.com', 'x-session-id': SESSION };
    expectError(await from('GET', `${token.token}/messages`, undefined, elsewhere), 403);
    await live.patch(`/v1/agents/${agent}`, { status: 'inactive' });
    expectError(await ask(token), 403);
    await live.patch(`/v1/agents/${agent}`, { status: 'active', handover: 'never' });
    expectError(await ask(token), 409);
    await live.patch(`/v1/agents/${agent}`, { handover: 'on_request' });
    expect((await ask(token)).status).toBe(201);
  });

  it('asking counts against the messages of a minute', async () => {
    const token = await addToken({ messages_per_minute: 1 });
    await say(token, 'How long is the pier?');
    expectError(await ask(token), 429);
  });

  it('bad input gets 400 or 422 that names the field', async () => {
    const token = await addToken();
    expectError(await ask(token, {}, 'short'), 422, 'session_id');
    expectError(await ask(token, { message: 'x'.repeat(4_001) }), 422, 'message');
    expectError(await ask(token, { contact: { email: 'x' } }), 422, 'contact.email');
    expectError(await news(token, '?after=x'), 422, 'after');
    expectError(await news(token, '', 'short'), 422, 'x-session-id');
    expectError(await from('GET', `${token.token}/messages`), 400);
  });

  it('a page of the token may send the header of the session', async () => {
    const token = await addToken();
    const asked = await from('OPTIONS', `${token.token}/messages`);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toContain('X-Session-Id');
  });
});
