import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueue } from '#jobs/enqueue.ts';
import { newId } from '#lib/ids.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import {
  type Answer,
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, SHORT_LEASES, storageBeside } from '../helpers/test-storage.ts';

const evaluations = '/v1/evaluations';
const sources = '/v1/knowledge-base/sources';

/** A record, as a client reads it. */
type Data = Answer['body'];

let test: TestService;
let live: Client;
/** Ids of the sources that all tests search. */
const ids = { pier: '', museum: '', bakery: '' };

const TEXTS = {
  pier: ['The pier', 'The pier of the town is 300 metres long and was built of oak in 1890.'],
  museum: ['Museum', 'The museum is open from Tuesday to Sunday. A ticket costs 12 euros.'],
  bakery: ['Bakery', 'The bakery sells rye bread, poppy seed rolls and plum cake every morning.'],
} as const;

beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  for (const [key, [name, text]] of Object.entries(TEXTS))
    ids[key as keyof typeof ids] = (await live.addText(name, text)).id;
}, 60_000);
afterAll(async () => {
  const errors = test.logs.filter((line) => JSON.parse(line).level >= 40);
  await test.stop();
  expect(errors).toEqual([]);
});
vi.setConfig({ testTimeout: 60_000 });

const begin = async (body: Record<string, unknown>, client = live): Promise<Data> => {
  const answer = await client.post(evaluations, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  expect(answer.headers.get('location')).toBe(`${evaluations}/${answer.body.data.id}`);
  return answer.body.data;
};
const ended = async (id: string, client = live): Promise<Data> =>
  (await client.get(`${evaluations}/${id}?wait=60`)).body.data;
const evaluated = async (body: Record<string, unknown>): Promise<Data> => await ended((await begin(body)).id);

const pierQuestion = () => ({ query: 'How long is the pier?', relevant: [{ source_id: ids.pier }] });
/** What is said to answer it does not. */
const wrongQuestion = () => ({ query: 'When does the museum open?', relevant: [{ source_id: ids.bakery }] });
const unanswerable = { query: 'Who is the mayor of Lisbon?', unanswerable: true };
const manyQuestions = () => Array.from({ length: 1_000 }, pierQuestion);

describe('golden questions', () => {
  it('an evaluation measures every search mode and lists the worst questions first', async () => {
    const questions = [pierQuestion(), unanswerable, wrongQuestion()];
    const begun = await begin({ name: 'Town', questions });
    expect(begun).toMatchObject({ name: 'Town', status: 'running', progress: 0, question_count: 3 });
    expect(begun.id).toMatch(/^eval_[0-9a-z]{25}$/);
    const evaluation = await ended(begun.id);
    expect(evaluation).toMatchObject({ status: 'completed', progress: 1, ended_at: expect.any(String) });
    const types = ['hybrid', 'semantic', 'keyword'];
    for (const list of [evaluation.results, evaluation.outcomes])
      expect(list.map(({ search_type }: Data) => search_type)).toEqual(types);

    const { metrics, latency_ms, reliability } = evaluation.results[0];
    const [worst, ...others] = evaluation.outcomes[0].questions;
    expect(worst).toMatchObject({
      query: wrongQuestion().query,
      rank: expect.toSatisfy((rank) => rank !== 1),
    });
    expect(worst.source_ids[0]).toBe(ids.museum);
    expect(others.map(({ query }: Data) => query).toSorted()).toEqual(
      [pierQuestion().query, unanswerable.query].toSorted(),
    );
    const pier = others.find(({ query }: Data) => query === pierQuestion().query);
    expect(pier).toMatchObject({ ndcg_at_10: 1, rank: 1 });
    expect(pier.source_ids[0]).toBe(ids.pier);
    const mayor = others.find(({ query }: Data) => query === unanswerable.query);
    expect(mayor).toMatchObject({ ndcg_at_10: null, rank: null });

    // Of three sources, the bakery is the second, the third or not found.
    const gain = worst.rank === null ? 0 : 1 / Math.log2(worst.rank + 1);
    expect(metrics.ndcg_at_10).toBeCloseTo((1 + gain) / 2, 3);
    expect(metrics.mrr_at_10).toBeCloseTo((1 + (worst.rank === null ? 0 : 1 / worst.rank)) / 2, 3);
    expect(metrics.recall_at_10).toBeCloseTo((1 + (worst.rank === null ? 0 : 1)) / 2, 3);
    expect(metrics.best_score_answerable).toBeCloseTo((pier.best_score + worst.best_score) / 2, 3);
    expect(metrics.best_score_unanswerable).toBe(mayor.best_score);
    expect(metrics.best_score_unanswerable).toBeLessThan(metrics.best_score_answerable);
    expect(latency_ms.p50).toBeGreaterThan(0);
    expect(latency_ms.p99).toBeGreaterThanOrEqual(latency_ms.p50);

    expect(reliability.map(({ from }: Data) => from)).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    ]);
    const results = await Promise.all(
      questions.map(
        async ({ query }) => (await live.post('/v1/query', { query, limit: 10 })).body.data.total,
      ),
    );
    const sum = (list: Data[], of: (bin: Data) => number) => list.reduce((total, bin) => total + of(bin), 0);
    expect(sum(reliability, ({ count }) => count)).toBe(sum(results, (total) => total));
    const gap = ({ count, mean_score, share_relevant }: Data) =>
      count * Math.abs(mean_score - share_relevant);
    expect(metrics.calibration_error).toBeCloseTo(sum(reliability, gap) / sum(results, (total) => total), 3);
  });

  it('a golden question with a quoted passage counts only that passage as right', async () => {
    const relevantResults = async (text: string): Promise<number> => {
      const { results } = await evaluated({
        questions: [{ query: 'How long is the pier?', relevant: [{ source_id: ids.pier, text }] }],
        search_types: ['keyword'],
      });
      expect(results.length).toBe(1);
      expect(results[0].metrics.ndcg_at_10).toBe(1);
      return results[0].reliability.reduce(
        (sum: number, { count, share_relevant }: Data) => sum + count * share_relevant,
        0,
      );
    };
    expect(await relevantResults('300 METRES long')).toBe(1);
    expect(await relevantResults('400 metres long')).toBe(0);
  });

  it('an evaluation asks only the named knowledge bases', async () => {
    const base = (await live.post('/v1/knowledge-bases', { name: 'Harbour' })).body.data.id;
    const crane = await live.addText('Crane', 'The crane of the harbour lifts 40 tons.', {
      knowledge_base_id: base,
    });
    const questions = [{ query: 'How much does the crane lift?', relevant: [{ source_id: crane.id }] }];
    const evaluation = await evaluated({ questions, knowledge_base_ids: [base], search_types: ['hybrid'] });
    expect(evaluation.knowledge_base_ids).toEqual([base]);
    expect(evaluation.outcomes[0].questions[0].source_ids).toEqual([crane.id]);
    const elsewhere = await live.post(evaluations, {
      questions: [pierQuestion()],
      knowledge_base_ids: [base],
    });
    expectError(elsewhere, 422, 'questions[0].relevant[0].source_id');
    expect(elsewhere.body.error.message).toContain(ids.pier);
    expect((await live.delete(`${sources}/${crane.id}`)).status).toBe(204);
  });

  it("results stay when their source is deleted, and a new question can't name it", async () => {
    const doomed = await live.addText('Kiosk', 'The kiosk sells newspapers and lemonade.');
    const questions = [
      pierQuestion(),
      { query: 'Where are newspapers sold?', relevant: [{ source_id: doomed.id }] },
    ];
    const before = await evaluated({ questions });
    await live.delete(`${sources}/${doomed.id}`);
    expect(await ended(before.id)).toEqual(before);
    const refused = await live.post(evaluations, { questions });
    expectError(refused, 422, 'questions[1].relevant[0].source_id');
    expect(refused.body.error.message).toContain(doomed.id);
  });
});

describe('an evaluation', () => {
  it('an evaluation fails with a sentence when its knowledge base is gone', async ({ onTestFinished }) => {
    const DATA_DIR = newDataDir();
    onTestFinished(() => removeDataDir(DATA_DIR));
    const first = await startTestService({ DATA_DIR });
    await first.stop();
    const beside = await openStoreBesideServer({ ...storageBeside(DATA_DIR), environment: 'live' });
    const [workspaceId] = await beside.workspaceIds();
    if (!workspaceId) throw new Error('there is no workspace');
    const [evaluation_id, base] = [newId('evaluation'), newId('knowledgeBase')];
    const now = Date.now();
    await beside.workspace(workspaceId).transaction(async (tx) => {
      await tx.evaluations.insert({
        evaluation_id,
        name: null,
        status: 'running',
        progress: 0,
        knowledge_base_ids: JSON.stringify([base]),
        search_types: '["hybrid"]',
        question_count: 1,
        questions: '[{"query":"Why?","relevant":[]}]',
        results: null,
        outcomes: null,
        error: null,
        created_at: now,
        updated_at: now,
        ended_at: null,
      });
      await enqueue(tx, {
        kind: 'run-evaluation',
        subjectId: evaluation_id,
        payload: { evaluation_id },
        now,
      });
    });
    await beside.close();
    const second = await startTestService({ DATA_DIR });
    onTestFinished(() => second.stop());
    const client = createClient(second.live.baseUrl, first.live.key);
    const evaluation = await ended(evaluation_id, client);
    expect(evaluation).toMatchObject({ status: 'failed', error: expect.stringContaining(base) });
    expect(evaluation.results).toBeUndefined();
    const chart = await client.get(`${evaluations}/${evaluation_id}/chart.svg`);
    expectError(chart, 404);
    expect(chart.body.error.message).toContain('because it is failed');
  });

  it('deleting a running evaluation ends it and leaves nothing behind', async () => {
    const { id } = await begin({ questions: manyQuestions() });
    expect((await live.get(`${evaluations}/${id}`)).body.data.status).toBe('running');
    expect((await live.delete(`${evaluations}/${id}`)).status).toBe(204);
    expectError(await live.get(`${evaluations}/${id}`), 404);
    expectError(await live.delete(`${evaluations}/${id}`), 404);
    // One that is begun later ends, and the other does not come back.
    expect((await evaluated({ questions: [pierQuestion()] })).status).toBe('completed');
    expectError(await live.get(`${evaluations}/${id}`), 404);
  });

  it('an evaluation continues after the process was killed', { timeout: 120_000 }, async ({
    onTestFinished,
  }) => {
    const dataDir = newDataDir();
    let server = await startServerProcess({ dataDir, env: SHORT_LEASES });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
      await removeDataDir(dataDir);
    });
    const { key, knowledgeBaseId } = server;
    const client = createClient(server.baseUrl, key);
    const { id: source_id } = await client.addText(...TEXTS.pier);
    const questions = Array.from({ length: 1_000 }, () => ({
      query: 'How long is the pier? '.repeat(20),
      relevant: [{ source_id }],
    }));
    const { id } = await begin({ questions }, client);
    const progress = async () => (await client.get(`${evaluations}/${id}`)).body.data.progress;
    await expect.poll(progress, { interval: 20 }).toBeGreaterThan(0);
    await server.stop('SIGKILL');
    server = await startServerProcess({ dataDir, key, knowledgeBaseId, env: SHORT_LEASES });
    const again = createClient(server.baseUrl, key);
    const evaluation = await ended(id, again);
    expect(evaluation).toMatchObject({ status: 'completed', progress: 1 });
    expect(evaluation.outcomes.map(({ questions }: Data) => questions.length)).toEqual([1_000, 1_000, 1_000]);
  });
});

describe('GET /v1/evaluations', () => {
  it('evaluations are listed newest first, without the results of each question', async () => {
    const first = await evaluated({ name: 'First', questions: [pierQuestion()] });
    const second = await evaluated({ name: 'Second', questions: [pierQuestion()] });
    const page = (await live.get(`${evaluations}?limit=1`)).body;
    const next = (await live.get(`${evaluations}?limit=1&cursor=${page.meta.next_cursor}`)).body;
    expect([page.data[0].name, next.data[0].name]).toEqual(['Second', 'First']);
    const { outcomes: _, ...summary } = second;
    expect(page.data).toEqual([summary]);
    expect(first.outcomes[0].questions.length).toBe(1);
    expectError(await live.get(`${evaluations}?cursor=${page.meta.next_cursor}x`), 422, 'cursor');
  });

  it('a read_only key can read evaluations but gets 403 for starting one', async () => {
    const { id } = await evaluated({ questions: [pierQuestion()] });
    const reader = await clientWithScope(live, 'read_only');
    expectError(await reader.post(evaluations, { questions: [pierQuestion()] }), 403);
    expectError(await reader.delete(`${evaluations}/${id}`), 403);
    for (const path of ['', `/${id}`, `/${id}/chart.svg`])
      expect((await reader.get(`${evaluations}${path}`)).status).toBe(200);
  });
});

describe('GET /v1/evaluations/:id/chart.svg', () => {
  it('the chart has a curve for each search mode and escapes any name', async () => {
    const name = '</title><script>alert("1")</script> & ü 🙂';
    const questions = [pierQuestion(), wrongQuestion()];
    const { id } = await evaluated({ name, questions, search_types: ['keyword', 'hybrid'] });
    const { status, headers, body } = await live.get(`${evaluations}/${id}/chart.svg`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    const elements: string[] = [];
    const texts: string[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', (tag) => elements.push(tag.name));
    parser.on('text', (text) => texts.push(text));
    parser.write(body).close();
    expect(elements[0]).toBe('svg');
    expect(elements).not.toContain('script');
    expect(texts.filter((text) => text === name).length).toBe(2);
    expect(texts).toEqual(expect.arrayContaining(['keyword', 'hybrid']));
    expect(texts).not.toContain('semantic');
    expect(elements.filter((element) => element === 'circle').length).toBeGreaterThanOrEqual(2);
  });

  it('the chart gets 404 while there are no results', async () => {
    const { id } = await begin({ questions: manyQuestions() });
    const chart = await live.get(`${evaluations}/${id}/chart.svg`);
    expectError(chart, 404);
    expect(chart.body.error.message).toContain('because it is running');
    await live.delete(`${evaluations}/${id}`);
  });
});

describe('POST /v1/evaluations', () => {
  const question = { query: 'How long is the pier?', unanswerable: true };
  it.each(
    wrongFields<Record<string, unknown>>([
      ['questions', { questions: [] }],
      ['questions', { questions: Array.from({ length: 1_001 }, () => question) }],
      ['questions[0]', { questions: [{ query: 'Why?', relevant: [] }] }],
      ['questions[1]', { questions: [question, { query: 'Why?' }] }],
      ['questions[0]', { questions: [{ ...question, relevant: [{ source_id: 'src_1' }] }] }],
      ['questions[0].query', { questions: [{ ...question, query: ' ' }] }],
      ['questions[0].query', { questions: [{ ...question, query: 'a'.repeat(2_049) }] }],
      ['questions[0].answer', { questions: [{ ...question, answer: '300 metres' }] }],
      [
        'questions[0].relevant[0].source_id',
        { questions: [{ query: 'Why?', relevant: [{ source_id: 'x' }] }] },
      ],
      [
        'questions[0].relevant[0].source_id',
        { questions: [{ query: 'Why?', relevant: [{ source_id: 'src_0000000000000000000000000' }] }] },
      ],
      [
        'questions[0].relevant[0].text',
        { questions: [{ query: 'Why?', relevant: [{ source_id: 'src_1', text: '…' }] }] },
      ],
      ['name', { name: '' }],
      ['search_types', { search_types: [] }],
      ['search_types[0]', { search_types: ['fuzzy'] }],
      ['knowledge_base_ids', { knowledge_base_ids: [] }],
      ['knowledge_base_ids', { knowledge_base_ids: ['kb_0000000000000000000000000'] }],
      ['knowledge_base_id', { knowledge_base_id: 'kb_1' }],
    ]),
  )('422 for $wrong, and nothing is evaluated', async ({ field, wrong }) => {
    const newest = (await live.get(`${evaluations}?limit=1`)).body.data[0]?.id;
    expectError(await live.post(evaluations, { questions: [question], ...wrong }), 422, field);
    expect((await live.get(`${evaluations}?limit=1`)).body.data[0]?.id).toBe(newest);
  });

  it('an evaluation without questions gets 400', async () => {
    expectError(await live.post(evaluations, { name: 'Empty' }), 400, 'questions');
  });

  it.each(['-1', '61', 'soon', ''])('422 for wait=%s', async (wait) => {
    const { id } = await evaluated({ questions: [question] });
    expectError(await live.get(`${evaluations}/${id}?wait=${wait}`), 422, 'wait');
  });
});
