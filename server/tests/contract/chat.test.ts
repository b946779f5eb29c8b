import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { makePdf } from '../helpers/make-pdf.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { texts, wrongFields } from '../helpers/named-cases.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { uploadDocument } from '../helpers/upload-document.ts';

type Message = { id: string; role: string; text: string };
type Session = { session_id: string; message_count: number; last_activity_at: string };

let test: TestService;
let live: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
  await live.addText(
    'Refund policy',
    'Customers may return any item within 30 days of the purchase and get a full refund.',
  );
  await live.addText('Warranty', 'The warranty of the espresso machine covers broken pumps for two years.');
});
afterAll(() => test.stop());

const createAgent = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;
const say = async (agent: string, message: string, session_id?: string) => {
  const { status, body } = await live.post(`/v1/agents/${agent}/chat`, { message, session_id });
  expect(status).toBe(200);
  return body.data;
};
const transcript = async (agent: string, session: string): Promise<Message[]> =>
  (await live.get(`/v1/agents/${agent}/conversations/${encodeURIComponent(session)}/messages?limit=100`)).body
    .data;
const sessions = async (agent: string, query = ''): Promise<Session[]> =>
  (await live.get(`/v1/agents/${agent}/conversations?limit=100${query}`)).body.data;
const about = 'How many days do customers have to return an item?';
const pause = () => sleep(5);

describe('POST /v1/agents/:id/chat', () => {
  it('a chat answers with the reply, its sources, the session and its confidence', async () => {
    const data = await say(await createAgent(), about);
    expect(data).toMatchObject({
      reply: expect.stringContaining('30 days'),
      sources: [{ id: expect.stringMatching(/^src_/), name: 'Refund policy', snippet: expect.any(String) }],
      session_id: expect.stringMatching(/^ses_/),
      message_id: expect.stringMatching(/^msg_/),
      confidence: expect.any(Number),
    });
    expect(data.confidence >= 0 && data.confidence <= 1).toBe(true);
  });

  it('a citation of a PDF names the page that its words are on, also where a passage begins on the page before', async () => {
    const page = (...lines: string[]) => ({
      texts: lines.map((text, index) => ({ text, x: 60, y: 700 - index * 24, size: 12 })),
    });
    await uploadDocument(
      live,
      makePdf([
        page('The turbine hall has two doors.', 'Visitors wear a helmet in the turbine hall.'),
        page('The emergency code of the turbine hall is 7741.'),
      ]),
      'turbine.pdf',
    );
    const data = await say(await createAgent(), 'What is the emergency code of the turbine hall?');
    expect(data.citations).toMatchObject([
      { snippet: 'The emergency code of the turbine hall is 7741.', page: 2 },
    ]);
    expect(data.sources).toMatchObject([{ name: 'turbine.pdf', page: 2 }]);
  });

  it('each message without a session starts a new one', async () => {
    const agent = await createAgent();
    const [first, second] = [await say(agent, about), await say(agent, about)];
    expect(first.session_id).not.toBe(second.session_id);
    expect((await sessions(agent)).map((session) => session.message_count)).toEqual([2, 2]);
  });

  it.each(
    texts([
      'chosen',
      'with space / slash ? # & + %',
      'Ünï-名前-🙂',
      '🙂'.repeat(128),
      '__proto__',
      '%2F',
      'a'.repeat(128),
    ]),
  )('keeps the session id $text', async ({ text: session }) => {
    const agent = await createAgent();
    expect((await say(agent, about, session)).session_id).toBe(session);
    expect((await sessions(agent, `&session_id=${encodeURIComponent(session)}`)).length).toBe(1);
    expect((await transcript(agent, session)).length).toBe(2);
    expect(
      (await live.delete(`/v1/agents/${agent}/conversations/${encodeURIComponent(session)}`)).status,
    ).toBe(204);
  });

  it("the welcome message comes once a session, first in the transcript, and isn't counted", async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    expect((await say(agent, about, 's')).welcome_message).toBe('Ahoy!');
    expect(await say(agent, about, 's')).not.toHaveProperty('welcome_message');
    expect((await say(agent, about, 'other')).welcome_message).toBe('Ahoy!');
    expect((await transcript(agent, 's')).map(({ role }) => role)).toEqual([
      'welcome',
      'user',
      'agent',
      'user',
      'agent',
    ]);
    expect((await sessions(agent, '&session_id=s'))[0]?.message_count).toBe(4);
  });

  it('transcripts keep the order of messages in many parallel sessions', async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    for (let index = 0; index < 12; index++) {
      await say(agent, `First ${about}`, `order ${index}`);
      await say(agent, `Then ${about}`, `order ${index}`);
      const messages = await transcript(agent, `order ${index}`);
      expect(messages.map(({ role }) => role)).toEqual(['welcome', 'user', 'agent', 'user', 'agent']);
      expect(messages.filter(({ role }) => role === 'user').map(({ text }) => text.split(' ')[0])).toEqual([
        'First',
        'Then',
      ]);
    }
  });

  it.each([undefined, '', '   ', null])(
    'does not welcome when the message is %j',
    async (welcome_message) => {
      const agent = await createAgent({ welcome_message });
      expect(await say(agent, about, 's')).not.toHaveProperty('welcome_message');
      expect((await transcript(agent, 's')).map(({ role }) => role)).toEqual(['user', 'agent']);
    },
  );

  it('without a relevant passage the reply is the fallback message, or a generic one if there is none', async () => {
    const question = 'Which volcano erupted on the moon of Jupiter?';
    const own = await say(await createAgent({ fallback_message: 'Please call us.' }), question);
    expect(own).toMatchObject({ reply: 'Please call us.', sources: [], citations: [] });
    const generic = await say(await createAgent(), question);
    expect(generic).toMatchObject({ reply: expect.stringMatching(/\w/), sources: [], citations: [] });
    for (const { confidence } of [own, generic]) expect(confidence).toBeLessThan(0.5);
  });

  it('an agent answers only from its own knowledge bases', async () => {
    const empty = (await live.post('/v1/knowledge-bases', { name: 'Empty' })).body.data.id;
    const agent = await createAgent({ knowledge_base_ids: [empty] });
    expect((await say(agent, about)).sources).toEqual([]);
    await live.patch(`/v1/agents/${agent}`, { knowledge_base_ids: [empty, base] });
    expect((await say(agent, about)).sources.length).toBe(1);
  });

  it.each(['How long does it last?', 'For how long?'])(
    'the follow-up %j keeps the context of its session, and no other',
    async (followUp) => {
      const agent = await createAgent();
      await say(agent, 'What does the warranty of the espresso machine cover?', 's');
      expect((await say(agent, followUp, 's')).sources[0]?.name).toBe('Warranty');
      await say(agent, 'How many days do customers have to return an item?', 'another');
      expect((await say(agent, followUp, 'another')).sources[0]?.name).not.toBe('Warranty');
      expect((await say(agent, followUp)).sources[0]?.name).not.toBe('Warranty');
    },
  );

  it('an inactive agent gets 403 and nothing is stored', async () => {
    const agent = await createAgent();
    await live.patch(`/v1/agents/${agent}`, { status: 'inactive' });
    expectError(await live.post(`/v1/agents/${agent}/chat`, { message: about, session_id: 's' }), 403);
    expect(await sessions(agent)).toEqual([]);
    await live.patch(`/v1/agents/${agent}`, { status: 'active' });
    expect((await say(agent, about)).sources.length).toBe(1);
  });

  it('simultaneous turns of a session are answered in order and each is counted', async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    const questions = Array.from({ length: 10 }, (_, index) => `${index}: ${about}`);
    const answers = await Promise.all(questions.map((question) => say(agent, question, 's')));
    expect(answers.filter((answer) => answer.welcome_message === 'Ahoy!').length).toBe(1);
    expect((await sessions(agent))[0]?.message_count).toBe(20);
    const messages = await transcript(agent, 's');
    expect(messages.map(({ role }) => role)).toEqual([
      'welcome',
      ...questions.flatMap(() => ['user', 'agent']),
    ]);
    expect(
      messages
        .filter(({ role }) => role === 'user')
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(questions);
    for (const [index, { role, id }] of messages.entries()) {
      if (role === 'agent') expect(answers.find((answer) => answer.message_id === id)).toBeDefined();
      if (role === 'agent') expect(messages[index - 1]?.role).toBe('user');
    }
  });

  it('deleting the agent or session during a turn leads to 200 or 404, never a 5xx', async () => {
    for (let delayMs = 0; delayMs < 10; delayMs++) {
      const agent = `/v1/agents/${await createAgent()}`;
      const turns = Array.from({ length: 8 }, (_, index) =>
        live.post(`${agent}/chat`, { message: about, session_id: `s${index % 3}` }),
      );
      await sleep(delayMs);
      await live.delete(`${agent}/conversations/s0`);
      await live.delete(agent);
      for (const { status } of await Promise.all(turns)) expect([200, 404]).toContain(status);
    }
  });

  it('a chat without a message gets 400', async () => {
    expectError(await live.post(`/v1/agents/${await createAgent()}/chat`, {}), 400, 'message');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['message', { message: ' ' }],
      ['message', { message: 5 }],
      ['message', { message: 'a'.repeat(16_001) }],
      ['message', { message: 'NUL \u0000' }],
      ['session_id', { session_id: '' }],
      ['session_id', { session_id: 'a'.repeat(129) }],
      ['session_id', { session_id: 'line\nbreak' }],
      ['session_id', { session_id: '\ud800' }],
      ['session_id', { session_id: 7 }],
      ['session_id', { session_id: null }],
      ['sessionId', { sessionId: 's' }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(
      await live.post(`/v1/agents/${await createAgent()}/chat`, { message: about, ...wrong }),
      422,
      field,
    );
  });

  it('a message of 16,000 characters is accepted', async () => {
    expect((await say(await createAgent(), 'return item '.repeat(1_333))).reply).toEqual(expect.any(String));
  });
});

describe('GET /v1/agents/:id/conversations', () => {
  it('conversations are listed by latest activity, page by page', async () => {
    const agent = await createAgent();
    for (const session of ['a', 'b', 'c', 'a']) {
      await say(agent, about, session);
      await pause();
    }
    expect(
      (await sessions(agent)).map(({ session_id, message_count }) => [session_id, message_count]),
    ).toEqual([
      ['a', 4],
      ['c', 2],
      ['b', 2],
    ]);
    const first = (await live.get(`/v1/agents/${agent}/conversations?limit=2`)).body;
    expect(first.meta.next_cursor).toMatch(/^cur_/);
    const second = (
      await live.get(`/v1/agents/${agent}/conversations?limit=2&cursor=${first.meta.next_cursor}`)
    ).body;
    expect(second.data.map((session: Session) => session.session_id)).toEqual(['b']);
    expect(second.meta).not.toHaveProperty('next_cursor');
  });

  it('a conversation has the times of its first and last message', async () => {
    const agent = await createAgent();
    await say(agent, about, 's');
    const [before] = (await live.get(`/v1/agents/${agent}/conversations`)).body.data;
    await pause();
    await say(agent, about, 's');
    const [after] = (await live.get(`/v1/agents/${agent}/conversations`)).body.data;
    expect(before.started_at).toBe(before.last_activity_at);
    expect(after.started_at).toBe(before.started_at);
    expect(after.last_activity_at > before.last_activity_at).toBe(true);
  });

  it('session_id restricts the list to one session, or to none', async () => {
    const agent = await createAgent();
    await say(agent, about, 'a');
    expect((await sessions(agent, '&session_id=a')).length).toBe(1);
    expect(await sessions(agent, '&session_id=b')).toEqual([]);
    expectError(await live.get(`/v1/agents/${agent}/conversations?session_id=`), 422, 'session_id');
  });

  it("one agent's session is unknown to another agent", async () => {
    const [mine, other] = [await createAgent(), await createAgent({ welcome_message: 'Ahoy!' })];
    await say(mine, about, 's');
    expect(await sessions(other)).toEqual([]);
    for (const session of ['s', '%00', '__proto__', 'a'.repeat(300)]) {
      expectError(await live.get(`/v1/agents/${other}/conversations/${session}/messages`), 404);
      expectError(await live.delete(`/v1/agents/${other}/conversations/${session}`), 404);
    }
    expect((await say(other, about, 's')).welcome_message).toBe('Ahoy!');
    expect((await transcript(mine, 's')).length).toBe(2);
  });

  it('a read_only key may list conversations but not chat', async () => {
    const agent = await createAgent();
    await say(agent, about, 's');
    const reader = await clientWithScope(live, 'read_only');
    expect((await reader.get(`/v1/agents/${agent}/conversations`)).body.data.length).toBe(1);
    expect((await reader.get(`/v1/agents/${agent}/conversations/s/messages`)).body.data.length).toBe(2);
    expectError(await reader.post(`/v1/agents/${agent}/chat`, { message: about }), 403);
  });
});

describe('GET and DELETE /v1/agents/:id/conversations/:session_id', () => {
  it('a transcript shows replies as they were given, page by page', async () => {
    const agent = await createAgent();
    const { reply, sources, citations, confidence, confidence_reason, message_id } = await say(
      agent,
      about,
      's',
    );
    const [question, answer] = await transcript(agent, 's');
    expect(question).toEqual({
      id: expect.stringMatching(/^msg_/),
      role: 'user',
      text: about,
      created_at: expect.any(String),
    });
    expect(answer).toEqual({
      id: message_id,
      role: 'agent',
      kind: 'answer',
      text: reply,
      created_at: expect.any(String),
      sources,
      citations,
      confidence,
      confidence_reason,
    });
    const first = (await live.get(`/v1/agents/${agent}/conversations/s/messages?limit=1`)).body;
    expect(first.data).toEqual([question]);
    const second = (
      await live.get(`/v1/agents/${agent}/conversations/s/messages?limit=1&cursor=${first.meta.next_cursor}`)
    ).body;
    expect(second.data).toEqual([answer]);
    expect(second.meta).not.toHaveProperty('next_cursor');
  });

  it('deleting a session answers 204, and its id then starts a new one', async () => {
    const agent = await createAgent({ welcome_message: 'Ahoy!' });
    await say(agent, about, 's');
    expect((await live.delete(`/v1/agents/${agent}/conversations/s`)).status).toBe(204);
    expectError(await live.get(`/v1/agents/${agent}/conversations/s/messages`), 404);
    expectError(await live.delete(`/v1/agents/${agent}/conversations/s`), 404);
    expect((await say(agent, about, 's')).welcome_message).toBe('Ahoy!');
  });
});
