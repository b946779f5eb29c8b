import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

/** A record, as a client reads it. */
type Data = Answer['body'];

let test: TestService;
let live: Client;
let second: Client;
let base: string;
const ids = { pier: '', museum: '', ferry: '' };
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  second = await clientWithScope(live, 'read_write');
  base = (await live.post('/v1/knowledge-bases', { name: 'Town' })).body.data.id;
  const add = async (name: string, text: string) =>
    (await live.addText(name, text, { knowledge_base_id: base })).id;
  ids.pier = await add('The pier', 'The pier of the town is 300 metres long and was built of oak in 1890.');
  ids.museum = await add('Museum', 'The museum is open from Tuesday to Sunday. A ticket costs 12 euros.');
  ids.ferry = await add('Ferry', 'The ferry to the island leaves every hour from the northern quay.');
}, 60_000);
afterAll(async () => {
  const errors = test.logs.filter((line) => JSON.parse(line).level >= 40);
  await test.stop();
  expect(errors).toEqual([]);
});
vi.setConfig({ testTimeout: 60_000 });

const PIER = 'How long is the pier?';
const MUSEUM = 'When is the museum open?';
const MAYOR = 'Who is the mayor of Lisbon?';

const newAgent = async (): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body.data.id;

/** Asks in a session, and returns the path of the reply's verdict and the reply. */
async function ask(agent: string, message: string, session = 's'): Promise<{ path: string; reply: Data }> {
  const { data } = (await live.post(`/v1/agents/${agent}/chat`, { message, session_id: session })).body;
  const path = `/v1/agents/${agent}/conversations/${session}/messages/${data.message_id}/verdict`;
  return { path, reply: data };
}
const put = (path: string, body: unknown, client = live) => client.call('PUT', path, body);
const messagesOf = async (agent: string, session = 's'): Promise<Data[]> =>
  (await live.get(`/v1/agents/${agent}/conversations/${session}/messages`)).body.data;

const begin = (body: Record<string, unknown>, client = live) => client.post('/v1/evaluations', body);
async function evaluated(body: Record<string, unknown>): Promise<Data> {
  const begun = await begin(body);
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  return (await live.get(`/v1/evaluations/${begun.body.data.id}?wait=60`)).body.data;
}
const questionsOf = async (evaluation: Data): Promise<Data[]> =>
  (await live.get(`/v1/evaluations/${evaluation.id}/questions`)).body.data.questions;

describe('PUT …/messages/:message_id/verdict', () => {
  it('two reviewers keep two verdicts, each replaces only its own, and both show in the transcript', async () => {
    const agent = await newAgent();
    const { path } = await ask(agent, PIER);
    const first = await put(path, {
      verdict: 'incomplete',
      note: 'The year is missing.',
      must: ['1890', '1890'],
      source_ids: [ids.pier],
    });
    expect(first.status).toBe(200);
    expect(first.body.data.verdicts).toEqual([
      {
        verdict: 'incomplete',
        note: 'The year is missing.',
        must: ['1890'],
        source_ids: [ids.pier],
        author: { type: 'api_key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    await put(path, { verdict: 'wrong' }, second);
    await put(path, { verdict: 'right' });
    const [, reply] = await messagesOf(agent);
    expect(reply.verdicts).toMatchObject([
      { verdict: 'right', must: [], source_ids: [] },
      { verdict: 'wrong' },
    ]);
    expect(reply.verdicts[0]).not.toHaveProperty('note');
    expect(reply.verdicts[0].author.id).not.toBe(reply.verdicts[1].author.id);

    expect((await live.delete(path)).status).toBe(204);
    expect((await messagesOf(agent))[1].verdicts).toMatchObject([{ verdict: 'wrong' }]);
    expectError(await live.delete(path), 404);
    const { data: events } = (await live.get('/v1/events?type=message.verdict')).body;
    expect(events.map(({ data }: Data) => data.verdict)).toEqual([null, 'right', 'wrong', 'incomplete']);
    expect(events[2].data).toMatchObject({ agent_id: agent, session_id: 's', author: { type: 'api_key' } });
  });

  it('a verdict and a rating stand side by side, and the list of conversations filters by both', async () => {
    const agent = await newAgent();
    const { path } = await ask(agent, PIER);
    await ask(agent, PIER, 'other');
    await live.post(path.replace(/verdict$/, 'feedback'), { rating: 'up' });
    await put(path, { verdict: 'wrong' });
    const [, reply] = await messagesOf(agent);
    expect(reply).toMatchObject({ feedback: { rating: 'up' }, verdicts: [{ verdict: 'wrong' }] });
    const found = async (query: string): Promise<string[]> =>
      (await live.get(`/v1/conversations?agent_id=${agent}&${query}`)).body.data.map(
        ({ session_id }: Data) => session_id,
      );
    expect(await found('verdict=wrong')).toEqual(['s']);
    expect(await found('verdict=wrong&rating=down')).toEqual([]);
    expect(await found('verdict=right')).toEqual([]);
    expectError(await live.get('/v1/conversations?verdict=good'), 422, 'verdict');
  });

  it('only replies can be judged, with scope read_write, and only while they exist', async () => {
    const agent = await newAgent();
    const { path, reply } = await ask(agent, PIER);
    const [question] = await messagesOf(agent);
    const ofQuestion = path.replace(reply.message_id, question.id);
    expectError(await put(ofQuestion, { verdict: 'right' }), 422, 'message_id');
    const reader = await clientWithScope(live, 'read_only');
    expectError(await put(path, { verdict: 'right' }, reader), 403);
    expectError(await put(path.replace('/s/', '/t/'), { verdict: 'right' }), 404);
    await put(path, { verdict: 'right' });
    await live.delete(`/v1/agents/${agent}/conversations/s`);
    expectError(await put(path, { verdict: 'right' }), 404);
    expectError(await live.delete(path), 404);
    expect((await begin({ from_conversations: { agent_id: agent } })).status).toBe(422);
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['verdict', { verdict: 'good' }],
      ['note', { note: 'a'.repeat(2_001) }],
      ['must[0]', { must: [' '] }],
      ['must', { must: Array.from({ length: 21 }, String) }],
      ['source_ids[0]', { source_ids: ['x'] }],
      ['source_ids[0]', { source_ids: ['src_0000000000000000000000000'] }],
      ['stars', { stars: 5 }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    const { path } = await ask(await newAgent(), PIER);
    expectError(await put(path, { verdict: 'right', ...wrong }), 422, field);
  });
});

describe('POST /v1/evaluations with from_conversations', () => {
  it('makes questions of judged replies, and leaves out and counts those that nothing answers', async () => {
    const agent = await newAgent();
    await put((await ask(agent, PIER, 'a')).path, { verdict: 'right' });
    await put((await ask(agent, MUSEUM, 'b')).path, {
      verdict: 'wrong',
      must: ['Tuesday'],
      source_ids: [ids.museum],
    });
    await put((await ask(agent, MAYOR, 'c')).path, { verdict: 'right' });
    await put((await ask(agent, 'Where is the quay?', 'd')).path, { verdict: 'wrong' });
    await ask(agent, 'Is there a lighthouse?', 'e');
    const evaluation = await evaluated({ name: 'Judged', from_conversations: { agent_id: agent } });
    expect(evaluation).toMatchObject({ status: 'completed', question_count: 3, skipped: 1, merged: 0 });
    const questions = await questionsOf(evaluation);
    expect(questions).toEqual([
      { query: MAYOR, relevant: [], must: [], unanswerable: true },
      { query: MUSEUM, relevant: [{ source_id: ids.museum }], must: ['Tuesday'], unanswerable: false },
      { query: PIER, relevant: [{ source_id: ids.pier }], must: [], unanswerable: false },
    ]);
    // The same questions can be asked again.
    const again = await evaluated({ questions, agent_id: agent });
    expect(await questionsOf(again)).toEqual(questions);
    expect(again).not.toHaveProperty('skipped');
  });

  it('a follow-up becomes a question that stands alone, and the latest reply to a question counts', async () => {
    const agent = await newAgent();
    await ask(agent, PIER);
    const followUp = await ask(agent, 'And when was it built?');
    await put(followUp.path, { verdict: 'wrong', must: ['1890'], source_ids: [ids.pier] });
    await put((await ask(agent, MUSEUM, 'a')).path, { verdict: 'wrong', source_ids: [ids.pier] });
    await put((await ask(agent, 'when is the MUSEUM open', 'b')).path, { verdict: 'right' });
    const evaluation = await evaluated({ from_conversations: { agent_id: agent } });
    expect(evaluation).toMatchObject({ question_count: 2, skipped: 0, merged: 1 });
    const [museum, pier] = await questionsOf(evaluation);
    expect(museum).toMatchObject({ query: 'when is the MUSEUM open', relevant: [{ source_id: ids.museum }] });
    expect(pier.query).toContain('pier');
  });

  it('the latest verdict of several decides, a verdict beats a rating, and ratings count only if asked for', async () => {
    const agent = await newAgent();
    const judged = await ask(agent, PIER, 'a');
    await put(judged.path, { verdict: 'right' });
    await put(judged.path, { verdict: 'wrong' }, second);
    const rated = await ask(agent, MUSEUM, 'b');
    for (const { path } of [judged, rated])
      await live.post(path.replace(/verdict$/, 'feedback'), { rating: 'up' });
    const from = { agent_id: agent };
    expectError(await begin({ from_conversations: from }), 422, 'from_conversations');
    const evaluation = await evaluated({ from_conversations: { ...from, ratings: ['up'] } });
    expect(evaluation).toMatchObject({ question_count: 1, skipped: 1 });
    expect((await questionsOf(evaluation))[0].query).toBe(MUSEUM);
    await put(judged.path, { verdict: 'right' });
    const filtered = await evaluated({ from_conversations: { ...from, verdicts: ['right'], limit: 1 } });
    expect((await questionsOf(filtered))[0].query).toBe(PIER);
  });

  it('sources and knowledge bases that are gone, and verdicts without anything right, get a plain 422', async () => {
    const agent = await newAgent();
    const gone = (await live.addText('Crane', 'The crane lifts 40 tons.', { knowledge_base_id: base })).id;
    await put((await ask(agent, 'How much does the crane lift?')).path, { verdict: 'right' });
    await live.delete(`/v1/knowledge-base/sources/${gone}`);
    const refused = await begin({ from_conversations: { agent_id: agent } });
    expectError(refused, 422, 'from_conversations');
    expect(refused.body.error.message).toContain('none says which existing source');
    const none = await begin({ from_conversations: { agent_id: agent, since: '2100-01-01T00:00:00Z' } });
    expect(none.body.error.message).toContain('matches no reply with a verdict');
  });

  it('an evaluation of some knowledge bases leaves out replies of agents that use others', async () => {
    const other = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    const agent = await newAgent();
    await put((await ask(agent, PIER)).path, { verdict: 'right' });
    const from_conversations = { agent_id: agent };
    expectError(await begin({ from_conversations, knowledge_base_ids: [other] }), 422, 'from_conversations');
    const evaluation = await evaluated({ from_conversations, knowledge_base_ids: [base] });
    expect(evaluation.question_count).toBe(1);
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['from_conversations', { questions: [{ query: 'A?', unanswerable: true }] }],
      ['from_conversations.verdicts[0]', { from_conversations: { verdicts: ['good'] } }],
      ['from_conversations.limit', { from_conversations: { limit: 1_001 } }],
      ['from_conversations.since', { from_conversations: { since: 'today' } }],
      ['from_conversations.agent_id', { from_conversations: { agent_id: 'agt_0000000000000000000000000' } }],
      ['agent_id', { agent_id: 'agt_0000000000000000000000000' }],
      ['knowledge_base_ids', { agent_id: 'agt_1', knowledge_base_ids: ['kb_1'] }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(await begin({ from_conversations: {}, ...wrong }), 422, field);
  });
});

describe('POST /v1/evaluations with agent_id', () => {
  it('asks the agent each question, judges its replies and writes no conversation', async () => {
    const agent = await newAgent();
    const questions = [
      { query: PIER, relevant: [{ source_id: ids.pier }], must: ['300 METRES', '300 m'] },
      { query: MUSEUM, relevant: [{ source_id: ids.pier }] },
      { query: 'What does a ticket to the museum cost?', must: ['14 euros'] },
      { query: MAYOR, unanswerable: true },
    ];
    const evaluation = await evaluated({ questions, agent_id: agent });
    expect(evaluation).toMatchObject({ status: 'completed', agent_id: agent, knowledge_base_ids: [base] });
    expect(evaluation.replies).toMatchObject({
      questions: 4,
      right: 0.5,
      holds_must: 0.5,
      cites_relevant: 0.5,
      cites_relevant_first: 0.5,
      answerable_fallbacks: 0,
      unanswerable_fallbacks: 1,
      mean_confidence: expect.any(Number),
      calibration_error: expect.any(Number),
    });
    const outcomes = evaluation.reply_outcomes;
    expect(outcomes.map(({ right }: Data) => right)).toEqual([false, false, true, true]);
    const pier = outcomes.find(({ query }: Data) => query === PIER);
    expect(pier).toMatchObject({ right: true, holds_must: true, cites_relevant: true, kind: 'answer' });
    expect(pier.reply).toContain('300 metres');
    expect(pier.source_ids[0]).toBe(ids.pier);
    const ticket = outcomes.find(({ holds_must }: Data) => holds_must === false);
    expect(ticket).toMatchObject({ cites_relevant: null, right: false });
    // Words alone do not say what a search should find.
    expect(evaluation.outcomes[0].questions).toHaveLength(3);
    expect((await live.get(`/v1/agents/${agent}/conversations`)).body.data).toEqual([]);
    const listed = (await live.get('/v1/evaluations?limit=1')).body.data[0];
    expect(listed.replies).toEqual(evaluation.replies);
    expect(listed).not.toHaveProperty('reply_outcomes');
  });

  it('says pinned answers without counting a hit, and asks an agent that is paused', async () => {
    const agent = await newAgent();
    const question = 'Who swept the northern quay?';
    const pinned = { question, answer: 'Ida swept it.', knowledge_base_id: base, source_ids: [ids.ferry] };
    const { id } = (await live.post('/v1/answers', pinned)).body.data;
    await live.patch(`/v1/agents/${agent}`, { status: 'inactive' });
    const evaluation = await evaluated({
      questions: [{ query: question, must: ['Ida'], relevant: [{ source_id: ids.ferry }] }],
      agent_id: agent,
    });
    expect(evaluation.reply_outcomes[0]).toMatchObject({ kind: 'pinned', right: true, cites_relevant: true });
    expect((await live.get(`/v1/answers/${id}`)).body.data.hits).toBe(0);
    await live.delete(`/v1/answers/${id}`);
  });

  it('a deleted source leaves the replies, and a deleted agent the evaluation intact', async () => {
    const agent = await newAgent();
    const text = 'The windmill grinds rye on Mondays.';
    const mill = (await live.addText('Windmill', text, { knowledge_base_id: base })).id;
    const questions = [{ query: 'What does the windmill grind?', relevant: [{ source_id: mill }] }];
    const { id, reply_outcomes } = await evaluated({ questions, agent_id: agent });
    expect(reply_outcomes[0].reply).toContain('rye');
    await live.delete(`/v1/knowledge-base/sources/${mill}`);
    await live.delete(`/v1/agents/${agent}`);
    const { data } = (await live.get(`/v1/evaluations/${id}`)).body;
    expect(JSON.stringify(data)).not.toContain('rye');
    expect(data.reply_outcomes[0]).not.toHaveProperty('reply');
    expect(data.replies.right).toBe(1);
    expect((await live.delete(`/v1/evaluations/${id}`)).status).toBe(204);
  });

  it('words alone need an agent, and a question needs something to be judged by', async () => {
    expectError(await begin({ questions: [{ query: PIER, must: ['300'] }] }), 422, 'questions[0]');
    const agent = await newAgent();
    for (const question of [{ query: PIER }, { query: PIER, must: ['300'], unanswerable: true }])
      expectError(await begin({ questions: [question], agent_id: agent }), 422, 'questions[0]');
    const elsewhere = await live.addText('Elsewhere', 'In the default knowledge base.');
    const questions = [{ query: PIER, relevant: [{ source_id: elsewhere.id }] }];
    expectError(await begin({ questions, agent_id: agent }), 422, 'questions[0].relevant[0].source_id');
  });
});
