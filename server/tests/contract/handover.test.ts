import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const ASK = 'Can I talk to a human?';
const UNKNOWN = 'Which wombat won the quokka regatta of 1871?';

let test: TestService;
let live: Client;
let stranger: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  stranger = (await addWorkspace(test)).live;
  base = await defaultKnowledgeBase(live);
  await live.addText('Pier', 'The pier of Wittering is 300 metres long. It opened in 1871.');
});
afterAll(() => test.stop());

type Place = { agent: string; session: string; path: string };
let count = 0;

/** A conversation of an agent of its own. */
async function converse(
  handover: 'on_request' | 'on_low_confidence' | 'default' = 'on_request',
): Promise<Place> {
  const more = handover === 'default' ? {} : { handover };
  const created = await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...more });
  const place = { agent: created.body.data.id as string, session: `s${++count}` };
  await say(place, 'How long is the pier?');
  return { ...place, path: `/v1/agents/${place.agent}/conversations/${place.session}` };
}
const say = async ({ agent, session }: Pick<Place, 'agent' | 'session'>, message: string) =>
  (await live.post(`/v1/agents/${agent}/chat`, { message, session_id: session })).body.data;
const messagesOf = async ({ path }: Place) => (await live.get(`${path}/messages?limit=100`)).body.data;
const handoverOf = async ({ agent, session }: Place) =>
  (await live.get(`/v1/agents/${agent}/conversations?session_id=${session}`)).body.data[0]?.handover;
const eventsOf = async (type: string, { session }: Pick<Place, 'session'>) =>
  (await live.get(`/v1/events?type=${type}&limit=100`)).body.data.filter(
    (event: { data: { session_id?: string } }) => event.data.session_id === session,
  );

describe('when an agent offers a person', () => {
  it('never by default: a message that asks for one is answered like any other', async () => {
    const place = await converse('default');
    expect((await live.get(`/v1/agents/${place.agent}`)).body.data.handover).toBe('never');
    const answer = await say(place, ASK);
    expect(answer.kind).not.toBe('handover');
    expect(answer.handover).toBeUndefined();
    expectError(await live.post(`${place.path}/handover`, {}), 409);
  });

  it('on request: only a message that asks for one gets an offer, in its language', async () => {
    const place = await converse('on_request');
    const unknown = await say(place, UNKNOWN);
    expect(unknown.handover).toBeUndefined();
    const answer = await say(place, ASK);
    expect(answer).toMatchObject({ kind: 'handover', handover: { reason: 'requested' }, sources: [] });
    expect(answer.reply).toMatch(/^A person can take over/);
    const german = await say(place, 'Ich möchte mit einem Menschen sprechen');
    expect(german.reply).toMatch(/^Ein Mensch kann hier übernehmen/);
    const question = await say(place, 'Can a person enter with a dog?');
    expect(question.kind).not.toBe('handover');
    expect(question.handover).toBeUndefined();
  });

  it('on low confidence: also with a fallback, and not with a sure answer', async () => {
    const place = await converse('on_low_confidence');
    const sure = await say(place, 'How long is the pier of Wittering?');
    expect(sure.confidence).toBeGreaterThanOrEqual(0.5);
    expect(sure.handover).toBeUndefined();
    expect((await say(place, UNKNOWN)).handover).toEqual({ reason: 'low_confidence' });
    expect((await say(place, ASK)).handover).toEqual({ reason: 'requested' });
    expect((await say(place, 'hello')).handover).toBeUndefined();
  });

  it('clients of OpenAI and streams get the offer too', async () => {
    const place = await converse('on_request');
    const messages = [{ role: 'user', content: ASK }];
    const completion = await live.post('/v1/chat/completions', { model: place.agent, messages });
    expect(completion.body).toMatchObject({ kind: 'handover', handover: { reason: 'requested' } });
    const stream = await live.post(`/v1/agents/${place.agent}/chat`, { message: ASK, stream: true });
    expect(stream.body).toMatch(/event: done\ndata: .*"handover":\{"reason":"requested"\}/);
  });

  it('what is said about a person counts in no statistic', async () => {
    const place = await converse('on_request');
    const overview = async () => (await live.get('/v1/overview')).body.data;
    const before = await overview();
    await say(place, ASK);
    expect(before).toBeDefined();
    const after = await overview();
    expect(after).toEqual(before);
  });
});

describe('POST …/handover', () => {
  it('opens a hand-over with contact and message, which the lists show', async () => {
    const place = await converse();
    const asked = { contact: { name: 'Ida', email: 'ida@example.com' }, message: 'Is it open on Monday?' };
    const { status, body } = await live.post(`${place.path}/handover`, asked);
    expect(status).toBe(201);
    const handover = { status: 'open', ...asked, created_at: expect.any(String) };
    expect(body.data).toEqual({ agent_id: place.agent, session_id: place.session, ...handover });
    expect(await handoverOf(place)).toEqual(handover);
    const open = (await live.get('/v1/conversations?handover=open&limit=100')).body.data;
    expect(open.find((item: { session_id: string }) => item.session_id === place.session).handover).toEqual(
      handover,
    );
    expect(test.logs.join('')).not.toContain('ida@example.com');
  });

  it('emits one event with the transcript', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, { contact: { email: 'a@example.com' }, message: 'Help!' });
    expectError(await live.post(`${place.path}/handover`, { message: 'Help!' }), 409);
    const events = await eventsOf('conversation.handover', place);
    expect(events).toHaveLength(1);
    expect(events[0].data).toMatchObject({
      agent_id: place.agent,
      session_id: place.session,
      status: 'open',
      contact: { email: 'a@example.com' },
      message: 'Help!',
    });
    const texts = (await messagesOf(place)).map(({ text }: { text: string }) => text);
    expect(events[0].data.transcript.map(({ text }: { text: string }) => text)).toEqual(texts);
  });

  it('loses the transcript in its event when a source that it quotes is deleted', async () => {
    const { id } = await live.addText('Crane', 'The crane of Wittering lifts 40 tonnes of herring.');
    const place = await converse();
    expect((await say(place, 'How much herring does the crane lift?')).reply).toContain('40 tonnes');
    await live.post(`${place.path}/handover`, { message: 'Help!' });
    expect(JSON.stringify(await eventsOf('conversation.handover', place))).toContain('40 tonnes');
    await live.delete(`/v1/knowledge-base/sources/${id}`);
    const [event] = await eventsOf('conversation.handover', place);
    expect(event.data).toEqual({ agent_id: place.agent, session_id: place.session, erased: true });
    expect(await handoverOf(place)).toMatchObject({ status: 'open', message: 'Help!' });
  });

  it('a second one gets 409 until the first is resolved', async () => {
    const place = await converse();
    const open = () => live.post(`${place.path}/handover`, {});
    expect((await open()).status).toBe(201);
    expectError(await open(), 409);
    await live.patch(`${place.path}/handover`, { status: 'assigned' });
    expectError(await open(), 409);
    await live.patch(`${place.path}/handover`, { status: 'resolved' });
    expect((await open()).status).toBe(201);
    expect(await handoverOf(place)).toEqual({ status: 'open', contact: {}, created_at: expect.any(String) });
  });

  it('simultaneous requests open one', async () => {
    const place = await converse();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => live.post(`${place.path}/handover`, {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await eventsOf('conversation.handover', place)).toHaveLength(1);
  });

  it('an Idempotency-Key replays the answer', async () => {
    const place = await converse();
    const send = () =>
      live.call('POST', `${place.path}/handover`, {}, { 'idempotency-key': `key-${place.session}` });
    const [first, second] = [await send(), await send()];
    expect(second).toMatchObject({ status: 201, body: first.body });
    // The contact is deleted with the conversation, and so is the answer that repeats it.
    expect((await live.delete(place.path)).status).toBe(204);
    expect((await send()).status).toBe(404);
  });

  it('huge conversations and texts end in an event of bounded size', async () => {
    const place = await converse();
    for (let round = 0; round < 30; round++) await say(place, `${'"\u0001'.repeat(4_000)} ${round}`);
    const message = '\u0001'.repeat(4_000);
    expect((await live.post(`${place.path}/handover`, { message })).status).toBe(201);
    const [event] = await eventsOf('conversation.handover', place);
    expect(JSON.stringify(event.data).length).toBeLessThan(20 * 1_024);
    expect(event.data.transcript.length).toBeGreaterThan(1);
    expectError(await live.post(`${place.path}/handover`, { message: 'x'.repeat(4_001) }), 422, 'message');
  });

  it.each([
    [{ contact: { email: 'nobody' } }, 'contact.email'],
    [{ contact: { name: ' ' } }, 'contact.name'],
    [{ contact: { name: 'a\nb' } }, 'contact.name'],
    [{ contact: { phone: '1' } }, 'contact.phone'],
    [{ contact: { email: `${'a'.repeat(250)}@example.com` } }, 'contact.email'],
    [{ message: 'a\0' }, 'message'],
  ])('%j gets 422', async (body, field) => {
    const place = await converse();
    expectError(await live.post(`${place.path}/handover`, body), 422, field);
  });

  it('gets 404 without the conversation and 403 while the agent is paused', async () => {
    const place = await converse();
    expectError(await live.post(`/v1/agents/${place.agent}/conversations/none/handover`, {}), 404);
    await live.patch(`/v1/agents/${place.agent}`, { status: 'inactive' });
    expectError(await live.post(`${place.path}/handover`, {}), 403);
  });
});

describe('a language model', () => {
  it('sees what people said, and none is asked while a person has the conversation', async () => {
    const model = await startFakeChatServer();
    const service = await startTestService({
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${model.origin}/v1`,
    });
    onTestFinished(async () => {
      await service.stop();
      await model.close();
    });
    await service.live.addText('Pier', 'The pier is 300 metres long.');
    model.always({ pieces: ['The pier is 300 metres long [1].'] });
    const ids = [await defaultKnowledgeBase(service.live)];
    const agent = await service.live.post('/v1/agents', {
      name: 'A',
      knowledge_base_ids: ids,
      handover: 'on_request',
    });
    const path = `/v1/agents/${agent.body.data.id}`;
    const chat = (message: string) => service.live.post(`${path}/chat`, { message, session_id: 's' });
    await chat('How long is the pier?');
    await service.live.post(`${path}/conversations/s/handover`, {});
    await service.live.post(`${path}/conversations/s/messages`, { text: 'Ask for Ottoline at the gate.' });
    const before = model.requests().length;
    expect((await chat('Where is the gate of the pier?')).body.data.kind).toBe('handover');
    expect(model.requests()).toHaveLength(before);
    await service.live.patch(`${path}/conversations/s/handover`, { status: 'resolved' });
    await chat('How long is the pier?');
    expect(JSON.stringify(model.requests().at(-1))).toContain('Ask for Ottoline at the gate.');
  });
});

describe('people who answer', () => {
  it('a message of a person takes the hand-over and shows in the transcript', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, {});
    const before = await messagesOf(place);
    const { status, body } = await live.post(`${place.path}/messages`, { text: 'Hi!', author_name: 'Bo' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^msg_/),
      role: 'person',
      text: 'Hi!',
      author: { id: expect.stringMatching(/^key_/), name: 'Bo' },
      created_at: expect.any(String),
    });
    expect(await messagesOf(place)).toEqual([...before, body.data]);
    const list = await live.get(`/v1/agents/${place.agent}/conversations`);
    expect(list.body.data[0].message_count).toBe(3);
    expect(await handoverOf(place)).toMatchObject({
      status: 'assigned',
      assignee: { type: 'api_key', name: 'First admin key' },
      assigned_at: expect.any(String),
    });
    const [event] = await eventsOf('conversation.handover_updated', place);
    expect(event.data).toMatchObject({ status: 'assigned', assignee: { name: 'First admin key' } });
  });

  it('gets 409 without a hand-over, and once it is resolved', async () => {
    const place = await converse();
    const answer = () => live.post(`${place.path}/messages`, { text: 'Hi!' });
    expectError(await answer(), 409);
    expectError(await live.patch(`${place.path}/handover`, { status: 'assigned' }), 404);
    await live.post(`${place.path}/handover`, {});
    await live.patch(`${place.path}/handover`, { status: 'resolved' });
    expectError(await answer(), 409);
    expect(await messagesOf(place)).toHaveLength(2);
  });

  it('of two people one wins, and the other is told who', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, {});
    const people = await Promise.all(
      ['Ada', 'Bo'].map((name) => clientWithScope(live, 'read_write', { name })),
    );
    const answers = await Promise.all(
      people.map((person) => person.post(`${place.path}/messages`, { text: 'Me!' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    const [winner, loser] = statuses[0] === 201 ? [0, 1] : [1, 0];
    const [name, other] = [['Ada', 'Bo'][winner], people[loser]];
    expect(answers[loser]?.body.error.message).toContain(`${name} has this hand-over`);
    expect(await messagesOf(place)).toHaveLength(3);
    for (const status of ['assigned', 'open', 'resolved'])
      expectError((await other?.patch(`${place.path}/handover`, { status })) as never, 409);
    const taken = await other?.patch(`${place.path}/handover`, { status: 'assigned', take_over: true });
    expect(taken?.body.data.assignee.name).toBe(['Ada', 'Bo'][loser]);
    expectError((await people[winner]?.post(`${place.path}/messages`, { text: 'Me!' })) as never, 409);
  });

  it('repeating a state changes nothing and emits nothing', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, {});
    const set = async (status: string) => (await live.patch(`${place.path}/handover`, { status })).body.data;
    expect((await set('open')).status).toBe('open');
    const assigned = await set('assigned');
    expect(await set('assigned')).toEqual(assigned);
    const resolved = await set('resolved');
    expect(await set('resolved')).toEqual(resolved);
    expect(resolved).toMatchObject({ assignee: assigned.assignee, resolved_at: expect.any(String) });
    const given = await set('open');
    expect(given).not.toHaveProperty('assignee');
    expect(given).not.toHaveProperty('resolved_at');
    expect(await eventsOf('conversation.handover_updated', place)).toHaveLength(3);
  });

  it('the agent answers while it is open, and keeps silent while a person has it', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, {});
    const open = await say(place, 'How long is the pier?');
    expect(open).toMatchObject({ kind: 'answer', handover: { status: 'open' } });
    expect((await say(place, ASK)).reply).toMatch(/^Your request has been passed on/);
    await live.patch(`${place.path}/handover`, { status: 'assigned' });
    const silent = await say(place, 'Wie lang ist der Steg, und wann wurde er eröffnet?');
    expect(silent).toMatchObject({ kind: 'handover', handover: { status: 'assigned' }, sources: [] });
    expect(silent.reply).toMatch(/^Ein Mensch hat dieses Gespräch übernommen/);
    await live.patch(`${place.path}/handover`, { status: 'resolved' });
    const again = await say(place, 'How long is the pier?');
    expect(again.kind).toBe('answer');
    expect(again.handover).toBeUndefined();
  });

  it('a conversation that was deleted meanwhile gets 404, and takes the contact with it', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, { contact: { name: 'Ottoline' } });
    expect((await live.delete(place.path)).status).toBe(204);
    expectError(await live.post(`${place.path}/messages`, { text: 'Hi!' }), 404);
    expectError(await live.patch(`${place.path}/handover`, { status: 'assigned' }), 404);
    expectError(await live.post(`${place.path}/handover`, {}), 404);
    expect((await live.get('/v1/conversations?limit=100')).body.data).not.toContainEqual(
      expect.objectContaining({ session_id: place.session }),
    );
    const events = JSON.stringify((await live.get('/v1/events?limit=100')).body);
    expect(events.includes('Ottoline')).toBe(false);
    await say(place, 'How long is the pier?');
    expect(await handoverOf(place)).toBeUndefined();
  });

  it('a person can answer while the agent is paused', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, {});
    await live.patch(`/v1/agents/${place.agent}`, { status: 'inactive' });
    expect((await live.post(`${place.path}/messages`, { text: 'Hi!' })).status).toBe(201);
    expect((await live.patch(`${place.path}/handover`, { status: 'resolved' })).status).toBe(200);
  });

  it('another workspace, a restricted key and a read_only key reach nothing', async () => {
    const place = await converse();
    await live.post(`${place.path}/handover`, {});
    const elsewhere = (await live.post('/v1/knowledge-bases', { name: 'Elsewhere' })).body.data.id;
    const restricted = await clientWithScope(live, 'read_write', { knowledge_base_ids: [elsewhere] });
    const own = await clientWithScope(live, 'read_write', { knowledge_base_ids: [base] });
    const reader = await clientWithScope(live, 'read_only');
    for (const [client, status] of [
      [stranger, 404],
      [restricted, 404],
      [reader, 403],
    ] as const) {
      expectError(await client.post(`${place.path}/handover`, {}), status);
      expectError(await client.patch(`${place.path}/handover`, { status: 'resolved' }), status);
      expectError(await client.post(`${place.path}/messages`, { text: 'Hi!' }), status);
    }
    const seen = await own.get(`/v1/agents/${place.agent}/conversations?handover=open`);
    expect(seen.body.data).toHaveLength(1);
    expect((await own.post(`${place.path}/messages`, { text: 'Hi!' })).status).toBe(201);
  });
});
