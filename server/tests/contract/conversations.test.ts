import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { type Browser, signUp, signUpOwner } from '../helpers/people.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let owner: Browser;
let ada: Browser & { accountId: string };
let agent: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  owner = await signUpOwner(test);
  ada = await signUp(owner, 'member');
  const base = await defaultKnowledgeBase(live);
  await live.addText('Pier', 'The pier of Wittering is 300 metres long. It opened in 1871.');
  const body = { name: 'Guide', knowledge_base_ids: [base], handover: 'on_request' };
  agent = (await live.post('/v1/agents', body)).body.data.id;
});
afterAll(() => test.stop());

let count = 0;
/** A new session with this question. Returns its id. */
async function ask(message: string, client: Client = live, more: Record<string, unknown> = {}) {
  const session = `s${++count}`;
  const answer = await client.post(`/v1/agents/${agent}/chat`, { message, session_id: session, ...more });
  expect(answer.status).toBe(200);
  return session;
}
const say = (session: string, message: string) =>
  live.post(`/v1/agents/${agent}/chat`, { message, session_id: session });
const pathOf = (session: string) => `/v1/agents/${agent}/conversations/${session}`;
const patch = (session: string, body: object, client: Client = live) => client.patch(pathOf(session), body);
const list = async (query: string, client: Client = live) => {
  const { status, body } = await client.get(`/v1/conversations?limit=100&${query}`);
  expect(status).toBe(200);
  return body.data;
};
const sessions = async (query: string, client: Client = live) =>
  (await list(query, client)).map((item: { session_id: string }) => item.session_id);
const one = async (session: string) => (await list(`session_id=${session}`))[0];
const eventsOf = async (type: string, session: string) =>
  (await live.get(`/v1/events?type=${type}&limit=100`)).body.data.filter(
    (event: { data: { session_id?: string } }) => event.data.session_id === session,
  );

describe('GET /v1/conversations', () => {
  it('finds questions and replies by their words, in any language', async () => {
    const english = await ask('How long is the pier of Wittering, dear aardvark?');
    const chinese = await ask('我可以申请退款吗？');
    const japanese = await ask('返品したいのですが');
    const arabic = await ask('ما هي سياسة استرداد الكتاب؟');
    expect(await sessions('q=aardv')).toEqual([english]);
    expect(await sessions('q=300+metres+wittering')).toContain(english);
    expect(await sessions(`q=${encodeURIComponent('退款')}`)).toEqual([chinese]);
    expect(await sessions(`q=${encodeURIComponent('返品')}`)).toEqual([japanese]);
    expect(await sessions(`q=${encodeURIComponent('كتاب')}`)).toEqual([arabic]);
    expect(await sessions('q=aardvark+wombat')).toEqual([]);
    expect(await sessions('q=!!')).toEqual([]);
    expect((await sessions('q=')).length).toBeGreaterThan(3);
    await live.delete(pathOf(english));
    expect(await sessions('q=aardv')).toEqual([]);
  });

  it('filters by time, channel, language and agent, and pages in both orders', async () => {
    const before = new Date(Date.now() - 1).toISOString();
    const german = await ask('Wie lang ist der Steg in der Stadt, bitte?');
    const named = await ask('How long is the pier of the town?', live, { metadata: { channel: 'phone' } });
    const inDashboard = await ask('How old is the pier of the town?', owner);
    const body = { model: agent, messages: [{ role: 'user', content: 'Is the pier open in the town?' }] };
    await live.call('POST', '/v1/chat/completions', body, { 'x-conversation-id': 'open' });
    const since = `since=${before}`;
    expect(await sessions(`${since}&language=de`)).toEqual([german]);
    expect(await sessions(`${since}&channel=phone`)).toEqual([named]);
    expect(await sessions(`${since}&channel=dashboard`)).toEqual([inDashboard]);
    expect(await sessions(`${since}&channel=openai`)).toHaveLength(1);
    expect(await sessions(`${since}&channel=api&agent_id=${agent}`)).toEqual([german]);
    expect(await sessions(`until=${before}&language=de`)).toEqual([]);
    const newest = await sessions(since);
    expect(newest).toHaveLength(4);
    expect(await sessions(`${since}&order=asc`)).toEqual(newest.toReversed());
    const first = await live.get(`/v1/conversations?${since}&order=asc&limit=3`);
    const next = `/v1/conversations?${since}&order=asc&limit=3&cursor=${first.body.meta.next_cursor}`;
    expect((await live.get(next)).body.data).toHaveLength(1);
    expectError(await live.get(next.replace('asc', 'desc')), 422);
    expect(await one(german)).toMatchObject({
      channel: 'api',
      language: 'de',
      state: 'open',
      tags: [],
      version: 0,
      first_question: 'Wie lang ist der Steg in der Stadt, bitte?',
      last_reply: expect.any(String),
    });
  });

  it('422 with a range in which nothing can begin, and for a filter that means nothing', async () => {
    const query = 'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z';
    expectError(await live.get(`/v1/conversations?${query}`), 422, 'until');
    expectError(await live.get('/v1/conversations?assignee=ada'), 422, 'assignee');
    expectError(await live.get('/v1/conversations?language=english'), 422, 'language');
    expectError(await live.get('/v1/conversations?state=closed'), 422, 'state');
    expectError(await live.get(`/v1/conversations?q=${'x'.repeat(201)}`), 422, 'q');
  });
});

describe('PATCH /v1/agents/{id}/conversations/{session_id}', () => {
  it('resolves, assigns and tags, which filters find, and tells webhooks and the audit log', async () => {
    const session = await ask('How long is the pier?');
    const changes = { state: 'resolved', assignee_id: ada.accountId, tags: ['Pier', 'urgent', 'Pier'] };
    const { status, body } = await patch(session, changes);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      session_id: session,
      state: 'resolved',
      assignee: { type: 'account', id: ada.accountId, name: 'Ada' },
      tags: ['Pier', 'urgent'],
      version: 1,
    });
    expect(await sessions('tag=urgent&state=resolved')).toEqual([session]);
    expect(await sessions('tag=urg')).toEqual([]);
    expect(await sessions('assignee=me', ada)).toEqual([session]);
    expect(await sessions(`assignee=${ada.accountId}&tag=Pier`)).toEqual([session]);
    expect(await sessions('assignee=none')).not.toContain(session);
    const [event] = await eventsOf('conversation.updated', session);
    expect(event.data).toMatchObject({
      agent_id: agent,
      state: 'resolved',
      tags: ['Pier', 'urgent'],
      version: 1,
    });
    const log = (await live.get('/v1/audit-log?action=conversation.updated')).body.data;
    expect(log[0]).toMatchObject({
      subject_id: `${agent}/${session}`,
      details: { state: { from: 'open', to: 'resolved' }, assignee_id: { from: null, to: ada.accountId } },
    });
    // The same again changes nothing and tells no one.
    expect((await patch(session, changes)).body.data.version).toBe(1);
    expect(await eventsOf('conversation.updated', session)).toHaveLength(1);
  });

  it('tells the second of two people who change it at once', async () => {
    const session = await ask('How long is the pier?');
    const [one, other] = await Promise.all([
      patch(session, { tags: ['one'], if_version: 0 }, owner),
      patch(session, { tags: ['other'], if_version: 0 }, ada),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : other;
    expect(refused.body.error.message).toContain('it has version 1');
    expect((await patch(session, { state: 'resolved', if_version: 1 }, ada)).status).toBe(200);
  });

  it('a visitor who writes again opens it, and whoever resolves what they did not read is told', async () => {
    const session = await ask('How long is the pier?');
    await patch(session, { state: 'resolved' });
    await say(session, 'And how old?');
    expect(await one(session)).toMatchObject({ state: 'open', version: 2 });
    expectError(await patch(session, { state: 'resolved', if_version: 1 }), 409);
  });

  it('the hand-over has the same assignee and ends with the conversation, and the other way round', async () => {
    const session = await ask('How long is the pier?');
    await live.post(`${pathOf(session)}/handover`, {});
    const assigned = (await patch(session, { assignee_id: ada.accountId })).body.data;
    expect(assigned.handover).toMatchObject({ status: 'assigned', assignee: { id: ada.accountId } });
    expect((await say(session, 'Hello?')).body.data.handover).toEqual({ status: 'assigned' });
    const free = (await patch(session, { assignee_id: null })).body.data;
    expect(free.handover.status).toBe('open');
    expect(free.assignee).toBeUndefined();
    const resolved = (await patch(session, { state: 'resolved' }, ada)).body.data;
    expect(resolved.handover).toMatchObject({ status: 'resolved', assignee: { id: ada.accountId } });
    expect(await eventsOf('conversation.handover_updated', session)).toHaveLength(3);

    await live.post(`${pathOf(session)}/handover`, {});
    expect(await one(session)).toMatchObject({ state: 'open', handover: { status: 'open' } });
    await ada.patch(`${pathOf(session)}/handover`, { status: 'assigned' });
    expect(await one(session)).toMatchObject({ assignee: { id: ada.accountId }, state: 'open' });
    await ada.patch(`${pathOf(session)}/handover`, { status: 'resolved' });
    expect(await one(session)).toMatchObject({ assignee: { id: ada.accountId }, state: 'resolved' });
  });

  it('422 for people who are no members, 403 for viewers and sandbox keys, 404 for strangers', async () => {
    const session = await ask('How long is the pier?');
    expectError(await patch(session, { assignee_id: 'acc_nobody' }), 422, 'assignee_id');
    expectError(await patch(session, { assignee_id: 'ada' }), 422, 'assignee_id');
    expectError(
      await patch(session, { tags: Array.from({ length: 33 }, (_, index) => `${index}`) }),
      422,
      'tags',
    );
    expectError(await patch(session, { status: 'resolved' }), 422);
    expectError(await patch(session, { state: 'open' }, await signUp(owner, 'viewer')), 403);
    const stranger = (await addWorkspace(test)).live;
    expectError(await patch(session, { state: 'resolved' }, stranger), 404);
    expectError(await patch('nobody', { state: 'resolved' }), 404);
    const sandboxed = await test.sandbox.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [await defaultKnowledgeBase(test.sandbox)],
    });
    const path = `/v1/agents/${sandboxed.body.data.id}`;
    await test.sandbox.post(`${path}/chat`, { message: 'Hello pier', session_id: 's' });
    const change = { assignee_id: ada.accountId };
    expectError(await test.sandbox.patch(`${path}/conversations/s`, change), 403);
    expect((await test.sandbox.patch(`${path}/conversations/s`, { state: 'resolved' })).status).toBe(200);
    const inSandbox = owner.at(test.sandbox.baseUrl);
    expect((await inSandbox.patch(`${path}/conversations/s`, change)).body.data.assignee.id).toBe(
      ada.accountId,
    );
  });
});

describe('POST /v1/conversations/bulk', () => {
  const bulk = (body: object, client: Client = live) => client.post('/v1/conversations/bulk', body);

  it('changes many, lists those that are missing, and leaves what was changed meanwhile', async () => {
    const chosen = [await ask('One pier?'), await ask('Two piers?'), await ask('Three piers?')];
    const conversations = chosen.map((session_id) => ({ agent_id: agent, session_id, if_version: 0 }));
    await patch(chosen[2] ?? '', { tags: ['busy'] });
    const missing = { agent_id: agent, session_id: 'nobody' };
    const { body } = await bulk({ action: 'resolve', conversations: [...conversations, missing] });
    expect(body.data).toEqual({
      changed: 2,
      missing: [missing],
      conflicts: [{ agent_id: agent, session_id: chosen[2] }],
    });
    const free = chosen.map((session_id) => ({ agent_id: agent, session_id }));
    const tag = { action: 'add_tags', conversations: free, tags: ['busy', 'pier'] };
    expect((await bulk(tag)).body.data.changed).toBe(3);
    expect((await bulk(tag)).body.data.changed).toBe(0);
    expect(await sessions('tag=busy&state=resolved')).toHaveLength(2);
    expect((await bulk({ ...tag, action: 'remove_tags', tags: ['busy'] })).body.data.changed).toBe(3);
    const assign = { action: 'assign', conversations: free, assignee_id: ada.accountId };
    expect((await bulk(assign)).body.data.changed).toBe(3);
    expect(await sessions('assignee=me&tag=pier', ada)).toHaveLength(3);
    expect((await bulk({ action: 'reopen', conversations: free })).body.data.changed).toBe(2);
    const log = (await live.get('/v1/audit-log?action=conversation.bulk_changed')).body.data;
    expect(log[0].details).toEqual({
      change: 'reopen',
      conversations: chosen.slice(0, 2).map((session) => `${agent}/${session}`),
    });
    expect((await bulk({ action: 'delete', conversations: free })).body.data.changed).toBe(3);
    expect(await sessions('tag=pier')).toEqual([]);
  });

  it('400 and 422 for fields that do not fit the action, before anything changes', async () => {
    const conversations = [{ agent_id: agent, session_id: await ask('One pier?') }];
    expectError(await bulk({ action: 'assign', conversations }), 400, 'assignee_id');
    expectError(await bulk({ action: 'resolve', conversations, tags: ['a'] }), 422, 'tags');
    expectError(await bulk({ action: 'resolve', conversations: [] }), 422, 'conversations');
    const reader = await clientWithScope(live, 'read_only');
    expectError(await bulk({ action: 'resolve', conversations }, reader), 403);
  });
});

describe('GET /v1/conversations/counts', () => {
  it('counts by state, hand-over, channel, language and tag', async () => {
    const counts = async (client: Client) => (await client.get('/v1/conversations/counts')).body.data;
    const before = await counts(ada);
    const session = await ask('How long is the pier of the town, please?');
    await live.post(`${pathOf(session)}/handover`, {});
    expect((await counts(ada)).handovers).toEqual({ ...before.handovers, open: before.handovers.open + 1 });
    await patch(session, { assignee_id: ada.accountId, tags: ['counted'] });
    const after = await counts(ada);
    expect(after).toMatchObject({
      open: before.open + 1,
      resolved: before.resolved,
      assigned_to_me: before.assigned_to_me + 1,
      handovers: { mine: before.handovers.mine + 1 },
      tags: expect.arrayContaining([{ tag: 'counted', count: 1 }]),
      channels: expect.arrayContaining([{ channel: 'api', count: expect.any(Number) }]),
      languages: expect.arrayContaining([{ language: 'en', count: expect.any(Number) }]),
    });
    expect((await counts(owner)).assigned_to_me).toBe(0);
  });
});

describe('GET /v1/conversations/assignees', () => {
  it('names the members to members, without their email addresses', async () => {
    const { body } = await ada.get('/v1/conversations/assignees');
    expect(body.data).toContainEqual({ id: ada.accountId, name: 'Ada' });
    expectError(await test.sandbox.get('/v1/conversations/assignees'), 403);
  });
});

describe('GET /v1/conversations/export', () => {
  it('exports what the filters choose, as JSON lines and as CSV', async () => {
    const session = await ask('=HYPERLINK("x"), how long is the pier, export?');
    const other = await ask('How old is the pier, export?');
    await ask('How old is the pier?');
    const jsonl = await live.get('/v1/conversations/export?q=export');
    const lines = String(jsonl.body).trim().split('\n');
    const items = lines.map((line) => JSON.parse(line));
    expect(items.map(({ session_id }) => session_id)).toEqual([other, session]);
    expect(items[1]).toMatchObject({
      agent_id: agent,
      session_id: session,
      messages: [{ role: 'user' }, { role: 'agent' }],
    });
    const csv = await live.get('/v1/conversations/export?q=hyperlink&format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, row, end] = String(csv.body).split('\r\n');
    expect(head).toMatch(/^agent_id,agent,session_id,/);
    expect(row).toContain(`"'=HYPERLINK(""x""), how long is the pier, export?"`);
    expect(end).toBe('');
    const log = (await live.get('/v1/audit-log?action=export.started')).body.data;
    expect(log[0].details).toMatchObject({ format: 'csv', filters: { q: 'hyperlink' } });
    expectError(await (await clientWithScope(live, 'read_write')).get('/v1/conversations/export'), 403);
  });
});
