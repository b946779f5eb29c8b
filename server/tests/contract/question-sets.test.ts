import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let pier: string;
let agent: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  pier = (await live.addText('Pier', 'The pier is 300 metres long.')).id;
  const made = { name: 'Guide', knowledge_base_ids: [await defaultKnowledgeBase(live)] };
  agent = (await live.post('/v1/agents', made)).body.data.id;
}, 60_000);
afterAll(() => test.stop());

const newSet = async (questions?: unknown[]): Promise<string> =>
  (await live.post('/v1/question-sets', { name: 'Harbour', ...(questions && { questions }) })).body.data.id;
const questions = async (id: string) => (await live.get(`/v1/question-sets/${id}`)).body.data.questions;
const LONG = 'How long is the pier?';

describe('a question set', () => {
  it('keeps questions with their sources, words, or that an agent must refuse, and those without any of it', async () => {
    const id = await newSet([
      { query: LONG, relevant: [{ source_id: pier }], must: ['300 metres'] },
      { query: 'Who is the mayor of Lisbon?', unanswerable: true },
    ]);
    const added = await live.post(`/v1/question-sets/${id}/questions`, {
      questions: [{ query: 'how long is the PIER' }, { query: 'Who owns it?' }],
    });
    expect(added.body.data).toEqual({ added: 1, updated: 0, unchanged: 1, skipped: 0 });
    const [first, , third] = await questions(id);
    expect(first).toMatchObject({ query: LONG, relevant: [{ source_id: pier }], must: ['300 metres'] });
    expect(third).toMatchObject({ query: 'Who owns it?', relevant: [], must: [], unanswerable: false });
    const at = `/v1/question-sets/${id}/questions/${third.id}`;
    expect((await live.patch(at, { must: ['The town'] })).status).toBe(200);
    expect((await live.patch(at, { unanswerable: true })).status).toBe(422);
    expect((await live.patch(at, { relevant: [{ source_id: 'src_none' }] })).status).toBe(422);
    expect((await questions(id))[2]).toMatchObject({ query: 'Who owns it?', must: ['The town'] });
    expect((await live.delete(at)).status).toBe(204);
    expect((await live.delete(at)).status).toBe(404);
    expect((await live.get(`/v1/question-sets/${id}`)).body.data.question_count).toBe(2);
    expect((await live.patch(`/v1/question-sets/${id}`, { name: 'Pier' })).body.data.name).toBe('Pier');
    expect((await live.delete(`/v1/question-sets/${id}`)).status).toBe(204);
    expect((await live.get(`/v1/question-sets/${id}`)).status).toBe(404);
  });

  it('loses no question when many are added at once', async () => {
    const id = await newSet();
    const add = (query: string) => live.post(`/v1/question-sets/${id}/questions`, { questions: [{ query }] });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => add(`Question ${index}?`)));
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted).toBeGreaterThan(0);
    expect(await questions(id)).toHaveLength(accepted);
  });

  it('has at most 1,000 questions', async () => {
    const id = await newSet(Array.from({ length: 1_000 }, (_, index) => ({ query: `Question ${index}?` })));
    const one = await live.post(`/v1/question-sets/${id}/questions`, { questions: [{ query: 'More?' }] });
    expect(one.status).toBe(422);
  });

  it('imports CSV, after a dry run, and names the line and field of what is wrong', async () => {
    const id = await newSet();
    const send = async (csv: string, query = ''): Promise<Answer> => {
      const response = await fetch(`${live.baseUrl}/v1/question-sets/${id}/import${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${live.key}`, 'content-type': 'text/csv' },
        body: csv,
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    };
    const csv = `question,sources,answers,must_refuse\n${LONG},Pier,300 metres | 300 m,\nWho is the mayor?,,,true\nWho owns it?,,,`;
    const dry = await send(csv, '?dry_run=true');
    expect(dry.body.data).toMatchObject({ added: 3, rows: [{ place: 'line 2', change: 'added' }, {}, {}] });
    expect(await questions(id)).toEqual([]);
    expect((await send(csv)).body.data).toEqual({ added: 3, updated: 0, unchanged: 0, skipped: 0 });
    expect(await questions(id)).toMatchObject([
      { relevant: [{ source_id: pier }], must: ['300 metres', '300 m'] },
      { unanswerable: true },
      { relevant: [], must: [], unanswerable: false },
    ]);
    const wrong = await send(`question,sources,must_refuse\n,Pier,\nA?,Nowhere,\nB?,Pier,true`);
    expect(wrong.status).toBe(422);
    const fields = wrong.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toContain('line 2, question');
    expect(fields).toContain('line 4, must_refuse');
    const missing = await send('question,sources\nA?,Nowhere');
    expect(missing.body.error.details[0].field).toBe('line 2, sources[0]');
  });
});

describe('questions of conversations', () => {
  it('come with what the latest verdict says is right, and wait for somebody without one', async () => {
    const ask = async (message: string, session_id: string) =>
      (await live.post(`/v1/agents/${agent}/chat`, { message, session_id })).body.data.message_id;
    const judged = await ask(LONG, 'one');
    await ask('Who is the mayor of Lisbon?', 'one');
    const path = `/v1/agents/${agent}/conversations/one/messages/${judged}/verdict`;
    await live.call('PUT', path, { verdict: 'right', must: ['300 metres'] });
    const id = await newSet();
    const conversation = { agent_id: agent, session_id: 'one' };
    const add = (one: object) =>
      live.post(`/v1/question-sets/${id}/questions`, { conversations: [{ ...conversation, ...one }] });
    expect((await add({ message_id: judged })).body.data).toMatchObject({ added: 1, skipped: 0 });
    expect((await add({})).body.data).toMatchObject({ added: 1, unchanged: 1, skipped: 0 });
    expect(await questions(id)).toMatchObject([
      {
        query: LONG,
        relevant: [{ source_id: pier }],
        must: ['300 metres'],
        from: { ...conversation, message_id: judged },
      },
      { relevant: [], must: [], unanswerable: false },
    ]);
    expect((await add({ session_id: 'none' })).body.data).toMatchObject({ added: 0, skipped: 1 });
  });
});

describe('an evaluation of a question set', () => {
  it('asks the questions that can be judged, keeps the settings of the agent, and is listed with its set', async () => {
    const id = await newSet([
      { query: LONG, relevant: [{ source_id: pier }], must: ['300 metres'] },
      { query: 'Who owns it?' },
    ]);
    const { body, status } = await live.post('/v1/evaluations', {
      question_set_id: id,
      agent_id: agent,
      search_types: ['hybrid'],
    });
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body.data).toMatchObject({
      question_set_id: id,
      question_count: 1,
      skipped: 1,
      agent_settings: { name: 'Guide', response_length: 'medium' },
    });
    const ended = (await live.get(`/v1/evaluations/${body.data.id}?wait=60`)).body.data;
    expect(ended).toMatchObject({ status: 'completed', replies: { questions: 1, right: 1 } });
    await live.patch(`/v1/agents/${agent}`, { name: 'Guide 2' });
    const listed = (await live.get(`/v1/evaluations?question_set_id=${id}`)).body.data;
    expect(listed).toMatchObject([{ id: body.data.id, agent_settings: { name: 'Guide' } }]);
    const cancelled = await live.post(`/v1/evaluations/${body.data.id}/cancel`);
    expect(cancelled.body.data.status).toBe('completed');
  });

  it('422 for a set that does not exist, for one without a question to judge, and beside questions', async () => {
    const create = async (body: object) => (await live.post('/v1/evaluations', body)).status;
    expect(await create({ question_set_id: 'qset_none' })).toBe(422);
    expect(await create({ question_set_id: await newSet([{ query: 'Who owns it?' }]) })).toBe(422);
    const questions = [{ query: LONG, unanswerable: true }];
    expect(await create({ question_set_id: await newSet(questions), questions })).toBe(422);
  });

  it('can be cancelled while it runs, and has no results then', async () => {
    const id = await newSet(
      Array.from({ length: 1_000 }, (_, index) => ({ query: `Is ${index} true?`, unanswerable: true })),
    );
    const { data } = (await live.post('/v1/evaluations', { question_set_id: id, agent_id: agent })).body;
    expect((await live.post(`/v1/evaluations/${data.id}/cancel`)).body.data.status).toBe('cancelled');
    const read = (await live.get(`/v1/evaluations/${data.id}?wait=5`)).body.data;
    expect(read.status).toBe('cancelled');
    expect(read.results).toBeUndefined();
  });
});
